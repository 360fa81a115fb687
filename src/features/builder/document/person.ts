import type { CSSProperties } from "react";
import type { PersonOnPage } from "#kit/presence.ts";

/** The colours of people on a page, dark enough for white letters. None is the blue of one's own selection. */
const colours = ["#b4245d", "#0b7a55", "#7a3fc4", "#b3470b", "#0f6f8c", "#8a6100", "#a3302b", "#5b6470"];

/** The style that gives an element the colour of a person. */
export const personStyle = ({ colour }: Pick<PersonOnPage, "colour">): CSSProperties =>
  ({ "--person": colours[colour % colours.length] }) as CSSProperties;

/** The initials of a name: the first letters of two words, the last two characters of a Chinese name; empty if it begins with a digit. */
export function initialsOf(name: string): string {
  if (/^\d/.test(name)) return "";
  if (/^\p{Script=Han}+$/u.test(name)) return [...name].slice(-2).join("");
  const words = name.split(/\s+/).filter((word) => word !== "");
  return [words[0], ...words.slice(1).slice(-1)].map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("");
}

/** The people who have selected a record. */
export const selectorsOf = (people: readonly PersonOnPage[], id: string): PersonOnPage[] =>
  people.filter(({ selected }) => selected.includes(id));
