import fc from "fast-check";

/** Long enough for a quadratic expression to take a hundred times as long as a linear one. */
const length = 20_000;
/** ms; a linear search takes one of them. Anything slower three times in a row is measured again with a shorter text. */
const suspiciousTime = 30;
/** How much shorter, and the maximum ratio of times: a linear expression takes 4 times as long, a quadratic one 16 times, on any machine. */
const [part, growth] = [4, 8];

/** Common characters, for expressions whose matching texts cannot be generated. */
const commonTexts = [
  "a",
  "Z",
  "0",
  "中",
  " ",
  "\t",
  "\n",
  "-",
  "_",
  "/",
  ".",
  ",",
  ":",
  ";",
  "=",
  "&",
  '"',
  "{",
  "%",
  "*",
];

/** Texts that match, or nearly do. */
function samples(expression: RegExp): string[] {
  try {
    return [...fc.sample(fc.stringMatching(expression), { seed: 7, numRuns: 8 }), ...commonTexts];
  } catch {
    // Lookarounds and Unicode properties: not every expression can be reversed.
    return [expression.source.replaceAll(/[^\p{L}\p{N}/.:=-]/gu, ""), ...commonTexts];
  }
}

/** The parts of `text`, with the text before and after each. */
function* partsOf(text: string): Generator<[before: string, part: string, after: string]> {
  for (const size of [1, 2, 4])
    for (let from = 0; from + size <= text.length; from += 1)
      yield [text.slice(0, from), text.slice(from, from + size), text.slice(from + size)];
}

/** Texts that repeat a part of a matching text, which would make a slow expression slow; most of them do not match. */
function* attacks(expression: RegExp): Generator<(size: number) => string> {
  const parts = samples(expression).flatMap((sample) => [...partsOf(sample.slice(0, 24))]);
  const uniqueParts = new Map(parts.map((one) => [one.slice(0, 2).join(" "), one]));
  for (const [before, repeated, after] of uniqueParts.values()) {
    const pumped = (size: number) => before + repeated.repeat(size / repeated.length);
    yield (size) => `${pumped(size)}\u0001`;
    yield (size) => `${pumped(size)}${after}\u0001`;
  }
}

function time(expression: RegExp, text: string): number {
  const begin = performance.now();
  // As in replaceAll, matchAll and split: the whole text, beyond the first match.
  text.replaceAll(new RegExp(expression.source, [...new Set(`${expression.flags}g`.replace("y", ""))].join("")), "");
  return performance.now() - begin;
}

/** The shortest of three times, to exclude other load on the machine. */
const shortestTime = (expression: RegExp, text: string) => Math.min(...[1, 2, 3].map(() => time(expression, text)));

/** A text over which the expression takes a time that grows faster than the text, by its first characters; undefined when none was found. */
export function slowText(expression: RegExp): string | undefined {
  for (const textOf of attacks(expression)) {
    const text = textOf(length);
    if (time(expression, text) < suspiciousTime) continue;
    const whole = shortestTime(expression, text);
    if (whole > suspiciousTime && whole > growth * shortestTime(expression, textOf(length / part)))
      return `${JSON.stringify(text.slice(0, 40))}... of ${text.length} characters`;
  }
  return undefined;
}
