/** The form store, and the state of a list in its URL. */
import { describe, expect, it } from "vitest";
import type { LocalizedField } from "#kit/field.ts";
import { toFormField } from "#render/form/auto-fields.ts";
import { createFormStore, type FormField } from "#render/form/form-store.ts";
import { rangeOf } from "#render/table/row-pointer.ts";
import {
  withPage,
  readTableState,
  withPageSize,
  withSearch,
  withSort,
  writeTableState,
} from "#render/table/table-state.ts";

const field = (name: string, options: object = {}): FormField =>
  toFormField({ field: name, readOnly: false, config: { type: "textbox", name, ...options } as LocalizedField });

describe("a form", () => {
  const fields = [
    field("title", { required: true }),
    field("kind"),
    field("link", { if: "kind=press", required: true }),
    { ...field("code"), isReadOnly: true },
  ];
  const savedValues = { title: "One", kind: "press", link: "x", code: "c" };

  it("sends only changed, visible and writable values", () => {
    const store = createFormStore(fields, savedValues, false);
    expect(store.changes()).toEqual({});
    store.set("title", "Two");
    store.set("code", "d");
    store.set("link", "y");
    expect(store.changes()).toEqual({ title: "Two", link: "y" });
    store.set("kind", "other");
    expect(store.changes()).toEqual({ title: "Two", kind: "other" });
    store.set("title", " One ".trim());
    expect(store.changes()).toEqual({ kind: "other" });
  });

  it("is clean again when all values are restored, and notifies its listeners", () => {
    const store = createFormStore(fields, savedValues, false);
    const dirtyStates: boolean[] = [];
    store.subscribeDirty(() => dirtyStates.push(store.isDirty()));
    store.set("title", "Two");
    store.set("title", "Three");
    store.set("title", "One");
    expect(dirtyStates).toEqual([true, false]);
  });

  it("notifies its listeners when a reset discards changes", () => {
    const store = createFormStore(fields, savedValues, false);
    store.set("title", "Two");
    const seen: unknown[] = [];
    store.subscribeDirty(() => seen.push([store.isDirty(), store.state("title").value]));
    store.reset(savedValues);
    store.reset(savedValues);
    expect(seen).toEqual([[false, "One"]]);
  });

  it("sends all values of a new row", () => {
    const store = createFormStore(fields, { kind: "press" }, true);
    store.set("title", "New");
    expect(store.changes()).toEqual({ title: "New", kind: "press" });
  });

  it("keeps or replaces values after a conflict as chosen", () => {
    const store = createFormStore(fields, savedValues, false);
    store.set("title", "Mine");
    store.set("kind", "mine");
    store.rebase({ title: "Theirs", kind: "theirs" }, (name) => name === "title");
    expect(store.state("title").value).toBe("Mine");
    expect(store.state("kind").value).toBe("theirs");
    expect(store.changes()).toEqual({ title: "Mine" });
  });

  it("lists the invalid fields in order and drops a problem when its field changes", () => {
    const store = createFormStore(fields, { ...savedValues, title: "", link: "" }, false);
    expect(store.checkAll("en")).toEqual(["title", "link"]);
    expect(store.state("title").problems).toEqual({ "": expect.any(String) });
    store.set("title", "x");
    expect(store.state("title").problems).toEqual({});
    store.set("kind", "other");
    expect(store.checkAll("en")).toEqual([]);
  });
});

describe("a form without an entity", () => {
  const createField = (name: string): FormField => ({
    name,
    problems: (value, { values, locale }) =>
      value === values.other ? {} : { "": locale === "zh" ? "不同" : "Not the same" },
  });
  const createStore = () => createFormStore([createField("one"), createField("other")], { one: "a", other: "b" }, true);

  it("checks a field against the others in the reader's language, and resets", () => {
    const form = createStore();
    expect(form.checkAll("zh")).toEqual(["one"]);
    expect(form.state("one").problems).toEqual({ "": "不同" });
    form.set("one", "b");
    expect([form.checkAll("en"), form.isDirty()]).toEqual([[], true]);
    form.reset({ one: "c" });
    expect([form.values(), form.isDirty()]).toEqual([{ one: "c", other: null }, false]);
  });

  it("keeps typed values when its fields change, and checks the current fields", () => {
    const form = createStore();
    form.set("one", "typed");
    form.setFields([createField("third")]);
    expect(form.checkAll("en")).toEqual(["third"]);
    form.setFields([createField("one")]);
    expect(form.state("one").value).toBe("typed");
  });

  it("shows problems from the server, returns those that it knows, and clears all at once", () => {
    const form = createStore();
    let notifications = 0;
    form.subscribeAll(() => (notifications += 1));
    const before = form.revision();
    expect(form.setProblems({ other: "Taken", "one.2.price": "Too much", elsewhere: "No" })).toEqual([
      "one.2.price",
      "other",
    ]);
    expect(form.state("one").problems).toEqual({ "2.price": "Too much" });
    expect([notifications, form.revision() - before]).toEqual([2, 2]);
    form.clearProblems();
    expect([form.state("one").problems, form.state("other").problems]).toEqual([{}, {}]);
  });
});

describe("the URL of a list", () => {
  const read = (text: string) => readTableState(new URLSearchParams(text));

  it("contains the state of the list and is read back unchanged", () => {
    const text = "f.title=a&sort=title.desc&pageSize=30&pageIndex=3";
    expect(writeTableState(new URLSearchParams("other=1"), read(text)).toString()).toBe(`other=1&${text}`);
    expect(writeTableState(new URLSearchParams(text), read("")).toString()).toBe("");
  });

  it("ignores invalid parts", () => {
    expect(read("pageIndex=-1&pageSize=7&sort=title.sideways")).toEqual(read(""));
  });

  it("B-148, B-149: returns to the first page on another search, order or page size", () => {
    const laterState = read("pageIndex=9&after=x");
    for (const state of [
      withSearch(laterState, { title: "a" }),
      withPageSize(laterState, 60),
      withSort(laterState, "title"),
    ])
      expect([state.pageIndex, state.after]).toEqual([1, undefined]);
  });

  it("sorts ascending, descending, and by default", () => {
    const up = withSort(read(""), "title");
    const down = withSort(up, "title");
    expect([up.sort?.direction, down.sort?.direction, withSort(down, "title").sort]).toEqual([
      "asc",
      "desc",
      undefined,
    ]);
  });

  it("pages by number, and beyond the largest offset from row to row", () => {
    const rows = [{ id: "a" }, { id: "z" }];
    expect(withPage(read("pageIndex=2"), "next", rows).pageIndex).toBe(3);
    expect(withPage(read("pageSize=120&pageIndex=84"), "next", rows)).toMatchObject({ pageIndex: 85, after: "z" });
    expect(withPage(read("pageSize=120&pageIndex=90"), "previous", rows)).toMatchObject({ pageIndex: 89, before: "a" });
  });
});

it("selects the same range from either end, and one row if the other end is gone", () => {
  const ids = ["a", "b", "c", "d"];
  expect(rangeOf(ids, "b", "d")).toEqual(["b", "c", "d"]);
  expect(rangeOf(ids, "d", "b")).toEqual(["b", "c", "d"]);
  expect(rangeOf(ids, "gone", "c")).toEqual(["c"]);
  expect(rangeOf(ids, undefined, "a")).toEqual(["a"]);
});
