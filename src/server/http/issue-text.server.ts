import type { ZodError } from "zod";
import type { FieldProblems } from "#kit/problem.ts";
import { refusalText } from "#kit/refusal.ts";
import { formatText, type Text } from "#kit/text.ts";

type Issue = ZodError["issues"][number];

/** Maximum number of fields in an error response. */
const maxFields = 50;
const maxNameLength = 60;

const empty = { zh: "不能为空", en: "This cannot be empty" };
const texts = {
  minCharacters: { zh: "至少 {n} 个字符", en: "At least {n} {n|character|characters}" },
  maxCharacters: { zh: "最多 {n} 个字符", en: "At most {n} {n|character|characters}" },
  minItems: { zh: "至少 {n} 项", en: "At least {n} {n|item|items}" },
  maxItems: { zh: "最多 {n} 项", en: "At most {n} {n|item|items}" },
};

function tooSmall({ origin, minimum }: Extract<Issue, { code: "too_small" }>): Text {
  const minimumLength = Number(minimum);
  if (origin === "string" && minimumLength <= 1) return empty;
  if (origin === "string") return formatText(texts.minCharacters, { n: minimumLength });
  if (origin === "array") return formatText(texts.minItems, { n: minimumLength });
  return { zh: `不能小于 ${minimumLength}`, en: `Must be at least ${minimumLength}` };
}

function tooBig({ origin, maximum }: Extract<Issue, { code: "too_big" }>): Text {
  const limit = Number(maximum);
  if (origin === "string") return formatText(texts.maxCharacters, { n: limit });
  if (origin === "array") return formatText(texts.maxItems, { n: limit });
  return { zh: `不能大于 ${limit}`, en: `Must be at most ${limit}` };
}

/** The message of an issue for people. zod's own message is not used, because it may repeat the input. */
function issueText(issue: Issue): Text {
  if (issue.code === "unrecognized_keys") return { zh: "不能提交此项", en: "This field is not accepted" };
  const customText = refusalText(issue);
  if (customText !== undefined) return customText;
  if (issue.code === "too_small") return tooSmall(issue);
  if (issue.code === "too_big") return tooBig(issue);
  if (issue.code === "invalid_type" && issue.input === undefined) return empty;
  if (issue.code === "invalid_value") {
    const values = issue.values.map(String);
    return { zh: `只能是 ${values.join("、")}`, en: `Must be one of: ${values.join(", ")}` };
  }
  return { zh: "格式不正确", en: "Invalid format" };
}

/** The paths of the fields of an issue: `paraModel.pageSize`. */
function namesOf(issue: Issue): string[] {
  const paths =
    issue.code === "unrecognized_keys"
      ? issue.keys.slice(0, maxFields).map((key) => [...issue.path, key])
      : [issue.path];
  return paths.map((path) => path.map((part) => String(part).slice(0, maxNameLength)).join(".") || "_");
}

/** The first message of each field, by path. */
export function fieldProblems({ issues }: ZodError): FieldProblems {
  const problems = new Map<string, Text>();
  for (const issue of issues.slice(0, maxFields))
    for (const name of namesOf(issue)) if (!problems.has(name)) problems.set(name, issueText(issue));
  return Object.fromEntries(problems);
}
