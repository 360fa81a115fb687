/** A line of a text that changed: in both versions, only in the earlier one, or only in the later one. */
export type LineChange = { kind: "same" | "removed" | "added"; text: string };

/** Above this number of pairs of lines, texts are compared between lines that occur once in both. */
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

/** The positions of lines by their texts, of those that occur once. */
function uniqueLines(lines: readonly string[]): Map<string, number> {
  const positions = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [index, line] of lines.entries()) {
    if (positions.has(line)) repeated.add(line);
    positions.set(line, index);
  }
  for (const line of repeated) positions.delete(line);
  return positions;
}

type Anchor = { before: number; after: number; previous: Anchor | undefined };

/** The longest list of lines that occur once in both texts and have the same order in them. */
function anchorsOf(before: readonly string[], after: readonly string[]): Anchor[] {
  const positions = uniqueLines(after);
  /** The anchors that end a list of each length, those that come first in the later text. */
  const ends: Anchor[] = [];
  for (const [line, index] of uniqueLines(before)) {
    const position = positions.get(line);
    if (position === undefined) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle]!.after < position) low = middle + 1;
      else high = middle;
    }
    ends[low] = { before: index, after: position, previous: ends[low - 1] };
  }
  const anchors: Anchor[] = [];
  for (let anchor = ends.at(-1); anchor !== undefined; anchor = anchor.previous) anchors.push(anchor);
  return anchors.toReversed();
}

/** The changes of long texts: those between their anchors. */
function longChanges(before: readonly string[], after: readonly string[]): LineChange[] {
  const anchors = anchorsOf(before, after);
  if (anchors.length === 0) return [...asChanges("removed", before), ...asChanges("added", after)];
  let [i, j] = [0, 0];
  const changes: LineChange[] = [];
  for (const anchor of [...anchors, { before: before.length, after: after.length }]) {
    for (const change of changesBetween(before.slice(i, anchor.before), after.slice(j, anchor.after)))
      changes.push(change);
    if (anchor.before < before.length) changes.push({ kind: "same", text: before[anchor.before]! });
    [i, j] = [anchor.before + 1, anchor.after + 1];
  }
  return changes;
}

/** The changes between lines that have no common start or end. */
function middleChanges(before: readonly string[], after: readonly string[]): LineChange[] {
  if (before.length * after.length > maxPairs) return longChanges(before, after);
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

function changesBetween(one: readonly string[], other: readonly string[]): LineChange[] {
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

/** The lines of two texts in one list, as in a code review. Null: there is no text. */
export const lineChanges = (before: string | null, after: string | null): LineChange[] =>
  changesBetween(before?.split("\n") ?? [], after?.split("\n") ?? []);

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

/** The first `count` lines of parts, and the number of lines that are left. */
export function firstLines(parts: readonly LinePart[], count: number): { parts: LinePart[]; left: number } {
  const shown: LinePart[] = [];
  let room = count;
  let left = 0;
  for (const part of parts) {
    if ("hidden" in part) {
      if (room > 0) shown.push(part);
      continue;
    }
    if (room > 0) shown.push({ lines: part.lines.slice(0, room) });
    left += Math.max(0, part.lines.length - room);
    room = Math.max(0, room - part.lines.length);
  }
  return { parts: shown, left };
}
