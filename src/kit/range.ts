import { nullable, refine, tuple, type ZodMiniType } from "zod/mini";

/** A range by its two ends, both included; either may be open, but not both. The end is not before the start. */
export const rangeCheck = <T extends string | number>(end: ZodMiniType<T>) =>
  tuple([nullable(end), nullable(end)]).check(
    refine(([from, to]) => (from === null ? to !== null : to === null || from <= to)),
  );

/** Formats a range for people; an open end is empty. */
export const writeRangeText = (ends: readonly string[]): string => ends.join(" – ");

/** Separators that people type between two ends. A hyphen needs spaces, because dates contain hyphens. */
const separators = ["–", "—", "~", "～", "至", " - ", " to "];

/** Parses the output of `writeRangeText` and similar input; undefined when there are no two ends. */
export function readRangeText(text: string): [from: string | null, to: string | null] | undefined {
  const separator = separators.find((candidate) => text.includes(candidate));
  if (separator === undefined) return undefined;
  const index = text.indexOf(separator);
  const [from, to] = [text.slice(0, index).trim(), text.slice(index + separator.length).trim()];
  return [from === "" ? null : from, to === "" ? null : to];
}
