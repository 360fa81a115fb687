import type { Text } from "./text.ts";

/** A host name label (RFC 1123) of 3 to 40 characters; two hyphens in a row are reserved for encoded names (`xn--`). */
const codePattern = /^[a-z0-9](?:[a-z0-9]|-(?!-)){1,38}[a-z0-9]$/;

/** Host names that people would take for the platform's own, or that programs look up automatically. `planform` is the contract's spelling. */
const reserved = new Set(
  `www web ww1 www1 m wap mobile app apps api admin administrator root system console builder paas service services sale dev test
  demo staging preview mail email smtp imap pop pop3 mx ns ns1 ns2 dns ftp sftp ssh vpn proxy cdn static assets files img images media
  status health metrics help support docs wiki blog news shop pay payment payments billing bank account accounts user users login signin
  register auth sso oauth id secure security official platform planform partner partners merchant localhost local internal intranet
  autoconfig autodiscover wpad isatap postmaster hostmaster webmaster abuse noreply jingwei`.split(/\s+/),
);

const texts = {
  form: {
    zh: "请使用 3 至 40 个小写字母、数字或连字符，首尾须为字母或数字，连字符不能相连",
    en: "Use 3–40 lower-case letters, digits and single hyphens, with a letter or digit at both ends",
  },
  taken: { zh: "该编码不可用，请换一个", en: "This code is not available. Choose another." },
} satisfies Record<string, Text>;

/** One message for a code that is taken, recently released or reserved, so that it does not reveal which. */
export const takenCodeText: Text = texts.taken;

/** Normalizes a typed code. */
export const normalizeSiteCode = (input: string): string => input.normalize("NFKC").trim().toLowerCase();

/** Why a space may not have this code as its sub-domain, as far as that follows from the code itself. */
export function siteCodeProblem(code: string): Text | undefined {
  if (!codePattern.test(code)) return texts.form;
  // The name of the product is reserved in every combination.
  return reserved.has(code) || code.includes("meridian") ? texts.taken : undefined;
}
