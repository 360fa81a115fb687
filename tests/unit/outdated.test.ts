/** Which texts are out of date after edits of one of their languages. */
import { expect, it } from "vitest";
import { confirmText, markOutdated, outdatedTexts } from "#kit/outdated.ts";
import type { PageRecord } from "#kit/page.ts";

type Texts = { zh: string; en: string };
const record = (value: Record<string, unknown>): PageRecord => ({
  kind: "widget",
  id: "wd_aaaaaaaaaa",
  order: "a0",
  name: "notice",
  value,
});
const heading = (zh: string, en: string) => record({ heading: { zh, en } });

/** Types a text letter by letter, as an editor of pages does. */
function type(before: PageRecord, locale: keyof Texts, text: string): PageRecord {
  let current = before;
  let follows = false;
  for (let length = 1; length <= text.length; length += 1) {
    const value = { heading: { ...(current.value.heading as Texts), [locale]: text.slice(0, length) } };
    const marked: ReturnType<typeof markOutdated> = markOutdated(current, { ...current, value }, follows);
    ({ record: current, follows } = marked);
  }
  return current;
}
const stateOf = (current: PageRecord) =>
  outdatedTexts(current).map(({ locale, source, current: now }) => [locale, source, now]);

it("a text is out of date when the other language changes, with what that said before, however many letters are typed", () => {
  const changed = type(heading("您好", "Hello"), "zh", "大家好");
  expect(stateOf(changed)).toEqual([["en", "您好", "大家好"]]);
  expect(stateOf(type(heading("您好", "Hello"), "en", "Hi all"))).toEqual([["zh", "Hello", "Hi all"]]);
});

it("a text is up to date again when it is edited, confirmed, or the other language is what it was; nothing is left in the record", () => {
  const changed = type(heading("您好", "Hello"), "zh", "大家好");
  const edited = type(changed, "en", "Hello everybody");
  expect(edited).toEqual(heading("大家好", "Hello everybody"));
  expect(confirmText(changed, outdatedTexts(changed)[0]!)).toEqual(heading("大家好", "Hello"));
  expect(type(changed, "zh", "您好")).toEqual(heading("您好", "Hello"));
});

it("a text that is missing in a language puts nothing out of date", () => {
  expect(type(heading("您好", ""), "zh", "大家好")).toEqual(heading("大家好", ""));
  expect(type(heading("您好", ""), "en", "Hello")).toEqual(heading("您好", "Hello"));
});

it("texts of rows keep their state when rows are moved or added, and lose it with their row", () => {
  const row = (zh: string, en: string) => ({ name: { zh, en } });
  const before = record({ items: [row("一", "One"), row("二", "Two")] });
  const changed = markOutdated(before, record({ items: [row("壹", "One"), row("二", "Two")] }), false).record;
  expect(stateOf(changed)).toEqual([["en", "一", "壹"]]);
  const moved = { ...changed, value: { items: [row("二", "Two"), row("三", "Three"), row("壹", "One")] } };
  expect(stateOf(markOutdated(changed, moved as PageRecord, false).record)).toEqual([["en", "一", "壹"]]);
  const removed = { ...changed, value: { items: [row("二", "Two")] } };
  expect(markOutdated(changed, removed as PageRecord, false).record).toEqual(record({ items: [row("二", "Two")] }));
});
