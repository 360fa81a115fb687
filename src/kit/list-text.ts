import type { Locale, Text } from "./text.ts";

/** The separator between the items of a list that is shown or exported. */
export const listSeparator: Text = { zh: "、", en: ", " };

/** The separators that people type between items. */
const typedSeparators = new Set([",", "，", "、", ";", "；"]);

const isAmbiguous = (item: string) => item !== item.trim() || item === "" || /[,，、;；\n\r"]/.test(item);

/** Joins items to one text. An item that contains a separator is quoted. */
export const writeList = (items: readonly string[], locale: Locale): string =>
  items.map((item) => (isAmbiguous(item) ? `"${item.replaceAll('"', '""')}"` : item)).join(listSeparator[locale]);

/** Parses the output of `writeList`, or items that people typed, separated by commas or semicolons of either width. One array per line. */
export function readLines(text: string): string[][] {
  const lines: string[][] = [[]];
  let item = "";
  let quote: "none" | "open" | "closed" = "none";
  function endItem(): void {
    if (quote === "none") item = item.trim();
    if (quote !== "none" || item !== "") lines.at(-1)!.push(item);
    item = "";
    quote = "none";
  }
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]!;
    if (quote === "open") {
      if (character !== '"') item += character;
      else if (text[index + 1] === '"') item += text[(index += 1)]!;
      else quote = "closed";
    } else if (character === '"' && item.trim() === "" && quote === "none") [item, quote] = ["", "open"];
    else if (character === "\n" || character === "\r") {
      endItem();
      lines.push([]);
    } else if (typedSeparators.has(character)) endItem();
    else if (quote === "none") item += character;
  }
  endItem();
  return lines.filter((line) => line.length > 0);
}

/** The items of all lines. */
export const readList = (text: string): string[] => readLines(text).flat();
