import type { Text } from "./text.ts";

export const siteHostStates = ["pending", "active", "failed"] as const;
/** The state of a custom domain: its DNS proof is pending, it serves the site, or its proof was never found or has been removed. */
export type SiteHostState = (typeof siteHostStates)[number];

export const siteHostProblems = ["missing", "different", "unreachable", "taken"] as const;
/** Why a check of the TXT record failed: no record, only records with other texts, no DNS answer, or another space has proved the same name. */
export type SiteHostProblem = (typeof siteHostProblems)[number];

/** The sentence about each problem. */
export const siteHostProblemTexts: Record<SiteHostProblem, Text> = {
  missing: { zh: "未找到 TXT 记录。", en: "No TXT record was found." },
  different: { zh: "TXT 记录的值不一致。", en: "The TXT record has a different value." },
  unreachable: { zh: "域名服务器没有响应，请稍后再试。", en: "The name servers did not respond. Try again later." },
  taken: { zh: "另一个空间已验证此域名。", en: "Another space has verified this domain." },
};

/** A custom domain of a space, with the TXT record that proves it. */
export type SiteHost = {
  id: string;
  host: string;
  state: SiteHostState;
  problem: SiteHostProblem | null;
  checkedAt: string | null;
  record: { name: string; value: string };
};

/** Top-level names that public DNS does not resolve, or that are reserved for documentation. */
const privateNames = new Set(
  "localhost local localdomain internal intranet private home lan corp arpa invalid onion test example".split(" "),
);
const labelPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const texts = {
  form: { zh: "请输入完整的域名，例如 www.example.com", en: "Enter a full domain name, such as www.example.com" },
  reserved: { zh: "该域名不可用，请换一个", en: "This domain cannot be used. Choose another." },
} satisfies Record<string, Text>;

/** The message for reserved names and for names of other spaces. One message for both does not reveal which names are taken. */
export const reservedHostText: Text = texts.reserved;

/** The host name in what people type or paste, `https://WWW.Example.com/` for instance; empty when there is none. */
export function normalizeSiteHost(typed: string): string {
  const text = typed
    .normalize("NFKC")
    .trim()
    .slice(0, 1000)
    .replace(/^https?:\/\//i, "")
    .replace(/\/.*$/s, "");
  if (/[@:?#\\\s]/.test(text)) return "";
  const name = URL.parse(`http://${text}`)?.hostname ?? "";
  return name.endsWith(".") ? name.slice(0, -1) : name;
}

/** Why a space may not have this name, as far as that follows from the name itself. */
export function siteHostProblem(host: string): Text | undefined {
  const labels = host.split(".");
  const topLevel = labels.at(-1)!;
  if (privateNames.has(topLevel)) return texts.reserved;
  const isName =
    host.length <= 253 &&
    labels.length > 1 &&
    labels.every((label) => labelPattern.test(label)) &&
    !/^\d+$/.test(topLevel);
  return isName ? undefined : texts.form;
}
