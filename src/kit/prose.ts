import { localPicturePattern, pictureSources, storedPicture } from "./picture.ts";

/** A text as safe HTML (T-43), with its headings for a table of contents and a summary in plain text. */
export type Prose = { html: string; headings: ProseHeading[]; summary: string };

/** A heading of a text: the id of its element, its words, and the level of its element, which is 2 at least. */
export type ProseHeading = { id: string; text: string; level: number };

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes text for HTML, between tags and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character]!);

/** An anchor made of a heading's text, in any script. */
const anchorOf = (words: string) =>
  words
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .join("-") || "section";

/** Creates unique ids for the headings of a text. */
export function headingIds(): (words: string) => string {
  const useCounts = new Map<string, number>();
  return (words) => {
    const anchor = anchorOf(words);
    const useCount = (useCounts.get(anchor) ?? 0) + 1;
    useCounts.set(anchor, useCount);
    // Anchors contain no underscore themselves, so that a number after one is unique.
    return useCount === 1 ? anchor : `${anchor}_${useCount}`;
  };
}

/**
 * An image of a text. An image of another host would tell that host who reads the page (T-45): its description is shown instead. For a stored image,
 * the size is known before it arrives, and the width that the screen needs is requested.
 */
export function pictureHtml(url: string, alt: string): string {
  if (!localPicturePattern.test(url)) return escapeHtml(alt);
  const stored = storedPicture(url);
  const sizes =
    stored === undefined
      ? ""
      : ` width="${stored.width}" height="${stored.height}" srcset="${pictureSources(url, stored)}" sizes="(width < 720px) 92vw, 680px" loading="lazy"`;
  return `<img src="${url}" alt="${escapeHtml(alt)}"${sizes}>`;
}

const maxSummaryLength = 160;

/** A paragraph of a text, or the text of a list item. */
export type SummaryPart = { words: string; isItem: boolean };

/** A summary of a text: the beginning of its paragraphs and lists, up to the length that search engines show, cut at a word. */
export function summaryOf(parts: Iterable<SummaryPart>): string {
  let summary = "";
  let wasItem = false;
  for (const { words, isItem } of parts) {
    summary += (summary === "" ? "" : wasItem ? " · " : " ") + words;
    wasItem = isItem;
    if (summary.length > maxSummaryLength) break;
  }
  // Chinese lines break anywhere: a line break between two Chinese characters is not a space.
  summary = summary.replaceAll(/(?<=[\u3000-\u9fff\uff00-\uffef]) (?=[\u3000-\u9fff\uff00-\uffef])/g, "");
  if (summary.length <= maxSummaryLength) return summary;
  const cut = summary.slice(0, maxSummaryLength - 1);
  const space = cut.lastIndexOf(" ");
  const words = space > maxSummaryLength / 2 ? cut.slice(0, space) : cut;
  return `${words.endsWith(" ·") ? words.slice(0, -2) : words}…`;
}
