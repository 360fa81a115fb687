import type { CallName, CallInput, CallOutput } from "#kit/call.ts";
import { difference, isEmptyChange, rebaseChange } from "#kit/edit.ts";
import { errorMessage } from "#kit/error-message.ts";
import { resolvePage } from "#kit/merge.ts";
import { applyChange, type PageChange, type PageDocument, settingId } from "#kit/page.ts";
import { isSame } from "#kit/same.ts";
import { CallProblem, mayHaveSucceeded } from "#client/call.ts";
import { pageInput } from "./first-calls.ts";
import { type Autosave, createAutosave } from "./autosave.ts";
import type { DocumentStore } from "#features/builder/document/document-store.ts";
import { dropLocalDraft, type Draft } from "./draft-storage.ts";
import type { Base, Conflict, Fault, PageInfo, Published, Question, SaveState } from "./session-state.ts";
import { createValue, type Value } from "#features/builder/document/value.ts";

/** How the session reaches the server; the typed client in the app. */
export type Send = <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallOutput<N>>;

export type PageSession = {
  state: Value<SaveState>;
  question: Value<Question>;
  published: Value<Published>;
  /** The time of the last edit of a restored draft. */
  restoredAt: string | undefined;
  /** Revision that the server has. */
  rev: () => number;
  /** Whether there are unsaved edits. */
  isUnsaved: () => boolean;
  autosave: Autosave;
  /** Saves unsaved edits; false when that failed, and then `state` or `question` says why. */
  save: (name?: string) => Promise<boolean>;
  /**
   * Saves and publishes; `note` is shown in the list of versions. False when it could not be saved, or when `question` asks for a decision.
   * @throws why a saved draft was not published
   */
  publish: (note?: string) => Promise<boolean>;
  /** Resolves a conflict: the records in `theirIds` keep the other person's version. Then saves again. */
  resolve: (conflict: Conflict, theirIds: ReadonlySet<string>) => Promise<boolean>;
  /** Discards all unsaved edits and shows the page as the server has it. */
  revert: () => void;
  stop: () => void;
};

const dirty: SaveState = { kind: "dirty" };

type Options = { info: PageInfo; store: DocumentStore; draft: Draft | undefined; send: Send };
type ClashData = { rev: number; records?: Conflict["records"] };

/** Synchronizes an open page with the server: unsaved edits, saving, publishing, and concurrent changes by others. */
export function createPageSession({ info, store, draft, send }: Options): PageSession {
  const { pageId } = info;
  let base: Base = { rev: info.rev, page: info.diyPageInfo.page };
  /** Ids changed here since the last save: only these are compared, however large the page. */
  let touched = new Set<string>();
  /**
   * An edit without a response: the server may have it or not. It is sent again first, which changes nothing if it was saved; later edits are
   * compared with the state after it.
   */
  let unconfirmedEdit: PageChange | undefined;
  let running: Promise<boolean> = Promise.resolve(true);
  let lastSaved: SaveState = { kind: "saved", at: info.savedAt, by: info.savedBy };
  const state = createValue<SaveState>(lastSaved);
  const question = createValue<Question>(undefined);
  const published = createValue<Published>(info.published);
  const autosave = createAutosave(pageId, () => ({ rev: base.rev, change: pending() }));

  /** The local edits since `base`. */
  function pending(): PageChange {
    const records = [...touched].flatMap((id) => {
      const [before, after] = [base.page.records[id], store.record(id)];
      return id === settingId || isSame(before, after)
        ? []
        : [{ id, ...(before && { before }), ...(after && { after }) }];
    });
    const setting = { before: base.page.setting, after: store.setting() };
    return { records, ...(touched.has(settingId) && !isSame(setting.before, setting.after) ? { setting } : {}) };
  }

  const isUnsaved = () => unconfirmedEdit !== undefined || !isEmptyChange(pending());

  const unwatch = store.onChange((change, isOwn) => {
    if (!isOwn) return;
    for (const { id } of change.records) touched.add(id);
    if (change.setting !== undefined) touched.add(settingId);
    autosave.schedule();
    // After undoing everything there is nothing to save.
    if (state.get().kind !== "saving") state.set(isUnsaved() ? dirty : lastSaved);
  });

  /** A restored draft is applied on top; it is saved against the revision it was based on, so that nothing is overwritten unnoticed. */
  let restoredAt: string | undefined;
  const restoredChange = draft && rebaseChange(draft.change, store.record, store.setting());
  if (draft !== undefined && restoredChange !== undefined && !isEmptyChange(restoredChange)) {
    base = { ...base, rev: Math.min(draft.rev, base.rev) };
    store.edit(restoredChange);
    restoredAt = draft.at;
  } else if (draft !== undefined) void dropLocalDraft(pageId);

  /** Sets the state of the server. */
  function rebase(rev: number, page: PageDocument, { savedAt, savedBy }: { savedAt: string; savedBy: string }): void {
    base = { rev, page };
    unconfirmedEdit = undefined;
    touched = new Set(
      [...touched].filter((id) =>
        id === settingId ? !isSame(page.setting, store.setting()) : !isSame(page.records[id], store.record(id)),
      ),
    );
    lastSaved = { kind: "saved", at: savedAt, by: savedBy };
    state.set(touched.size === 0 ? lastSaved : dirty);
    autosave.schedule();
    if (touched.size === 0) autosave.flush();
  }

  const read = () => send("POST Api/SitePage/GetPageInfo", pageInput(pageId));

  /** Applies remote changes to records without local edits. */
  function applyRemote(target: PageDocument): void {
    store.edit(difference(store.page(), target), { capture: "never" });
  }

  /** Reports that saving failed, and why. */
  function fail(error: unknown): void {
    const message = errorMessage(error);
    state.set(isUnsaved() ? { kind: "failed", message } : lastSaved);
  }

  /** After a 409: asks about records that both sides changed, or applies the remote changes. */
  async function reloadAfterConflict(records: Conflict["records"]): Promise<void> {
    try {
      const theirs = await read();
      if (records.length > 0) return question.set({ kind: "conflict", conflict: { records, theirs } });
      applyRemote(resolvePage(base.page, store.page(), theirs.diyPageInfo.page, new Set()));
      rebase(theirs.rev, theirs.diyPageInfo.page, theirs);
    } catch (problem) {
      // The network may fail between the refusal and this request: the next save meets the same conflict.
      fail(problem);
    }
  }

  /** Shows why the server refused; always false. */
  async function showRefusal(error: unknown): Promise<false> {
    fail(error);
    if (!(error instanceof CallProblem)) return false;
    const problems = (error.data as { problems?: Fault[] } | undefined)?.problems;
    if (problems !== undefined) question.set({ kind: "faults", title: error.message, faults: problems });
    if (error.status === 409) await reloadAfterConflict((error.data as ClashData | undefined)?.records ?? []);
    return false;
  }

  async function saveDraft(name: string): Promise<boolean> {
    if (unconfirmedEdit !== undefined && !(await sendEdit(unconfirmedEdit, ""))) return false;
    const edit = pending();
    return (isEmptyChange(edit) && name === "") || sendEdit(edit, name);
  }

  async function sendEdit(edit: PageChange, name: string): Promise<boolean> {
    state.set({ kind: "saving" });
    try {
      const changes = edit.records.map(({ id, after }) => ({ id, ...(after && { after }) }));
      const saved = await send("POST api/sitepage/save", {
        diyPageInfo: { pageId },
        baseRev: base.rev,
        changes,
        saveName: name,
        ...(edit.setting && { setting: edit.setting.after }),
      });
      const others: PageChange = {
        records: saved.others.map(({ id, after }) => ({
          id,
          ...(base.page.records[id] && { before: base.page.records[id] }),
          ...(after && { after }),
        })),
        ...(saved.othersSetting && { setting: { before: base.page.setting, after: saved.othersSetting } }),
      };
      const page = applyChange(applyChange(base.page, edit), others);
      store.edit(rebaseChange(others, store.record, store.setting()), { capture: "never" });
      rebase(saved.rev, page, saved);
      return true;
    } catch (error) {
      if (mayHaveSucceeded(error)) unconfirmedEdit = edit;
      return showRefusal(error);
    }
  }

  /** Saves run one after another, each with the edits that are unsaved by then. */
  function save(name = ""): Promise<boolean> {
    const thisSave = running.then(() => saveDraft(name));
    // A failed save does not stop the next one.
    running = thisSave.catch(() => false);
    return thisSave;
  }

  return {
    state,
    question,
    published,
    restoredAt,
    rev: () => base.rev,
    isUnsaved,
    autosave,
    save,
    async publish(note = "") {
      if (!(await save())) return false;
      try {
        const snapshot = await send("POST Api/Java/PublishPage", { pageId, rev: base.rev, note });
        published.set({ id: snapshot.snapshotId, number: snapshot.version, rev: base.rev, createdAt: snapshot.time });
        return true;
      } catch (error) {
        await showRefusal(error);
        // The draft is saved: its state says nothing of the publishing.
        if (question.get() === undefined) throw error;
        return false;
      }
    },
    async resolve({ theirs }, theirIds) {
      const target = theirs.diyPageInfo.page;
      applyRemote(resolvePage(base.page, store.page(), target, theirIds));
      // After applying remote changes, only records with local edits differ from the server.
      for (const id of difference(target, store.page()).records.map((change) => change.id)) touched.add(id);
      question.set(undefined);
      rebase(theirs.rev, target, theirs);
      return save();
    },
    revert() {
      store.edit(difference(store.page(), base.page));
    },
    stop() {
      unwatch();
      autosave.stop();
    },
  };
}
