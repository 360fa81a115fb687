import { type Scalar } from "./filter.ts";
import type { RowCondition } from "./row-condition.ts";
import { isRowRule } from "./row-rule.ts";

const scalarText = (value: Scalar): string => (value === null ? "none" : JSON.stringify(value));

/** A rule in words: `all(kind eq "company", any(sort gt 1, state in ("a", "b")))`. `none` stands for null. */
export function ruleText(rule: RowCondition): string {
  if ("field" in rule) {
    const { field, op, value } = rule;
    return `${field} ${op} ${Array.isArray(value) ? `(${value.map(scalarText).join(", ")})` : scalarText(value)}`;
  }
  const [word, parts] = "and" in rule ? ["all", rule.and] : ["any", rule.or];
  return `${word}(${parts.map(ruleText).join(", ")})`;
}

/** The maximum length of a rule in words, in UTF-16 units. */
const maxRuleText = 20_000;
/** A text in quotation marks, a sign, or a word. The pattern matches in linear time. */
const tokenPattern = /\s*("(?:[^"\\]|\\.)*"|[(),]|[^\s(),"]+)/y;

function tokensOf(text: string): string[] | undefined {
  const tokens: string[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < text.length) {
    const offset = tokenPattern.lastIndex;
    const [, matched] = tokenPattern.exec(text) ?? [];
    if (matched === undefined) return text.slice(offset).trim() === "" ? tokens : undefined;
    tokens.push(matched);
  }
  return tokens;
}

/** Parses the output of `ruleText`; undefined if the text is not a valid rule. */
export function readRuleText(text: string): RowCondition | undefined {
  const tokens = text.length > maxRuleText ? undefined : tokensOf(text);
  if (tokens === undefined) return undefined;
  let position = 0;
  /** Returns the token at `position` and advances; undefined at the end. */
  const nextToken = () => tokens[position++];

  /** Parses the values between brackets, separated by commas. */
  function readList<T>(read: () => T): T[] {
    const items: T[] = [];
    nextToken();
    while (position < tokens!.length && tokens![position] !== ")") {
      items.push(read());
      if (tokens![position] !== ",") break;
      nextToken();
    }
    if (nextToken() !== ")") throw new SyntaxError("a bracket is open");
    return items;
  }
  const readScalar = (): unknown => {
    const word = nextToken() ?? "";
    return word === "none" ? null : (JSON.parse(word) as unknown);
  };
  function readRule(depth: number): unknown {
    if (depth > 20) throw new SyntaxError("too deep");
    const word = nextToken();
    if ((word === "all" || word === "any") && tokens![position] === "(") {
      const parts = readList(() => readRule(depth + 1));
      return word === "all" ? { and: parts } : { or: parts };
    }
    return { field: word, op: nextToken(), value: tokens![position] === "(" ? readList(readScalar) : readScalar() };
  }

  try {
    const parsed = readRule(0);
    return position === tokens.length && isRowRule(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
