import fc from "fast-check";

/** Long enough for a quadratic expression to take a hundred times what a linear one does. */
const length = 20_000;
/** ms; a linear search takes one of them. What takes longer three times in a row is looked at again, over a shorter text. */
const suspicious = 30;
/** How much shorter that is, and how many times as long the whole may take: a linear one takes 4 times, a quadratic one 16 times, on any machine. */
const [part, growth] = [4, 8];

/** Characters that most expressions treat alike, for those that no matching text can be made for. */
const common = ["a", "Z", "0", "中", " ", "\t", "\n", "-", "_", "/", ".", ",", ":", ";", "=", "&", '"', "{", "%", "*"];

/** Texts that match, or nearly do. */
function samples(expression: RegExp): string[] {
  try {
    return [...fc.sample(fc.stringMatching(expression), { seed: 7, numRuns: 8 }), ...common];
  } catch {
    // Looks behind or ahead, or has properties of characters: not every expression can be turned round.
    return [expression.source.replaceAll(/[^\p{L}\p{N}/.:=-]/gu, ""), ...common];
  }
}

/** A part of `text`, with what stands before and behind it. */
function* partsOf(text: string): Generator<[before: string, part: string, after: string]> {
  for (const size of [1, 2, 4])
    for (let from = 0; from + size <= text.length; from += 1)
      yield [text.slice(0, from), text.slice(from, from + size), text.slice(from + size)];
}

/** Texts in which a part of a matching one is repeated until searching takes long, if ever it does; most of them do not match in the end. */
function* attacks(expression: RegExp): Generator<(size: number) => string> {
  const parts = samples(expression).flatMap((sample) => [...partsOf(sample.slice(0, 24))]);
  const once = new Map(parts.map((one) => [one.slice(0, 2).join(" "), one]));
  for (const [before, repeated, after] of once.values()) {
    const pumped = (size: number) => before + repeated.repeat(size / repeated.length);
    yield (size) => `${pumped(size)}\u0001`;
    yield (size) => `${pumped(size)}${after}\u0001`;
  }
}

function time(expression: RegExp, text: string): number {
  const begin = performance.now();
  // What replaceAll, matchAll and split do: the whole text, also behind the first place.
  text.replaceAll(new RegExp(expression.source, [...new Set(`${expression.flags}g`.replace("y", ""))].join("")), "");
  return performance.now() - begin;
}

/** The shortest of three times: what else the machine does lengthens some of them. */
const shortestTime = (expression: RegExp, text: string) => Math.min(...[1, 2, 3].map(() => time(expression, text)));

/** A text over which the expression takes a time that grows faster than the text, by its first characters; undefined when none was found. */
export function slowText(expression: RegExp): string | undefined {
  for (const textOf of attacks(expression)) {
    const text = textOf(length);
    if (time(expression, text) < suspicious) continue;
    const whole = shortestTime(expression, text);
    if (whole > suspicious && whole > growth * shortestTime(expression, textOf(length / part)))
      return `${JSON.stringify(text.slice(0, 40))}... of ${text.length} characters`;
  }
  return undefined;
}
