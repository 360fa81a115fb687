import { differsAtWidths, editAtWidth, editInClient, recordAtWidth, recordForClient } from "#kit/client-override.ts";
import type { ClientType } from "#kit/client-type.ts";
import { isEmptyChange, rebaseChange } from "#kit/edit.ts";
import { type Capture, type History, noHistory, recordStep, stepBack, stepForward } from "#kit/history.ts";
import {
  invert,
  type PageChange,
  type PageDocument,
  type PageRecord,
  type PageSetting,
  type RecordChange,
} from "#kit/page.ts";
import { markOutdated } from "#kit/outdated.ts";
import { byOrder, parentOf, type Tree } from "#kit/page-tree.ts";
import type { PageWidth } from "#kit/page-width.ts";
import { isSame } from "#kit/same.ts";
import type { Locale } from "#kit/text.ts";
import { responsiveSettings } from "#render/registry.ts";
import { createValue, type Value } from "./value.ts";

type Listener = () => void;

type EditOptions = { capture?: Capture; select?: readonly string[]; at?: number; isStored?: boolean };

/** The edited page. Components subscribe to single records, so that the cost of an edit does not depend on the size of the page. */
export type DocumentStore = {
  /** A record as the client in view gets it, at the edited width if there is one; as stored while there is neither. */
  record: (id: string) => PageRecord | undefined;
  /** A record as it is shown: like `record`, with the values of the width in view. */
  shown: (id: string) => PageRecord | undefined;
  /** The records as stored, with what differs in clients, for whoever copies or compares them. */
  stored: Tree;
  /** The client in view: what it gets is read, and edits are its own where clients may differ. Undefined for all. */
  client: () => ClientType | undefined;
  showClient: (client: ClientType | undefined) => void;
  /** The width in view; undefined while the page is wider than all of `pageWidths`. */
  width: () => PageWidth | undefined;
  /** The width whose own values are read and edited; undefined while edits are for all widths. */
  editedWidth: () => PageWidth | undefined;
  showWidth: (width: PageWidth | undefined, isEdited: boolean) => void;
  /** The language in view; undefined for all. */
  locale: () => Locale | undefined;
  showLocale: (locale: Locale | undefined) => void;
  setting: () => PageSetting;
  /** Whether this person may change the texts, pictures and links of the page only. */
  isContentOnly: boolean;
  /** Ids of the widgets (below `rootId`), or of the children of a canvas or a group, in order; a stable array until they change. */
  children: (parent: string) => readonly string[];
  /** A copy of the current page, created on demand. */
  page: () => PageDocument;
  /**
   * Applies an edit. `select`: the selection afterwards. `at`: the time of the edit, in ms since 1970; by default the current time. `isStored`: the edit
   * is one of the records as stored, whatever client is in view.
   */
  edit: (change: PageChange, options?: EditOptions) => void;
  undo: () => void;
  redo: () => void;
  history: Value<History>;
  /** Ids of the selected records, in the order in which they were selected. */
  selected: Value<readonly string[]>;
  /** Whether undo or redo made the current selection, to show what it changed. */
  isSelectedByStep: () => boolean;
  onRecord: (id: string, listener: Listener) => () => void;
  onChildren: (parent: string, listener: Listener) => () => void;
  onSetting: (listener: Listener) => () => void;
  /** Calls the listener after every change. `isOwn`: this person made the change, so it has to be saved. */
  onChange: (listener: (change: PageChange, isOwn: boolean) => void) => () => void;
};

const noIds: readonly string[] = [];

/** Whether a change leaves everything of a page as it is but values of records, which the panel limits to texts, pictures and links. That of a group is its name. */
const keepsShape = ({ records, setting }: PageChange): boolean =>
  setting === undefined &&
  records.every(({ before, after }) => {
    if (before === undefined || after === undefined || after.kind === "group") return false;
    const shapeOf = ({ value: _v, overrides: _o, outdated: _t, ...rest }: PageRecord) => ({ ...rest, formats: null });
    return isSame(shapeOf(before), shapeOf(after));
  });

/** `refuse`: called in place of an edit of more than content, for people who may edit content only. */
export function createDocumentStore(initial: PageDocument, refuse?: () => void): DocumentStore {
  const records = new Map(Object.entries(initial.records));
  const childIds = new Map<string, Set<string>>();
  const sortedChildIds = new Map<string, readonly string[]>();
  const listenersByTopic = new Map<string, Set<Listener>>();
  const changeListeners = new Set<(change: PageChange, isOwn: boolean) => void>();
  const history = createValue<History>(noHistory);
  const selected = createValue<readonly string[]>(noIds);
  /** The text that the last edit was made in, and whether that brought it up to date with its other language. */
  let typing: { key: string; follows: boolean } | undefined;
  let client: ClientType | undefined;
  let width: PageWidth | undefined;
  let editedWidth: PageWidth | undefined;
  let locale: Locale | undefined;
  let setting = initial.setting;
  let cachedPage: PageDocument | undefined = initial;
  let stepSelection: readonly string[] | undefined;

  const childIdsOf = (parent: string) => {
    const ids = childIds.get(parent) ?? new Set<string>();
    childIds.set(parent, ids);
    return ids;
  };
  for (const record of records.values()) childIdsOf(parentOf(record)).add(record.id);

  function subscribe(topic: string, listener: Listener): () => void {
    const listeners = listenersByTopic.get(topic) ?? new Set();
    listenersByTopic.set(topic, listeners.add(listener));
    return () => listeners.delete(listener);
  }
  const notify = (topic: string) => listenersByTopic.get(topic)?.forEach((listener) => listener());

  function setRecord(id: string, after: PageRecord | undefined, changedParents: Set<string>): void {
    const before = records.get(id);
    if (after === undefined) records.delete(id);
    else records.set(id, after);
    const isMoved =
      before === undefined ||
      after === undefined ||
      before.order !== after.order ||
      parentOf(before) !== parentOf(after);
    if (!isMoved) return;
    for (const parent of [before, after].flatMap((record) => (record === undefined ? [] : [parentOf(record)])))
      changedParents.add(parent);
    if (before !== undefined) childIdsOf(parentOf(before)).delete(id);
    if (after !== undefined) childIdsOf(parentOf(after)).add(id);
  }

  function commit(change: PageChange, isOwn: boolean): void {
    const changedParents = new Set<string>();
    for (const { id, after } of change.records) setRecord(id, after, changedParents);
    if (change.setting !== undefined) setting = change.setting.after;
    for (const parent of changedParents) sortedChildIds.delete(parent);
    cachedPage = undefined;
    if (selected.get().some((id) => !records.has(id))) selected.set(selected.get().filter((id) => records.has(id)));
    for (const { id } of change.records) notify(`record ${id}`);
    for (const parent of changedParents) notify(`children ${parent}`);
    if (change.setting !== undefined) notify("setting");
    for (const listener of changeListeners) listener(change, isOwn);
  }

  /** The change with what it puts out of date, if it is made in the text of a field (`field id name language`). */
  function withOutdated(change: PageChange, capture: Capture): PageChange {
    const key = typeof capture === "object" && capture.merge.startsWith("field ") ? capture.merge : undefined;
    const isFollowing = key !== undefined && typing?.key === key && typing.follows;
    typing = key === undefined ? undefined : { key, follows: isFollowing };
    if (key === undefined) return change;
    return {
      ...change,
      records: change.records.map(({ id, before, after }) => {
        if (before === undefined || after === undefined)
          return { id, ...(before && { before }), ...(after && { after }) };
        const { record, follows } = markOutdated(before, after, isFollowing);
        typing = { key, follows };
        return { id, before, after: record };
      }),
    };
  }

  /** An edit of records as the client in view gets them, or as the edited width has them, as one of the stored records. */
  function toStored(change: PageChange): PageChange {
    if (client === undefined && editedWidth === undefined) return change;
    const toVariant = (stored: PageRecord, after: PageRecord) => {
      if (editedWidth === undefined) return editInClient(stored, client!, after);
      return editAtWidth(stored, { width: editedWidth, settings: responsiveSettings(stored), client }, after);
    };
    return {
      ...change,
      records: change.records.flatMap(({ id, before, after }): RecordChange[] => {
        const stored = records.get(id);
        if (before === undefined || stored === undefined) return [{ id, ...(after && { after }) }];
        if (after === undefined) return [{ id, before: stored }];
        const edited = toVariant(stored, after);
        return isSame(stored, edited) ? [] : [{ id, before: stored, after: edited }];
      }),
    };
  }

  const readAt = (id: string, at: PageWidth | undefined): PageRecord | undefined => {
    const record = records.get(id);
    const ofClient = record === undefined || client === undefined ? record : recordForClient(record, client);
    return ofClient === undefined || at === undefined ? ofClient : recordAtWidth(ofClient, at);
  };

  function children(parent: string): readonly string[] {
    const cachedIds = sortedChildIds.get(parent);
    if (cachedIds !== undefined) return cachedIds;
    const ids = [...childIdsOf(parent)]
      .map((id) => records.get(id)!)
      .toSorted(byOrder)
      .map(({ id }) => id);
    sortedChildIds.set(parent, ids);
    return ids;
  }

  /** Applies an undo or redo step: its change, rebased on the current records, and its selection. */
  function applyStep(change: PageChange, selection: readonly string[], next: History): void {
    commit(
      rebaseChange(change, (id) => records.get(id), setting),
      true,
    );
    history.set(next);
    stepSelection = selection.filter((id) => records.has(id));
    selected.set(stepSelection);
  }

  return {
    record: (id) => readAt(id, editedWidth),
    shown: (id) => readAt(id, width),
    stored: { record: (id) => records.get(id), children },
    client: () => client,
    showClient(next) {
      if (next === client) return;
      client = next;
      // Records without overrides are the same in all clients, but may be limited to some, or to a time.
      for (const { id, overrides, clients, period } of records.values())
        if ((overrides ?? clients ?? period) !== undefined) notify(`record ${id}`);
    },
    width: () => width,
    editedWidth: () => editedWidth,
    showWidth(next, isEdited) {
      const edited = isEdited ? next : undefined;
      if (next === width && edited === editedWidth) return;
      [width, editedWidth] = [next, edited];
      for (const record of records.values())
        if (record.overrides !== undefined && differsAtWidths(record)) notify(`record ${record.id}`);
    },
    locale: () => locale,
    showLocale(next) {
      if (next === locale) return;
      locale = next;
      for (const { id, languages } of records.values()) if (languages !== undefined) notify(`record ${id}`);
    },
    setting: () => setting,
    isContentOnly: refuse !== undefined,
    children,
    page() {
      cachedPage ??= { schema: 1, setting, records: Object.fromEntries(records) };
      return cachedPage;
    },
    edit(edited, { capture = "now", select, at = Date.now(), isStored = capture === "never" } = {}) {
      const stored = isStored ? edited : toStored(edited);
      if (isEmptyChange(stored)) return;
      if (refuse !== undefined && capture !== "never" && !keepsShape(stored)) return refuse();
      const change = withOutdated(stored, capture);
      const before = selected.get();
      commit(change, capture !== "never");
      if (select !== undefined) selected.set(select);
      if (capture === "never") return;
      const key =
        typeof capture === "object" ? { mergeKey: `${capture.merge} ${client ?? ""} ${editedWidth ?? ""}` } : {};
      history.set(recordStep(history.get(), { change, at, selected: { before, after: selected.get() }, ...key }));
    },
    undo() {
      const undoResult = stepBack(history.get());
      if (undoResult !== undefined)
        applyStep(invert(undoResult.step.change), undoResult.step.selected.before, undoResult.history);
    },
    redo() {
      const redoResult = stepForward(history.get());
      if (redoResult !== undefined)
        applyStep(redoResult.step.change, redoResult.step.selected.after, redoResult.history);
    },
    history,
    selected,
    isSelectedByStep: () => selected.get() === stepSelection,
    onRecord: (id, listener) => subscribe(`record ${id}`, listener),
    onChildren: (parent, listener) => subscribe(`children ${parent}`, listener),
    onSetting: (listener) => subscribe("setting", listener),
    onChange(listener) {
      changeListeners.add(listener);
      return () => changeListeners.delete(listener);
    },
  };
}
