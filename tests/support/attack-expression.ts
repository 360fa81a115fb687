import fc from "fast-check";

/** Long enough for a quadratic expression to take seconds, and for a linear one to take a millisecond. */
const length = 40_000;
/** ms; even a machine that is busy with other things does not need them for a linear search three times in a row. */
const limit = 250;

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
function* attacks(expression: RegExp): Generator<string> {
  const parts = samples(expression).flatMap((sample) => [...partsOf(sample.slice(0, 24))]);
  const once = new Map(parts.map((part) => [part.slice(0, 2).join(" "), part]));
  for (const [before, part, after] of once.values()) {
    const pumped = before + part.repeat(length / part.length);
    yield `${pumped}\u0001`;
    yield `${pumped}${after}\u0001`;
  }
}

function time(expression: RegExp, text: string): number {
  const begin = performance.now();
  // What replaceAll, matchAll and split do: the whole text, also behind the first place.
  text.replaceAll(new RegExp(expression.source, [...new Set(`${expression.flags}g`.replace("y", ""))].join("")), "");
  return performance.now() - begin;
}

/** A text over which the expression takes longer than anything linear does, by its first characters; undefined when none was found. */
export function slowText(expression: RegExp): string | undefined {
  for (const text of attacks(expression)) {
    const isSlow = () => time(expression, text) > limit;
    if (isSlow() && isSlow() && isSlow()) return `${JSON.stringify(text.slice(0, 40))}... of ${text.length} characters`;
  }
  return undefined;
}
