import { nullable, refine, tuple, type ZodMiniType } from "zod/mini";

/** A range by its two ends, both of which belong to it; one of them may be open. It does not end before it begins. */
export const rangeCheck = <T extends string | number>(end: ZodMiniType<T>) =>
  tuple([nullable(end), nullable(end)]).check(
    refine(([from, to]) => (from === null ? to !== null : to === null || from <= to)),
  );

/** Between the ends of a range as people read them; an open end is empty. */
export const writeRangeText = (ends: readonly string[]): string => ends.join(" – ");

/** What people write between two ends. A hyphen counts between blanks only: days have hyphens of their own. */
const between = ["–", "—", "~", "～", "至", " - ", " to "];

/** Reads what `writeRangeText` writes, and what people write; undefined for what has no two ends. */
export function readRangeText(text: string): [from: string | null, to: string | null] | undefined {
  const sign = between.find((one) => text.includes(one));
  if (sign === undefined) return undefined;
  const at = text.indexOf(sign);
  const [from, to] = [text.slice(0, at).trim(), text.slice(at + sign.length).trim()];
  return [from === "" ? null : from, to === "" ? null : to];
}
