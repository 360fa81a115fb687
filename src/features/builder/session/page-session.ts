import type { CallName, CallInput, CallOutput } from "#kit/call.ts";
import { difference, isEmptyChange, rebaseChange } from "#kit/edit.ts";
import { errorMessage } from "#kit/error-message.ts";
import { applyChange, type PageChange, type PageDocument, settingId } from "#kit/page.ts";
import { isSame } from "#kit/same.ts";
import { CallProblem, mayHaveSucceeded } from "#client/call.ts";
import { pageInput } from "./first-calls.ts";
import { type Autosave, createAutosave } from "./autosave.ts";
import type { DocumentStore } from "#features/builder/document/document-store.ts";
import { dropLocalDraft, type LocalDraft } from "./draft-storage.ts";
import type { Base, Conflict, Fault, PageInfo, Published, Question, SaveState } from "./session-state.ts";
import { createValue, type Value } from "#features/builder/document/value.ts";
import { loadOnline } from "#ui/load-online.ts";

/** What merges two versions of a page: loaded with the first conflict. */
const loadMerge = () => import("#kit/merge.ts");

/** Calls the server; in the app the typed client, in tests a stub. */
export type Send = <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallOutput<N>>;

/** The connection of an open page to the server: whether it is saved, what is published, and the calls that change both. */
export type PageSession = {
  state: Value<SaveState>;
  /** What the person has to decide or to know before saving or publishing can go on; undefined if nothing. */
  question: Value<Question>;
  published: Value<Published>;
  /** Ids of the records (and `settingId`) that were bound to what visitors may not read, when the page was last read or saved. */
  unbound: Value<readonly string[]>;
  /** The time when the restored local draft was stored; undefined if none was restored. */
  restoredAt: string | undefined;
  /** The latest known revision on the server. */
  rev: () => number;
  /** Whether there are unsaved edits. */
  isUnsaved: () => boolean;
  /** Whether a record is in the last known draft of the server. */
  isOnServer: (id: string) => boolean;
  autosave: Autosave;
  /** Saves unsaved edits. Returns false on failure; `state` or `question` then has the reason. */
  save: (name?: string) => Promise<boolean>;
  /**
   * Saves and publishes; the list of versions shows `note`. Returns false when saving failed, or when `question` asks for a decision.
   * @throws the error of a failed publish call that has set no `question`
   */
  publish: (note?: string) => Promise<boolean>;
  /**
   * Resolves a conflict and saves again: takes the server's version of the records in `serverVersionIds`, and keeps the local version of the
   * others.
   */
  resolve: (conflict: Conflict, serverVersionIds: ReadonlySet<string>) => Promise<boolean>;
  /**
   * Merges what others have saved since the last known revision into the page. Leaves the page as it is if that clashes with unsaved edits: then the
   * next save asks. Waits for running saves. `mayMerge` is asked when the changes of the others have come. `by`: who saved last.
   */
  pull: (mayMerge?: () => boolean) => Promise<{ outcome: "merged" | "clash"; by: string } | undefined>;
  /** Discards all unsaved edits and shows the last known state of the server. */
  revert: () => void;
  /** Begins to record edits of the page; `stop` ends that, and the session can be started again. */
  start: () => void;
  stop: () => void;
};

const dirty: SaveState = { kind: "dirty" };

type SessionOptions = { info: PageInfo; store: DocumentStore; localDraft: LocalDraft | undefined; send: Send };
type ClashData = { rev: number; records?: Conflict["records"] };

/** Synchronizes an open page with the server: unsaved edits, saving, publishing, and concurrent changes by others. */
export function createPageSession({ info, store, localDraft, send }: SessionOptions): PageSession {
  const { pageId } = info;
  let base: Base = { rev: info.rev, page: info.diyPageInfo.page };
  /** Ids of the records with local changes since the last save. Only these are compared, so that the cost does not depend on the size of the page. */
  let touchedIds = new Set<string>();
  /**
   * An edit whose request got no response, so the server may have saved it. The next save sends it again first; that changes nothing if it was saved.
   */
  let unconfirmedEdit: PageChange | undefined;
  let lastSave: Promise<boolean> = Promise.resolve(true);
  let savedState: SaveState = { kind: "saved", at: info.savedAt, by: info.savedBy };
  const state = createValue<SaveState>(savedState);
  const question = createValue<Question>(undefined);
  const published = createValue<Published>(info.published);
  const unbound = createValue<readonly string[]>(info.unbound);
  const autosave = createAutosave(pageId, () => ({ rev: base.rev, change: pendingEdits() }));

  /** The local edits since `base`. */
  function pendingEdits(): PageChange {
    const records = [...touchedIds].flatMap((id) => {
      const [before, after] = [base.page.records[id], store.stored.record(id)];
      return id === settingId || isSame(before, after)
        ? []
        : [{ id, ...(before && { before }), ...(after && { after }) }];
    });
    const setting = { before: base.page.setting, after: store.setting() };
    return { records, ...(touchedIds.has(settingId) && !isSame(setting.before, setting.after) ? { setting } : {}) };
  }

  const isUnsaved = () => unconfirmedEdit !== undefined || !isEmptyChange(pendingEdits());

  function recordEdit(change: PageChange): void {
    for (const { id } of change.records) touchedIds.add(id);
    if (change.setting !== undefined) touchedIds.add(settingId);
    autosave.schedule();
    // After undoing all edits the page counts as saved.
    if (state.get().kind !== "saving") state.set(isUnsaved() ? dirty : savedState);
  }
  let unsubscribe: (() => void) | undefined;

  let restoredAt: string | undefined;
  /** Whether the restored draft is based on an earlier revision than the page in `base`. */
  let isDraftOlder = false;
  // A local draft is applied to the page, and saved against the revision it is based on, so that the server detects conflicts.
  const restoredChange = localDraft && rebaseChange(localDraft.change, store.stored.record, store.setting());
  if (localDraft !== undefined && restoredChange !== undefined && !isEmptyChange(restoredChange)) {
    isDraftOlder = localDraft.rev < base.rev;
    base = { ...base, rev: Math.min(localDraft.rev, base.rev) };
    store.edit(restoredChange, { isStored: true });
    recordEdit(restoredChange);
    restoredAt = localDraft.at;
  } else if (localDraft !== undefined) void dropLocalDraft(pageId);

  /** Sets the last known state of the server. */
  function rebase(
    rev: number,
    page: PageDocument,
    { savedAt, savedBy, unbound: ids }: Pick<PageInfo, "savedAt" | "savedBy" | "unbound">,
  ): void {
    base = { rev, page };
    if (!isSame(ids, unbound.get())) unbound.set(ids);
    isDraftOlder = false;
    unconfirmedEdit = undefined;
    touchedIds = new Set(
      [...touchedIds].filter((id) =>
        id === settingId ? !isSame(page.setting, store.setting()) : !isSame(page.records[id], store.stored.record(id)),
      ),
    );
    savedState = { kind: "saved", at: savedAt, by: savedBy };
    state.set(touchedIds.size === 0 ? savedState : dirty);
    autosave.schedule();
    if (touchedIds.size === 0) autosave.flush();
  }

  const readServerPage = () => send("POST Api/SitePage/GetPageInfo", pageInput(pageId));

  /** Changes the local page to `target`, without an undo step. */
  function applyRemote(target: PageDocument): void {
    store.edit(difference(store.page(), target), { capture: "never" });
  }

  /** Reports that saving failed, and why. */
  function fail(error: unknown): void {
    const message = errorMessage(error);
    state.set(isUnsaved() ? { kind: "failed", message } : savedState);
  }

  /** After a 409: asks about records that both sides changed, or applies the remote changes. */
  async function reloadAfterConflict(records: Conflict["records"]): Promise<void> {
    try {
      const [theirs, { resolvePage }] = await Promise.all([readServerPage(), loadOnline(loadMerge)]);
      if (records.length > 0) return question.set({ kind: "conflict", conflict: { records, serverPage: theirs } });
      applyRemote(resolvePage(base.page, store.page(), theirs.diyPageInfo.page, new Set()));
      rebase(theirs.rev, theirs.diyPageInfo.page, theirs);
    } catch (problem) {
      // The request failed; the next save gets the same conflict again.
      fail(problem);
    }
  }

  /** Shows why the server refused a call. Resolves to false, the result of the save. */
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
    const edit = pendingEdits();
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
      const remoteChange: PageChange = {
        records: saved.others.map(({ id, after }) => ({
          id,
          ...(base.page.records[id] && { before: base.page.records[id] }),
          ...(after && { after }),
        })),
        ...(saved.othersSetting && { setting: { before: base.page.setting, after: saved.othersSetting } }),
      };
      const page = applyChange(applyChange(base.page, edit), remoteChange);
      store.edit(rebaseChange(remoteChange, store.stored.record, store.setting()), { capture: "never" });
      rebase(saved.rev, page, saved);
      return true;
    } catch (error) {
      if (mayHaveSucceeded(error)) unconfirmedEdit = edit;
      return showRefusal(error);
    }
  }

  /** Runs saves one after another; each saves the edits that are unsaved when it starts. */
  function save(name = ""): Promise<boolean> {
    const thisSave = lastSave.then(() => saveDraft(name));
    // A failed save does not stop the next one.
    lastSave = thisSave.catch(() => false);
    return thisSave;
  }

  async function mergeOthers(mayMerge: () => boolean): ReturnType<PageSession["pull"]> {
    // The next save sends the edit again or compares the older draft, or its question is answered first.
    if (unconfirmedEdit !== undefined || isDraftOlder || question.get() !== undefined) return undefined;
    const [theirs, merge] = await Promise.all([readServerPage(), loadOnline(loadMerge)]);
    if (theirs.rev <= base.rev || !mayMerge()) return undefined;
    const { page } = theirs.diyPageInfo;
    const touchedByOthers = new Set(merge.touchedIds(difference(base.page, page)));
    const by = theirs.savedBy;
    if (merge.findConflicts(pendingEdits(), page, touchedByOthers).length > 0) return { outcome: "clash", by };
    applyRemote(merge.resolvePage(base.page, store.page(), page, new Set()));
    rebase(theirs.rev, page, theirs);
    return { outcome: "merged", by };
  }

  return {
    state,
    question,
    published,
    unbound,
    restoredAt,
    rev: () => base.rev,
    isUnsaved,
    isOnServer: (id) => base.page.records[id] !== undefined,
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
        // The draft is saved, so `state` does not report that publishing failed.
        if (question.get() === undefined) throw error;
        return false;
      }
    },
    async resolve({ serverPage: theirs }, serverVersionIds) {
      const target = theirs.diyPageInfo.page;
      const { resolvePage } = await loadMerge();
      applyRemote(resolvePage(base.page, store.page(), target, serverVersionIds));
      // After applying remote changes, only records with local edits differ from the server.
      for (const id of difference(target, store.page()).records.map((change) => change.id)) touchedIds.add(id);
      question.set(undefined);
      rebase(theirs.rev, target, theirs);
      return save();
    },
    pull(mayMerge = () => true) {
      const pulled = lastSave.then(() => mergeOthers(mayMerge));
      lastSave = pulled.then(
        () => true,
        () => false,
      );
      return pulled;
    },
    revert() {
      store.edit(difference(store.page(), base.page), { isStored: true });
    },
    start() {
      unsubscribe ??= store.onChange((change, isOwn) => isOwn && recordEdit(change));
      autosave.start();
    },
    stop() {
      unsubscribe?.();
      unsubscribe = undefined;
      autosave.stop();
    },
  };
}
