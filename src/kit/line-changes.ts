/** A line of a text that changed: in both versions, only in the earlier one, or only in the later one. */
export type LineChange = { kind: "same" | "removed" | "added"; text: string };

/** Above this number of pairs of lines, all lines between the common start and the common end of both texts count as changed. */
const maxPairs = 1_000_000;

/** The lengths of the longest common subsequences of what follows each pair of lines. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array[] {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      rows[i]![j] = before[i] === after[j] ? rows[i + 1]![j + 1]! + 1 : Math.max(rows[i + 1]![j]!, rows[i]![j + 1]!);
  return rows;
}

const asChanges = (kind: LineChange["kind"], lines: readonly string[]): LineChange[] =>
  lines.map((text) => ({ kind, text }));

/** The changes between lines that have no common start or end. */
function middleChanges(before: readonly string[], after: readonly string[]): LineChange[] {
  if (before.length * after.length > maxPairs) return [...asChanges("removed", before), ...asChanges("added", after)];
  const lengths = commonLengths(before, after);
  const changes: LineChange[] = [];
  let [i, j] = [0, 0];
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      changes.push({ kind: "same", text: before[i]! });
      i += 1;
      j += 1;
    } else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) {
      changes.push({ kind: "removed", text: before[i]! });
      i += 1;
    } else {
      changes.push({ kind: "added", text: after[j]! });
      j += 1;
    }
  }
  return [...changes, ...asChanges("removed", before.slice(i)), ...asChanges("added", after.slice(j))];
}

/** The lines of two texts in one list, as in a code review. Null: there is no text. */
export function lineChanges(before: string | null, after: string | null): LineChange[] {
  const [one, other] = [before?.split("\n") ?? [], after?.split("\n") ?? []];
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  return [
    ...asChanges("same", one.slice(0, start)),
    ...middleChanges(one.slice(start, one.length - end), other.slice(start, other.length - end)),
    ...asChanges("same", one.slice(one.length - end)),
  ];
}

/** A part of a comparison: lines to show, or the number of unchanged lines between them. */
export type LinePart = { lines: LineChange[] } | { hidden: number };

/** Lines without the unchanged ones that are more than `context` lines away from a change. */
export function foldUnchanged(lines: readonly LineChange[], context = 3): LinePart[] {
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - context), index + context + 1).some(({ kind }) => kind !== "same");
  const parts: LinePart[] = [];
  for (const [index, line] of lines.entries()) {
    const last = parts.at(-1);
    if (isNear(index)) {
      if (last !== undefined && "lines" in last) last.lines.push(line);
      else parts.push({ lines: [line] });
    } else if (last !== undefined && "hidden" in last) last.hidden += 1;
    else parts.push({ hidden: 1 });
  }
  return parts;
}
