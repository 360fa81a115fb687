import type { Locale, LocalizedValue } from "./text.ts";

/** The maximum length of a comment, in characters, and the maximum number of people that it mentions. */
export const maxCommentText = 2000;
export const maxMentions = 20;

/** A member whom a comment mentions: the text has `@` and this name. The name is a copy, readable after the member is renamed or deleted. */
export type Mention = { id: string; name: string };

/** A comment on a page of the builder, or a reply to one, for one reader. */
export type Comment = {
  id: string;
  /** Name of the author at the time of writing. */
  memberName: string;
  isOwn: boolean;
  /** Empty for a deleted comment whose replies are kept. */
  text: string;
  mentions: Mention[];
  createdAt: string;
  isDeleted: boolean;
  mayDelete: boolean;
};

/** A comment with its replies. Its id is that of the first comment. */
export type CommentThread = {
  id: string;
  /** The record (widget, node or group) that it is about; null for the page as a whole. */
  recordId: string | null;
  /** The record's label at the time of writing, for when the record is deleted. */
  recordName: LocalizedValue<string> | null;
  /** Whether the record is in the saved draft. */
  isOnPage: boolean;
  /** The language that it is about; null for all. */
  locale: Locale | null;
  resolved: { at: string; by: string } | null;
  /** The first comment, then its replies in order. */
  comments: Comment[];
};

/** Whether the character before an `@` begins a mention: not within a word, as in an email address. */
const isWordBefore = (text: string, at: number): boolean => at > 0 && /[\p{Script=Latin}\d._-]/u.test(text[at - 1]!);

/** The name that is being typed after an `@` before the caret, and where the `@` is; undefined if there is none. Names have at most 40 characters here. */
export function typedMention(text: string, caret: number): { start: number; query: string } | undefined {
  const start = text.slice(0, caret).lastIndexOf("@");
  if (start === -1 || caret - start > 40 || isWordBefore(text, start)) return undefined;
  const query = text.slice(start + 1, caret);
  return /[\n@]|^\s/.test(query) ? undefined : { start, query };
}

/** The mentions whose `@` and name are in the text. */
export const mentionsIn = (text: string, mentions: readonly Mention[]): Mention[] =>
  mentions.filter(({ name }) => text.includes(`@${name}`));

/** The text in parts, each with the mention that it is, if any. The longest name that fits is taken. */
export function commentParts(text: string, mentions: readonly Mention[]): { text: string; mention?: Mention }[] {
  const byLength = mentions.toSorted((a, b) => b.name.length - a.name.length);
  const parts: { text: string; mention?: Mention }[] = [];
  let [from, at] = [0, text.indexOf("@")];
  while (at !== -1) {
    const mention = byLength.find(({ name }) => text.startsWith(name, at + 1));
    if (mention !== undefined) {
      if (at > from) parts.push({ text: text.slice(from, at) });
      from = at + 1 + mention.name.length;
      parts.push({ text: text.slice(at, from), mention });
    }
    at = text.indexOf("@", Math.max(from, at + 1));
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}
