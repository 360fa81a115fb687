import fc from "fast-check";

/** For a text of this length, a quadratic expression takes a hundred times as long as a linear expression. */
const textLength = 20_000;
/** In ms; a linear search takes about 1 ms. An expression that is slower three times in a row is measured again with a shorter text. */
const suspiciousTime = 30;
/** The shorter text has a quarter of the length. For the long text, a linear expression takes 4 times as long, a quadratic expression 16 times. */
const lengthRatio = 4;
const maxTimeRatio = 8;

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

/** Texts that match the expression or nearly match it. */
function samples(expression: RegExp): string[] {
  // fast-check generates no texts for boundaries, lookarounds and Unicode properties. Texts without the first two nearly match.
  const simplified = expression.source.replaceAll(/\\b|\(\?<?[!=](?:[^()\\]|\\.)*\)/gi, "");
  for (const source of [expression.source, simplified]) {
    try {
      const matching = fc.stringMatching(new RegExp(source, expression.flags.replaceAll(/[giy]/g, "")));
      return [...fc.sample(matching, { seed: 7, numRuns: 8 }), ...commonTexts];
    } catch {
      continue;
    }
  }
  return [expression.source.replaceAll(/[^\p{L}\p{N}/.:=-]/gu, ""), ...commonTexts];
}

/** The parts of `text`, with the text before and after each. */
function* partsOf(text: string): Generator<[before: string, part: string, after: string]> {
  for (const size of [1, 2, 4])
    for (let from = 0; from + size <= text.length; from += 1)
      yield [text.slice(0, from), text.slice(from, from + size), text.slice(from + size)];
}

/** Texts that repeat a part of a matching text. Most of them do not match; a vulnerable expression is slow on some of them. */
function* attacks(expression: RegExp): Generator<(size: number) => string> {
  const parts = samples(expression).flatMap((sample) => [...partsOf(sample.slice(0, 24))]);
  const uniqueParts = new Map(parts.map((split) => [split.slice(0, 2).join(" "), split]));
  for (const [before, repeated, after] of uniqueParts.values()) {
    const repeatedText = (size: number) => before + repeated.repeat(size / repeated.length);
    yield (size) => `${repeatedText(size)}\u0001`;
    yield (size) => `${repeatedText(size)}${after}\u0001`;
  }
  if (!/\\s[*+{]/.test(expression.source)) return;
  // Generated samples rarely have white space where it is optional.
  const beginnings = new Set(
    samples(expression).flatMap((sample) => Array.from(sample.slice(0, 24), (_, index) => sample.slice(0, index + 1))),
  );
  for (const beginning of beginnings) yield (size) => `${beginning}${" ".repeat(size)}\u0001`;
}

function searchTime(expression: RegExp, text: string): number {
  const startedAt = performance.now();
  // A sticky expression does not search: it is tried in one place.
  if (expression.sticky) new RegExp(expression.source, expression.flags).test(text);
  // Searches the whole text, as replaceAll, matchAll and split do, not only up to the first match.
  else text.replaceAll(new RegExp(expression.source, [...new Set(`${expression.flags}g`)].join("")), "");
  return performance.now() - startedAt;
}

/** The shortest of three times, because other processes may slow down a single search. */
const shortestTime = (expression: RegExp, text: string) =>
  Math.min(...[1, 2, 3].map(() => searchTime(expression, text)));

/** The beginning of a text for which the search time grows faster than the text; undefined if no such text was found. */
export function slowText(expression: RegExp): string | undefined {
  for (const textOf of attacks(expression)) {
    const text = textOf(textLength);
    if (searchTime(expression, text) < suspiciousTime) continue;
    const fullTime = shortestTime(expression, text);
    if (
      fullTime > suspiciousTime &&
      fullTime > maxTimeRatio * shortestTime(expression, textOf(textLength / lengthRatio))
    )
      return `${JSON.stringify(text.slice(0, 40))}... of ${text.length} characters`;
  }
  return undefined;
}
