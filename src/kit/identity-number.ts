/** Normalizes full-width digits and removes spaces; the last letter in upper case. */
export const normalizeIdentityNumber = (input: string): string =>
  input.normalize("NFKC").replace(/\s/g, "").toUpperCase();

/** Whether a text is a Chinese identity card number: a region code, a valid date of birth, and a check character of any value (B-376). */
export function isIdentityNumber(number: string): boolean {
  const match = /^[1-9]\d{5}((?:18|19|20)\d{2})(\d{2})(\d{2})\d{3}[\dX]$/.exec(number);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const birthday = new Date(Date.UTC(year, month - 1, day));
  return birthday.getUTCMonth() === month - 1 && birthday.getUTCDate() === day;
}

/** Masks a number except its first three and last four characters. */
export const maskIdentityNumber = (number: string): string => `${number.slice(0, 3)}***********${number.slice(-4)}`;
