import { type PasswordOwner, passwordRules, readCommonPasswords } from "#kit/password.ts";
import { Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import commonWords from "#kit/common-passwords.txt?raw";

const texts = {
  rule: {
    zh: "密码为 6–16 位，需同时包含数字和字母",
    en: "Use 6–16 characters with at least one digit and one letter",
  },
  long: {
    zh: "平台管理员的密码至少 12 位，需同时包含数字和字母",
    en: "Platform administrators need at least 12 characters with a digit and a letter",
  },
  common: { zh: "该密码过于常见，请换一个", en: "This password is too common. Choose another." },
} satisfies Record<string, Text>;

const common = readCommonPasswords(commonWords);

function problemWith(password: string, person: PasswordOwner & { mobile: string }): Text | undefined {
  const isRight = passwordRules(person).every(({ holds }) => holds(password));
  if (!isRight) return person.isSuperAdmin ? texts.long : texts.rule;
  return common.has(password.toLowerCase()) || password.includes(person.mobile) ? texts.common : undefined;
}

/** @throws {Problem} invalid when this person may not have this password (B-301, Q-09) */
export function requirePassword(password: string, person: { mobile: string; isSuperAdmin: boolean }): void {
  const text = problemWith(password, person);
  if (text !== undefined) throw new Problem("invalid", text, { fields: { password: text } });
}
