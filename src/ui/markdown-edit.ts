/** The text of a text area and its selection. */
export type TextSelection = { text: string; start: number; end: number };

/** An edit of a text: the replacement for `from` to `to`, and the selection afterwards. */
export type TextEdit = { from: number; to: number; insert: string; start: number; end: number };

/** Adds marks around the selection, or removes them; inserts a placeholder when nothing is selected. */
export function toggleMark({ text, start, end }: TextSelection, mark: string, placeholder: string): TextEdit {
  const [before, after] = [start - mark.length, end + mark.length];
  // The inner asterisks of "**a**" mark bold text, not italics.
  const isDouble = mark.length === 1 && text[before - 1] === mark && text[after] === mark;
  if (!isDouble && before >= 0 && text.slice(before, start) === mark && text.slice(end, after) === mark)
    return { from: before, to: after, insert: text.slice(start, end), start: before, end: before + end - start };
  const words = start === end ? placeholder : text.slice(start, end);
  return {
    from: start,
    to: end,
    insert: mark + words + mark,
    start: start + mark.length,
    end: start + mark.length + words.length,
  };
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

/** Adds a mark to the selected lines, or removes it if all have it. A list mark replaces another list mark. */
export function toggleLines(selected: TextSelection, kind: LineMark): TextEdit {
  const { from, to, lines } = linesAt(selected);
  const { pattern, mark } = marks[kind];
  const patterns = listMarks.includes(marks[kind]) ? listMarks.map((listMark) => listMark.pattern) : [pattern];
  const isMarked = lines.every((line) => pattern.test(line));
  const withoutMark = (line: string) => patterns.reduce((rest, oldPattern) => rest.replace(oldPattern, ""), line);
  const insert = lines.map((line, index) => (isMarked ? "" : mark(index)) + withoutMark(line)).join("\n");
  const isCaret = selected.start === selected.end;
  const end = from + insert.length;
  return { from, to, insert, start: isCaret ? end : from, end };
}

/** Inserts a block after the selection, with a blank line before and after. `select`: the text in the block to select. */
export function insertBlock({ text, end }: TextSelection, block: string, select: string): TextEdit {
  const before = text.slice(0, end);
  const gap = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const after = text.slice(end).startsWith("\n") ? "\n" : text.slice(end) === "" ? "\n" : "\n\n";
  const start = end + gap.length + Math.max(0, block.indexOf(select));
  return { from: end, to: end, insert: gap + block + after, start, end: start + select.length };
}

/** Turns the selected text into a link and selects its URL, so that typing replaces it. */
export function insertLink({ text, start, end }: TextSelection, placeholder: string): TextEdit {
  const words = start === end ? placeholder : text.slice(start, end);
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
  if (line === mark) return { from, to: start, insert: "", start: from, end: from };
  const next = number === undefined ? mark : `${indent}${Number(number) + 1}${sign.slice(-1)} `;
  const position = start + 1 + next.length;
  return { from: start, to: start, insert: `\n${next}`, start: position, end: position };
}
