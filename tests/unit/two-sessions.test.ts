/** Two people edit one page, and the network loses requests and responses: no edit is lost or applied twice, and both end with the same page. */
import fc from "fast-check";
import { beforeEach, expect, it, vi } from "vitest";
import { difference, setField } from "#kit/edit.ts";
import { findConflicts, touchedIds } from "#kit/merge.ts";
import { applyChange, type PageChange, type PageDocument, type PageRecord, settingId } from "#kit/page.ts";
import { CallProblem } from "#client/call.ts";
import { createDocumentStore } from "#features/builder/document/document-store.ts";
import type { LocalDraft } from "#features/builder/session/draft-storage.ts";
import { createPageSession, type Send } from "#features/builder/session/page-session.ts";
import type { PageInfo } from "#features/builder/session/session-state.ts";

const ids = ["wd_1", "wd_2", "wd_3", "wd_4"];
const fields = ["heading", "lead"];
const initialPage: PageDocument = {
  schema: 1,
  setting: { title: { zh: "页", en: "Page" }, description: {}, showHead: true, showFoot: true },
  records: Object.fromEntries(
    ids.map((id, index) => [id, { kind: "widget", id, order: `a${index}`, name: "notice", value: {} } as PageRecord]),
  ),
};

/** A model of the server for open pages (features/builder/server/save-page.server.ts), shared by all sessions. */
function createServer() {
  let page = initialPage;
  const revisions: PageChange[] = [];
  const info = () => ({ rev: revisions.length, savedAt: "2026-01-01T00:00:00.000Z", savedBy: "" });
  type Save = { baseRev: number; changes: { id: string; after?: PageRecord }[] };
  function save({ baseRev, changes }: Save) {
    const records = { ...page.records };
    for (const { id, after } of changes) {
      if (after === undefined) delete records[id];
      else records[id] = after;
    }
    const change = difference(page, { ...page, records });
    const touched = new Set(revisions.slice(baseRev).flatMap(touchedIds));
    const conflicts = findConflicts(change, page, touched);
    if (conflicts.length > 0) {
      const data = { rev: revisions.length, records: conflicts.map((id) => ({ id, by: "", at: "" })) };
      throw new CallProblem(409, "Conflict", { data });
    }
    const sentIds = new Set(changes.map(({ id }) => id));
    if (change.records.length > 0) {
      page = applyChange(page, change);
      revisions.push(change);
    }
    const otherIds = [...touched].filter((id) => id !== settingId && !sentIds.has(id));
    return { ...info(), others: otherIds.map((id) => ({ id, after: page.records[id] })) };
  }
  const read = () =>
    ({ ...info(), pageId: "page", path: "/page", published: null, diyPageInfo: { page } }) as unknown as PageInfo;
  return { read, save, page: () => page };
}
type Server = ReturnType<typeof createServer>;
/** The outcome of the next request: it arrives, it is lost, or it arrives and its response is lost. */
type Outcome = "arrives" | "is lost" | "loses its response";

function open(server: Server, localDraft?: LocalDraft) {
  let outcome: Outcome = "arrives";
  const send = (async (name: string, input: never) => {
    const current = outcome;
    outcome = "arrives";
    if (current === "is lost") throw new CallProblem(0, "No answer from the server.");
    const answer = name === "POST api/sitepage/save" ? server.save(input) : server.read();
    if (current === "loses its response") throw new CallProblem(0, "No answer from the server.");
    return answer;
  }) as unknown as Send;
  const store = createDocumentStore(server.page());
  const session = createPageSession({ info: server.read(), store, localDraft, send });
  session.start();
  /** Saves and resolves every conflict for one side. */
  async function save(side: "mine" | "theirs", next: Outcome = "arrives", name = ""): Promise<void> {
    outcome = next;
    await session.save(name);
    for (let question = session.question.get(); question?.kind === "conflict"; question = session.question.get()) {
      const serverVersionIds = side === "theirs" ? question.conflict.records.map(({ id }) => id) : [];
      session.question.set(undefined);
      await session.resolve(question.conflict, new Set(serverVersionIds));
    }
    outcome = "arrives";
  }
  /** Takes over what the other person has saved, if that is possible now. */
  async function pull(next: Outcome): Promise<void> {
    outcome = next;
    await session.pull().catch(() => undefined);
    outcome = "arrives";
  }
  return { store, session, save, pull };
}
type Person = ReturnType<typeof open>;

const person = fc.constantFrom(0, 1);
const anyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("write" as const),
      person,
      record: fc.nat(3),
      field: fc.constantFrom(...fields),
      value: fc.nat(9),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove" as const), person, record: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("undo" as const), person }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("redo" as const), person }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("pull" as const),
      person,
      outcome: fc.constantFrom<Outcome>("arrives", "arrives", "is lost"),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("save" as const),
      person,
      side: fc.constantFrom("mine" as const, "theirs" as const),
      outcome: fc.constantFrom<Outcome>("arrives", "arrives", "is lost", "loses its response"),
    }),
  },
);
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

async function perform(
  { store, save, pull, session }: Person,
  step: Step,
  recordOf: (index: number) => string,
): Promise<void> {
  if (step.kind === "undo" || step.kind === "redo") return store[step.kind]();
  if (step.kind === "save") return save(step.side, step.outcome);
  if (step.kind === "pull") return pull(step.outcome);
  const record = store.record(recordOf(step.record));
  if (record === undefined) return;
  if (step.kind === "remove") return store.edit({ records: [{ id: record.id, before: record }] });
  store.edit(setField(record, step.field, step.value));
  // A page in the state "saved" has no unsaved edits.
  if (session.state.get().kind === "saved") expect(session.isUnsaved()).toBe(false);
}

/** All people save in turn until they have the same page. A save with a name is sent even without edits, so that it brings the edits of others. */
async function saveAll(people: readonly Person[]): Promise<void> {
  for (let round = 0; round < 3; round += 1) for (const { save } of people) await save("mine", "arrives", "named save");
}
const stop = (people: readonly Person[]) => people.forEach(({ session }) => session.stop());

// The browser objects that a page session uses. There is no storage for drafts, as in a private window.
beforeEach(() => {
  vi.stubGlobal("window", Object.assign(new EventTarget(), { setTimeout, clearTimeout }));
  vi.stubGlobal("document", new EventTarget());
  return () => vi.unstubAllGlobals();
});

it("R-12: two people who edit different parts have exactly their edits on the server in the end", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 40 }), async (steps) => {
      const server = createServer();
      const people = [open(server), open(server)] as const;
      const idsOfPerson = [ids.slice(0, 2), ids.slice(2)] as const;
      for (const step of steps) {
        const resolved = step.kind === "save" ? { ...step, side: "mine" as const } : step;
        await perform(people[step.person]!, resolved, (index) => idsOfPerson[step.person]![index % 2]!);
      }
      const expected = Object.fromEntries(
        idsOfPerson.flatMap((editedIds, index) => editedIds.map((id) => [id, people[index]!.store.record(id)])),
      );
      await saveAll(people);
      for (const id of ids) expect([id, server.page().records[id]]).toEqual([id, expected[id]]);
      for (const { store, session } of people) {
        expect(store.page().records).toEqual(server.page().records);
        expect([session.isUnsaved(), session.rev(), session.state.get().kind]).toEqual([
          false,
          server.read().rev,
          "saved",
        ]);
      }
      stop(people);
    }),
    { numRuns: 150 },
  );
});

it("R-12: what another person saves is merged while both work, and unsaved edits of the same part stay until the save asks about them", async () => {
  const server = createServer();
  const people = [open(server), open(server)] as const;
  const [mine, theirs] = people;
  const edit = ({ store }: Person, id: string, value: number) =>
    store.edit(setField(store.record(id)!, "heading", value));
  edit(theirs, "wd_1", 1);
  edit(theirs, "wd_2", 2);
  await theirs.save("mine");
  edit(mine, "wd_3", 3);
  // During a drag, which may have begun while the changes were on their way, the page stays as it is.
  expect([await mine.session.pull(() => false), mine.session.rev()]).toEqual([undefined, 0]);
  expect(await mine.session.pull()).toEqual({ outcome: "merged", by: "" });
  const values = () => ids.slice(0, 3).map((id) => mine.store.record(id)?.value.heading);
  expect([values(), mine.session.rev(), mine.session.isUnsaved()]).toEqual([[1, 2, 3], 1, true]);
  expect(await mine.session.pull()).toBeUndefined();
  // Undo takes back what this person did, and nothing of the other one.
  mine.store.undo();
  expect([values(), mine.session.isUnsaved()]).toEqual([[1, 2, undefined], false]);

  edit(theirs, "wd_1", 4);
  await theirs.save("mine");
  edit(mine, "wd_1", 5);
  expect(await mine.session.pull()).toEqual({ outcome: "clash", by: "" });
  expect([values(), mine.session.rev(), mine.session.question.get()]).toEqual([[5, 2, undefined], 1, undefined]);
  await mine.session.save();
  expect(mine.session.question.get()).toMatchObject({ kind: "conflict", conflict: { records: [{ id: "wd_1" }] } });
  expect(await mine.session.pull()).toBeUndefined();
  stop(people);
});

it("R-12: a draft that was restored from an earlier revision waits for the save, which compares it with what was saved since", async () => {
  const server = createServer();
  const colleague = open(server);
  colleague.store.edit(setField(colleague.store.record("wd_1")!, "heading", 1));
  await colleague.save("mine");
  const change = setField(initialPage.records.wd_1!, "heading", 2);
  const localDraft = { pageId: "page", rev: 0, change, at: "2026-01-01T00:00:00.000Z" };
  const restored = open(server, localDraft);
  expect(await restored.session.pull()).toBeUndefined();
  await restored.session.save();
  expect(restored.session.question.get()).toMatchObject({ kind: "conflict" });
  stop([colleague, restored]);
});

it("R-12: two people who edit the same parts see the page of the server in the end", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 40 }), async (steps) => {
      const server = createServer();
      const people = [open(server), open(server)] as const;
      for (const step of steps) await perform(people[step.person]!, step, (index) => ids[index]!);
      await saveAll(people);
      for (const { store, session } of people) {
        expect(store.page().records).toEqual(server.page().records);
        expect(session.isUnsaved()).toBe(false);
      }
      stop(people);
    }),
    { numRuns: 150 },
  );
});
