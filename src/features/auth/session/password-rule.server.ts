import { type PasswordOwner, passwordRules, readCommonPasswords } from "#kit/password.ts";
import { Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import commonPasswordsText from "#kit/common-passwords.txt?raw";

const texts = {
  rule: {
    zh: "密码为 6–16 位，需同时包含数字和字母",
    en: "Use 6–16 characters with at least one digit and one letter",
  },
  administratorRule: {
    zh: "平台管理员的密码至少 12 位，需同时包含数字和字母",
    en: "Platform administrators need at least 12 characters with a digit and a letter",
  },
  tooCommon: { zh: "该密码过于常见，请换一个", en: "This password is too common. Choose another." },
} satisfies Record<string, Text>;

const commonPasswords = readCommonPasswords(commonPasswordsText);

function passwordProblem(password: string, person: PasswordOwner & { mobile: string }): Text | undefined {
  const meetsRules = passwordRules(person).every(({ holds }) => holds(password));
  if (!meetsRules) return person.isSuperAdmin ? texts.administratorRule : texts.rule;
  return commonPasswords.has(password.toLowerCase()) || password.includes(person.mobile) ? texts.tooCommon : undefined;
}

/** Checks a new password against the rules for its owner (B-301, Q-09). @throws {Problem} invalid */
export function requireValidPassword(password: string, person: { mobile: string; isSuperAdmin: boolean }): void {
  const text = passwordProblem(password, person);
  if (text !== undefined) throw new Problem("invalid", text, { fields: { password: text } });
}
