import { defaultPasswordMax } from "./public-settings.ts";
import { formatText, type Text } from "./text.ts";

/** The owner of a password: platform administrators need longer ones. */
export type PasswordOwner = { isSuperAdmin: boolean };
/** One requirement on a password. */
export type PasswordRule = { text: Text; holds: (password: string) => boolean };

/** The longest password that anybody may have, in characters. */
export const longestPassword = 64;
/** Limits in characters. Passwords above `mixed` need no mix of digits and letters, because length alone makes them strong (O-2). */
const limits = { memberMin: 6, administratorMin: 12, max: longestPassword, mixed: 16 };

const texts = {
  length: { zh: "{min}–{max} 个字符", en: "{min}–{max} characters" },
  digit: { zh: "至少一个数字", en: "At least one digit" },
  letter: { zh: "至少一个字母，区分大小写", en: "At least one letter (case sensitive)" },
  digitWhenShort: {
    zh: "至少一个数字（超过 {mixed} 个字符时不要求）",
    en: "At least one digit (not required above {mixed} characters)",
  },
  letterWhenShort: {
    zh: "至少一个字母，区分大小写（超过 {mixed} 个字符时不要求）",
    en: "At least one letter, case sensitive (not required above {mixed} characters)",
  },
};

const lengthOf = (password: string) => [...password].length;
const isLong = (password: string) => lengthOf(password) > limits.mixed;
const hasDigit = (password: string) => isLong(password) || /\d/.test(password);
const hasLetter = (password: string) => isLong(password) || /\p{L}/u.test(password);
const isMemberLength = (password: string, max: number) =>
  lengthOf(password) >= limits.memberMin && lengthOf(password) <= max;

/**
 * Whether a password meets all requirements on a member's password (B-227, Q-09). Without the texts of `passwordRules`, for the sign-in form. `max`: the
 * longest one, a setting of the server.
 */
export const isMemberPassword = (password: string, max = defaultPasswordMax): boolean =>
  isMemberLength(password, max) && hasDigit(password) && hasLetter(password);

/**
 * The requirements on this person's password: enforced by the server, and ticked off by the form while typing. `memberMax`: the longest password of a
 * member, a setting of the server.
 */
export function passwordRules({ isSuperAdmin }: PasswordOwner, memberMax: number): PasswordRule[] {
  const min = isSuperAdmin ? limits.administratorMin : limits.memberMin;
  const max = isSuperAdmin ? limits.max : memberMax;
  const mayBeLong = max > limits.mixed;
  return [
    {
      text: formatText(texts.length, { min, max }),
      holds: (password) => lengthOf(password) >= min && lengthOf(password) <= max,
    },
    { text: mayBeLong ? formatText(texts.digitWhenShort, limits) : texts.digit, holds: hasDigit },
    { text: mayBeLong ? formatText(texts.letterWhenShort, limits) : texts.letter, holds: hasLetter },
  ];
}

/** Parses a list with one password per line; lines that begin with `#` are comments. */
export const readCommonPasswords = (list: string): ReadonlySet<string> =>
  new Set(list.split("\n").filter((line) => line !== "" && !line.startsWith("#")));
