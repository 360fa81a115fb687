/** The page session of the builder, without a browser: notifications, undo, and saving after errors of the server. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { addRecords, setField } from "#kit/edit.ts";
import { mergeWindow } from "#kit/history.ts";
import { rootId } from "#kit/page-tree.ts";
import type { PageDocument, PageRecord } from "#kit/page.ts";
import { createDocumentStore } from "#features/builder/document/document-store.ts";
import { createPageSession, type Send } from "#features/builder/session/page-session.ts";
import type { PageInfo } from "#features/builder/session/session-state.ts";
import { CallProblem } from "#client/call.ts";

const widget = (id: string, heading: string, order = "a0"): PageRecord => ({
  kind: "widget",
  id,
  order,
  name: "notice",
  value: { heading: { zh: heading, en: heading } },
});
const node = (id: string, parent: string, order: string): PageRecord => ({
  kind: "node",
  id,
  order,
  type: "text",
  parent,
  box: { x: 0, y: 0, w: 10, h: 10 },
  value: {},
});
const setting = { title: { zh: "页", en: "Page" }, description: {}, showHead: true, showFoot: true };
const pageOf = (...records: PageRecord[]): PageDocument => ({
  schema: 1,
  setting,
  records: Object.fromEntries(records.map((record) => [record.id, record])),
});
const headingOf = (record: PageRecord | undefined) => (record?.value.heading as { en: string } | undefined)?.en;

describe("the document store", () => {
  const twoWidgets = () => createDocumentStore(pageOf(widget("wd_1", "one", "a1"), widget("wd_2", "two", "a0")));
  const setHeading = (store: ReturnType<typeof twoWidgets>, id: string, text: string, options: object = {}) =>
    store.edit(setField(store.record(id)!, "heading", { zh: text, en: text }), options);

  it("keeps children in order and returns the same list until they change", () => {
    const store = twoWidgets();
    const before = store.children(rootId);
    expect(before).toEqual(["wd_2", "wd_1"]);
    setHeading(store, "wd_1", "still there");
    expect(store.children(rootId)).toBe(before);
    store.edit(addRecords([node("nd_1", "wd_1", "a1"), node("nd_2", "wd_1", "a0"), widget("wd_3", "three", "a05")]));
    expect(store.children(rootId)).toEqual(["wd_2", "wd_3", "wd_1"]);
    expect(store.children("wd_1")).toEqual(["nd_2", "nd_1"]);
  });

  it("notifies listeners of a record only about that record", () => {
    const store = twoWidgets();
    const notified: string[] = [];
    const unsubscribe = store.onRecord("wd_1", () => notified.push("wd_1"));
    store.onRecord("wd_2", () => notified.push("wd_2"));
    setHeading(store, "wd_1", "new");
    expect(notified).toEqual(["wd_1"]);
    unsubscribe();
    setHeading(store, "wd_1", "newer");
    setHeading(store, "wd_2", "other");
    expect(notified).toEqual(["wd_1", "wd_2"]);
  });

  it("merges typing into one undo step until a pause, and restores the selection on undo", () => {
    const store = twoWidgets();
    store.selected.set(["wd_1"]);
    const typing = { merge: "field wd_1 heading" };
    setHeading(store, "wd_1", "a", { capture: typing, at: 0 });
    setHeading(store, "wd_1", "ab", { capture: typing, at: 100 });
    setHeading(store, "wd_1", "abc", { capture: typing, at: 101 + mergeWindow });
    expect(store.history.get().done).toHaveLength(2);
    store.selected.set([]);
    store.undo();
    expect([headingOf(store.record("wd_1")), store.selected.get()]).toEqual(["ab", ["wd_1"]]);
    store.undo();
    expect(headingOf(store.record("wd_1"))).toBe("one");
    store.redo();
    store.redo();
    expect(headingOf(store.record("wd_1"))).toBe("abc");
  });

  it("does not undo changes of other people", () => {
    const store = twoWidgets();
    setHeading(store, "wd_1", "mine");
    setHeading(store, "wd_2", "theirs", { capture: "never" });
    store.undo();
    expect([headingOf(store.record("wd_1")), headingOf(store.record("wd_2"))]).toEqual(["one", "theirs"]);
    store.undo();
    expect(headingOf(store.record("wd_2"))).toBe("theirs");
  });

  it("removes deleted records from the selection", () => {
    const store = twoWidgets();
    store.selected.set(["wd_1", "wd_2"]);
    store.edit({ records: [{ id: "wd_1", before: store.record("wd_1")! }] });
    expect(store.selected.get()).toEqual(["wd_2"]);
  });
});

const infoOf = (page: PageDocument, rev: number) =>
  ({
    pageId: "page",
    path: "/page",
    rev,
    savedAt: "2026-01-01T00:00:00.000Z",
    savedBy: "",
    published: null,
    diyPageInfo: { pageId: "page", page, theme: {} },
  }) as unknown as PageInfo;

type Reply = Error | object | Promise<object>;

/** Opens a page. `replies` are the responses of the server to each call, in order. */
function openPage(replies: Record<string, Reply[]>, page = pageOf(widget("wd_1", "one"), widget("wd_2", "two", "a1"))) {
  const info = infoOf(page, 1);
  const requests: [string, never][] = [];
  const send = (async (name: string, input: never) => {
    requests.push([name, input]);
    const reply = replies[name]?.shift();
    if (reply === undefined) throw new Error(`No answer is prepared for ${name}.`);
    if (reply instanceof Error) throw reply;
    return reply;
  }) as unknown as Send;
  const store = createDocumentStore(page);
  const session = createPageSession({ info, store, localDraft: undefined, send });
  session.start();
  const setHeading = (id: string, text: string) =>
    store.edit(setField(store.record(id)!, "heading", { zh: text, en: text }));
  return { store, session, setHeading, requests };
}
const saveCall = "POST api/sitepage/save";
const readCall = "POST Api/SitePage/GetPageInfo";
const savedReply = (rev: number, others: object[] = []) => ({
  rev,
  savedAt: "2026-01-02T00:00:00.000Z",
  savedBy: "",
  others,
});
const conflictReply = (records: object[]) => new CallProblem(409, "Conflict", { data: { rev: 2, records } });

describe("the session of an open page", () => {
  // The browser objects that a session uses. Without storage it keeps no drafts, like a private window.
  beforeEach(() => {
    vi.stubGlobal("window", Object.assign(new EventTarget(), { setTimeout, clearTimeout }));
    vi.stubGlobal("document", new EventTarget());
    return () => vi.unstubAllGlobals();
  });

  it("saves again after a conflict when the stored page could not be read", async () => {
    const { session, setHeading } = openPage({
      [saveCall]: [conflictReply([{ id: "wd_1", by: "", at: "" }]), savedReply(2)],
      [readCall]: [new CallProblem(0, "No answer from the server.")],
    });
    setHeading("wd_1", "mine");
    expect(await session.save()).toBe(false);
    expect(session.state.get()).toEqual({ kind: "failed", message: "No answer from the server." });
    expect(session.question.get()).toBeUndefined();
    expect(await session.save()).toBe(true);
    expect(session.state.get().kind).toBe("saved");
    session.stop();
  });

  it.each([
    ["a lost response", new CallProblem(0, "No answer from the server.")],
    ["an ended session", new CallProblem(401, "Please sign in first.")],
    ["an outage", new CallProblem(503, "Please try again.")],
    ["an invalid response", new TypeError("Unexpected token")],
  ])("reports the reason after %s, keeps the edits, and saves them the next time", async (_what, problem) => {
    const { session, setHeading, requests } = openPage({ [saveCall]: [problem, savedReply(2)] });
    setHeading("wd_1", "mine");
    expect(await session.save()).toBe(false);
    expect(session.state.get()).toEqual({ kind: "failed", message: problem.message });
    expect(session.isUnsaved()).toBe(true);
    expect(await session.save()).toBe(true);
    expect(requests.map(([, { changes }]) => (changes as { id: string }[]).map(({ id }) => id))).toEqual([
      ["wd_1"],
      ["wd_1"],
    ]);
    session.stop();
  });

  it("records edits again when it is started after a stop, each once", async () => {
    const { session, setHeading, requests } = openPage({ [saveCall]: [savedReply(2)] });
    session.stop();
    session.start();
    session.start();
    setHeading("wd_1", "mine");
    expect(session.state.get().kind).toBe("dirty");
    expect(await session.save()).toBe(true);
    expect(requests.map(([, { changes }]) => (changes as { id: string }[]).map(({ id }) => id))).toEqual([["wd_1"]]);
    session.stop();
    setHeading("wd_1", "after the end");
    expect(session.isUnsaved()).toBe(false);
  });

  it("sends one save after another, each with the changes since the last", async () => {
    const answer = Promise.withResolvers<object>();
    const { session, setHeading, requests } = openPage({ [saveCall]: [answer.promise, savedReply(3)] });
    setHeading("wd_1", "mine");
    const first = session.save();
    await expect.poll(() => requests.length).toBe(1);
    answer.resolve(savedReply(2));
    setHeading("wd_2", "also mine");
    expect(await Promise.all([first, session.save()])).toEqual([true, true]);
    const sent = requests.map(([, input]) => input as { baseRev: number; changes: { id: string }[] });
    expect(sent.map(({ baseRev }) => baseRev)).toEqual([1, 2]);
    expect(sent.flatMap(({ changes }) => changes.map(({ id }) => id))).toEqual(["wd_1", "wd_2"]);
    session.stop();
  });

  it("B-193: lists the widgets of the page anew when its information was loaded, and keeps what is not saved yet", async () => {
    const otherPage = pageOf(widget("wd_1", "one"), widget("wd_3", "three", "a2"));
    const { session, store, setHeading } = openPage({
      [saveCall]: [conflictReply([])],
      [readCall]: [infoOf(otherPage, 2)],
    });
    expect(store.children(rootId)).toEqual(["wd_1", "wd_2"]);
    setHeading("wd_1", "mine");
    expect(await session.save()).toBe(false);
    expect([store.children(rootId), headingOf(store.record("wd_1"))]).toEqual([["wd_1", "wd_3"], "mine"]);
    expect([session.rev(), session.isUnsaved()]).toEqual([2, true]);
    session.stop();
  });

  it("R-12: takes over the changes of others in other parts", async () => {
    const others = [{ id: "wd_2", after: widget("wd_2", "theirs", "a1") }];
    const { session, store, setHeading } = openPage({ [saveCall]: [savedReply(3, others)] });
    setHeading("wd_1", "mine");
    expect(await session.save()).toBe(true);
    expect([headingOf(store.record("wd_1")), headingOf(store.record("wd_2"))]).toEqual(["mine", "theirs"]);
    expect([session.rev(), session.isUnsaved()]).toEqual([3, false]);
    session.stop();
  });

  it("R-12: asks about a conflict in the same part, and saves the decision", async () => {
    const otherPage = pageOf(widget("wd_1", "theirs"), widget("wd_2", "also theirs", "a1"));
    const { session, store, setHeading } = openPage({
      [saveCall]: [conflictReply([{ id: "wd_1", by: "Li", at: "" }]), savedReply(3)],
      [readCall]: [infoOf(otherPage, 2)],
    });
    setHeading("wd_1", "mine");
    expect(await session.save()).toBe(false);
    const question = session.question.get();
    if (question?.kind !== "conflict") throw new Error("No conflict was asked about.");
    expect(await session.resolve(question.conflict, new Set())).toBe(true);
    expect([headingOf(store.record("wd_1")), headingOf(store.record("wd_2"))]).toEqual(["mine", "also theirs"]);
    session.stop();
  });

  it("has nothing to save after everything was undone", async () => {
    const { session, store, setHeading, requests } = openPage({});
    setHeading("wd_1", "mine");
    expect(session.state.get().kind).toBe("dirty");
    store.undo();
    expect(session.state.get().kind).toBe("saved");
    expect(await session.save()).toBe(true);
    expect(requests).toEqual([]);
    session.stop();
  });

  it("does not publish when the save fails", async () => {
    const { session, setHeading, requests } = openPage({ [saveCall]: [new CallProblem(503, "Please try again.")] });
    setHeading("wd_1", "mine");
    expect(await session.publish()).toBe(false);
    expect(requests.map(([name]) => name)).toEqual([saveCall]);
    session.stop();
  });

  it("reports why a saved page was not published, also after a concurrent save", async () => {
    const concurrentSave = new CallProblem(409, "Someone has just saved this page.", { data: { rev: 2 } });
    const { session } = openPage({
      "POST Api/Java/PublishPage": [new CallProblem(503, "Please try again."), concurrentSave],
      [readCall]: [infoOf(pageOf(widget("wd_1", "theirs")), 2)],
    });
    await expect(session.publish()).rejects.toThrow("Please try again.");
    await expect(session.publish()).rejects.toThrow("Someone has just saved this page.");
    expect([session.state.get().kind, session.rev()]).toEqual(["saved", 2]);
    session.stop();
  });
});
