/** The text of a text area and its selection. */
export type TextSelection = { text: string; start: number; end: number };

/** An edit of a text: the replacement for `from` to `to`, and the selection afterwards. */
export type TextEdit = { from: number; to: number; insert: string; start: number; end: number };

/** The length of the run of a character that begins at a position: behind it for step 1, before it for step -1. */
function runLength(text: string, char: string, position: number, step: 1 | -1): number {
  let length = 0;
  while (text[step === 1 ? position + length : position - 1 - length] === char) length += 1;
  return length;
}

/** Whether runs of a mark's character of this length contain the mark. Of asterisks, one or three mark italics, two or three bold text. */
const containsMark = (length: number, mark: string): boolean =>
  mark === "*" ? length === 1 || length === 3 : length >= mark.length;

const spaces = " \t";
/** The mark of a list item, a quote or a heading, with its indentation. */
const linePattern = /^[ \t]{0,40}(?:(?:[-*+>]|\d{1,9}[.)]|#{1,6}) )?/;

/** A part of a text, without the spaces around it. `isLine`: it begins a line, whose mark is left out too. */
function withoutSpaces(text: string, from: number, to: number, isLine: boolean): { from: number; to: number } {
  let start = from + (isLine ? linePattern.exec(text.slice(from, to))![0].length : 0);
  let end = to;
  while (start < end && spaces.includes(text[start]!)) start += 1;
  while (end > start && spaces.includes(text[end - 1]!)) end -= 1;
  return { from: start, to: end };
}

/** The words of the selection in each of its lines: marks do not reach over paragraphs, nor do they take spaces at their ends. */
function selectedWords({ text, start, end }: TextSelection): { from: number; to: number }[] {
  const words: { from: number; to: number }[] = [];
  for (let from = start; from <= end;) {
    const next = text.indexOf("\n", from);
    const to = next === -1 || next > end ? end : next;
    const isLine = (from === 0 || text[from - 1] === "\n") && text.slice(start, end).includes("\n");
    const part = withoutSpaces(text, from, to, isLine);
    if (part.from < part.to) words.push(part);
    from = to + 1;
  }
  return words;
}

/** The words with the mark beside them or in them, without it; undefined if they do not have it. */
function withoutMark(text: string, { from, to }: { from: number; to: number }, mark: string) {
  const { length } = mark;
  const char = mark[0]!;
  const around = Math.min(runLength(text, char, from, -1), runLength(text, char, to, 1));
  if (containsMark(around, mark)) return { from: from - length, to: to + length, insert: text.slice(from, to) };
  const within = Math.min(runLength(text, char, from, 1), runLength(text, char, to, -1));
  if (!containsMark(within, mark) || to - from < 2 * length) return undefined;
  return { from, to, insert: text.slice(from + length, to - length) };
}

/** Adds marks around the words of the selection, or removes them if all have them; inserts a placeholder when no words are selected. */
export function toggleMark(selected: TextSelection, mark: string, placeholder: string): TextEdit {
  const { text, end } = selected;
  const words = selectedWords(selected);
  const unmarked = words.map((part) => withoutMark(text, part, mark));
  if (words.length === 0) {
    const caret = withoutMark(text, { from: end, to: end }, mark);
    if (caret !== undefined) return { ...caret, start: caret.from, end: caret.from };
    const start = end + mark.length;
    return { from: end, to: end, insert: mark + placeholder + mark, start, end: start + placeholder.length };
  }
  const isMarked = unmarked.every((part) => part !== undefined);
  const parts = words.map((part, index) => {
    const bare = unmarked[index];
    if (isMarked) return bare!;
    return bare === undefined
      ? { ...part, insert: mark + text.slice(part.from, part.to) + mark }
      : { ...part, insert: text.slice(part.from, part.to) };
  });
  const { from } = parts[0]!;
  const { to } = parts.at(-1)!;
  let insert = "";
  let position = from;
  for (const part of parts) {
    insert += text.slice(position, part.from) + part.insert;
    position = part.to;
  }
  // Of one part the words stay selected, so that another mark can follow; of several, all of it.
  const isOnePart = parts.length === 1 && !isMarked;
  const start = from + (isOnePart ? mark.length : 0);
  return { from, to, insert, start, end: from + insert.length - (isOnePart ? mark.length : 0) };
}

/** The whole lines that a selection touches. */
function linesAt({ text, start, end }: TextSelection): { from: number; to: number; lines: string[] } {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const next = text.indexOf("\n", Math.max(start, end > start && text[end - 1] === "\n" ? end - 1 : end));
  const to = next === -1 ? text.length : next;
  return { from, to, lines: text.slice(from, to).split("\n") };
}

export type LineMark = "heading" | "bullet" | "number" | "quote";

const marks: Record<LineMark, { pattern: RegExp; mark: (index: number) => string }> = {
  heading: { pattern: /^#{1,6} /, mark: () => "## " },
  bullet: { pattern: /^[-*+] /, mark: () => "- " },
  number: { pattern: /^\d{1,9}[.)] /, mark: (index) => `${index + 1}. ` },
  quote: { pattern: /^> ?/, mark: () => "> " },
};
const listMarks = [marks.bullet, marks.number];

/**
 * Adds a mark to the selected lines, after their indentation, or removes it if all have it. A list mark replaces another list mark. Among several lines,
 * empty ones get none, except in a quote, which they would end.
 */
export function toggleLines(selected: TextSelection, kind: LineMark): TextEdit {
  const { from, to, lines } = linesAt(selected);
  const { pattern, mark } = marks[kind];
  const patterns = listMarks.includes(marks[kind]) ? listMarks.map((listMark) => listMark.pattern) : [pattern];
  const parts = lines.map((line) => {
    const rest = line.trimStart();
    return { indent: line.slice(0, line.length - rest.length), rest };
  });
  const isSkipped = ({ rest }: { rest: string }) => rest === "" && kind !== "quote" && lines.length > 1;
  const affected = parts.filter((part) => !isSkipped(part));
  const isMarked = affected.length > 0 && affected.every(({ rest }) => pattern.test(rest));
  const newLines = parts.map((part) => {
    if (isSkipped(part)) return part.indent;
    const bare = patterns.reduce((rest, oldPattern) => rest.replace(oldPattern, ""), part.rest);
    return part.indent + (isMarked ? "" : mark(affected.indexOf(part))) + bare;
  });
  const insert = newLines.join("\n");
  const end = from + insert.length;
  if (selected.start !== selected.end) return { from, to, insert, start: from, end };
  // The caret stays where it is in the words of its line.
  const caret = Math.max(from, selected.start + end - to);
  return { from, to, insert, start: caret, end: caret };
}

/**
 * Inserts a block after the selection, with a blank line before and after. `select`: the text in the block to select; without it, the caret is put after
 * the block.
 */
export function insertBlock({ text, end }: Omit<TextSelection, "start">, block: string, select: string): TextEdit {
  const before = text.slice(0, end);
  const gap = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const after = text.slice(end).startsWith("\n") ? "\n" : text.slice(end) === "" ? "\n" : "\n\n";
  const insert = gap + block + after;
  const start = select === "" ? end + insert.length : end + gap.length + Math.max(0, block.indexOf(select));
  return { from: end, to: end, insert, start, end: start + select.length };
}

/** Turns the selected text into a code block, or inserts one with a placeholder. */
export function insertCode({ text, start, end }: TextSelection, placeholder: string): TextEdit {
  const words = start === end ? placeholder : text.slice(start, end);
  // A fence is longer than every run of backticks in its code.
  let fence = "```";
  while (words.includes(fence)) fence += "`";
  const edit = insertBlock(
    { text: text.slice(0, start) + text.slice(end), end: start },
    `${fence}\n${words}\n${fence}`,
    words,
  );
  return { ...edit, to: end };
}

/** Turns the selected text into a link and selects its URL, so that typing replaces it; of a selected URL, the text of the link. */
export function insertLink({ text, start, end }: TextSelection, placeholder: string): TextEdit {
  const words = start === end ? placeholder : text.slice(start, end);
  if (/^https?:\/\/\S+$/.test(words)) {
    const position = start + "[".length;
    const insert = `[${placeholder}](${words})`;
    return { from: start, to: end, insert, start: position, end: position + placeholder.length };
  }
  // After `[words](`.
  const position = start + words.length + "[](".length;
  return { from: start, to: end, insert: `[${words}](https://)`, start: position, end: position + "https://".length };
}

/** The edit for Enter in a list or a quote: continues it on the next line, or ends it after an empty item. Undefined elsewhere. */
export function continueLine({ text, start, end }: TextSelection): TextEdit | undefined {
  if (start !== end) return undefined;
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const line = text.slice(from, start);
  const [mark = "", indent = "", sign = "", number] = /^(\s{0,40})([-*+]|(\d{1,9})[.)]|>) /.exec(line) ?? [];
  if (mark === "") return undefined;
  const isEmptyItem = line === mark && (start === text.length || text[start] === "\n");
  if (isEmptyItem) return { from, to: start, insert: "", start: from, end: from };
  const next = number === undefined ? mark : `${indent}${Number(number) + 1}${sign.slice(-1)} `;
  const position = start + 1 + next.length;
  return { from: start, to: start, insert: `\n${next}`, start: position, end: position };
}
