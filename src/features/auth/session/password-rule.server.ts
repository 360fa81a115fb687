import { type PasswordOwner, passwordRules, readCommonPasswords } from "#kit/password.ts";
import { Problem } from "#kit/problem.ts";
import { formatText, type Text } from "#kit/text.ts";
import commonPasswordsText from "#kit/common-passwords.txt?raw";

const texts = {
  rule: {
    zh: "密码为 6–{max} 位，需同时包含数字和字母",
    en: "Use 6–{max} characters with at least one digit and one letter",
  },
  administratorRule: {
    zh: "平台管理员的密码至少 12 位，需同时包含数字和字母",
    en: "Platform administrators need at least 12 characters with a digit and a letter",
  },
  tooCommon: { zh: "该密码过于常见，请换一个", en: "This password is too common. Choose another." },
} satisfies Record<string, Text>;

const commonPasswords = readCommonPasswords(commonPasswordsText);

type NewPassword = { password: string; owner: PasswordOwner & { mobile: string }; memberMax: number };

function passwordProblem({ password, owner, memberMax }: NewPassword): Text | undefined {
  const meetsRules = passwordRules(owner, memberMax).every(({ holds }) => holds(password));
  if (!meetsRules) return owner.isSuperAdmin ? texts.administratorRule : formatText(texts.rule, { max: memberMax });
  return commonPasswords.has(password.toLowerCase()) || password.includes(owner.mobile) ? texts.tooCommon : undefined;
}

/**
 * Checks a new password against the rules for its owner (B-301, Q-09). `memberMax`: the longest password of a member, `PASSWORD_MAX`.
 * @throws {Problem} invalid
 */
export function requireValidPassword(newPassword: NewPassword): void {
  const text = passwordProblem(newPassword);
  if (text !== undefined) throw new Problem("invalid", text, { fields: { password: text } });
}
