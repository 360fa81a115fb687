import { formatText, type Text } from "./text.ts";

/** The owner of a password: platform administrators need longer ones. */
export type PasswordOwner = { isSuperAdmin: boolean };
/** One requirement on a password. */
export type PasswordRule = { text: Text; holds: (password: string) => boolean };

/** Minimum and maximum length in characters (O-1, Q-09). */
const lengths = { member: { min: 6, max: 16 }, superAdmin: { min: 12, max: 64 } };

const texts = {
  length: { zh: "{min}–{max} 个字符", en: "{min}–{max} characters" },
  digit: { zh: "至少一个数字", en: "At least one digit" },
  letter: { zh: "至少一个字母，区分大小写", en: "At least one letter (case sensitive)" },
};

const isLengthWithin = (password: string, { min, max }: { min: number; max: number }) =>
  [...password].length >= min && [...password].length <= max;
const hasDigit = (password: string) => /\d/.test(password);
const hasLetter = (password: string) => /\p{L}/u.test(password);

/** Whether a password meets all requirements on a member's password (B-227, Q-09). Without the texts of `passwordRules`, for the sign-in form. */
export const isMemberPassword = (password: string): boolean =>
  isLengthWithin(password, lengths.member) && hasDigit(password) && hasLetter(password);

/** The requirements on this person's password: enforced by the server, and ticked off by the form while typing. */
export function passwordRules({ isSuperAdmin }: PasswordOwner): PasswordRule[] {
  const limits = lengths[isSuperAdmin ? "superAdmin" : "member"];
  return [
    { text: formatText(texts.length, limits), holds: (password) => isLengthWithin(password, limits) },
    { text: texts.digit, holds: hasDigit },
    { text: texts.letter, holds: hasLetter },
  ];
}

/** Parses a list with one password per line; lines that begin with `#` are comments. */
export const readCommonPasswords = (list: string): ReadonlySet<string> =>
  new Set(list.split("\n").filter((line) => line !== "" && !line.startsWith("#")));
