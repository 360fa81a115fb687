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

/** The requirements on this person's password: enforced by the server, and ticked off by the form while typing. */
export function passwordRules({ isSuperAdmin }: PasswordOwner): PasswordRule[] {
  const { min, max } = lengths[isSuperAdmin ? "superAdmin" : "member"];
  return [
    {
      text: formatText(texts.length, { min, max }),
      holds: (password) => [...password].length >= min && [...password].length <= max,
    },
    { text: texts.digit, holds: (password) => /\d/.test(password) },
    { text: texts.letter, holds: (password) => /\p{L}/u.test(password) },
  ];
}

/** Parses a list with one password per line; lines that begin with `#` are comments. */
export const readCommonPasswords = (list: string): ReadonlySet<string> =>
  new Set(list.split("\n").filter((line) => line !== "" && !line.startsWith("#")));
