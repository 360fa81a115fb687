import { isObject } from "#kit/is-object.ts";
import { changeVariants } from "#kit/client-override.ts";
import { type Fragment, insertFragment } from "#kit/fragment.ts";
import { memo } from "#kit/memo.ts";
import {
  idPrefixes,
  type PageChange,
  type PageDocument,
  type PageRecord,
  type RecordChange,
  type StoredPage,
  settingId,
} from "#kit/page.ts";
import { box, groupRecord, nodeRecord, pageFragment, pageSetting, widgetRecord } from "#kit/page-schema.ts";
import { emptyTree, treeOfRecords, treeProblems } from "#kit/page-tree.ts";
import type { Text } from "#kit/text.ts";
import { definitionOf, holdsNodes } from "#render/registry.ts";

const texts = {
  shape: { zh: "组件格式不正确", en: "Invalid component format" },
  box: { zh: "位置或尺寸超出范围", en: "Position or size is out of range" },
  newer: {
    zh: "此组件由更新版本的程序保存，请刷新后重试",
    en: "A newer version of the program saved this component. Reload and try again.",
  },
  older: { zh: "此组件无法转换为当前版本，只能删除", en: "This component cannot be updated. You can only delete it." },
};

type PlainObject = Readonly<Record<string, unknown>>;
/** The properties of a value; none if it is not a plain object. */
const propertiesOf = (value: unknown): PlainObject => (isObject(value) ? value : {});

/** A record converted to the current version of its definition, or why it is unreadable. */
type RecordReading = { record: PageRecord; problem?: never } | { record?: never; problem: Text };

function upgradeRecord(record: PageRecord): RecordReading {
  const definition = definitionOf(record);
  const storedVersion = record.version ?? 1;
  const currentVersion = definition?.version ?? 1;
  // An unknown widget or node has no versions: it is reported as unknown elsewhere.
  if (definition === undefined || storedVersion === currentVersion) return { record };
  if (storedVersion > currentVersion) return { problem: texts.newer };
  try {
    const upgrade = (value: PageRecord["value"]) => definition.upgrade!(value, storedVersion);
    return {
      record: changeVariants(record, (variant) => ({
        ...variant,
        version: currentVersion,
        value: upgrade(variant.value),
      })),
    };
  } catch {
    return { problem: texts.older };
  }
}

/** The schema for the kind of a record. Without a valid kind, that of widgets, which then rejects the record. */
function schemaOf(stored: unknown) {
  const { kind } = propertiesOf(stored);
  return kind === "node" ? nodeRecord : kind === "group" ? groupRecord : widgetRecord;
}

/** Validates a record from the database, the browser or the clipboard, and upgrades it to the current version. */
export function readRecord(id: string, stored: unknown): RecordReading {
  const { data, error } = schemaOf(stored).safeParse(stored);
  if (error !== undefined)
    return { problem: error.issues.some(({ path }) => path[0] === "box") ? texts.box : texts.shape };
  return data.id === id ? upgradeRecord(data) : { problem: texts.shape };
}

/** A placeholder for an unreadable record, with its position and name if these are readable; undefined if no valid placeholder is possible. */
function placeholderOf(id: string, stored: unknown): PageRecord | undefined {
  const { order, name, type, parent, box: storedBox, version } = propertiesOf(stored);
  const kinds = {
    wd: { kind: "widget", name: name ?? "" },
    nd: { kind: "node", type: type ?? "", parent, box: box.safeParse(storedBox).data ?? { x: 0, y: 0, w: 100, h: 30 } },
    gr: { kind: "group", parent },
  };
  const prefix = Object.values(idPrefixes).find((candidate) => id.startsWith(`${candidate}_`)) ?? "wd";
  const kind = kinds[prefix];
  const candidates = [{ order, ...(version === undefined ? {} : { version }) }, { order }, { order: "a0" }];
  return candidates
    .map((optional) => schemaOf(kind).safeParse({ id, ...kind, ...optional, value: {} }).data)
    .find((record) => record !== undefined);
}

/**
 * A page with records of the current versions. `broken`: ids of unreadable records, replaced by placeholders; `settingId` for unreadable settings.
 */
export type ReadPage = { page: PageDocument; broken: string[] };

/** Stands for settings that cannot be read. A page for signed-in people must not become public by that. */
const unreadableSetting = (stored: unknown): PageDocument["setting"] => ({
  title: {},
  description: {},
  showHead: true,
  showFoot: true,
  ...([undefined, null, false].includes(propertiesOf(stored).isLogin as undefined) ? {} : { isLogin: true }),
});

/** Converts a stored page to a document. The only function that does; it never throws, not even on invalid data. */
export function readPage(stored: StoredPage): ReadPage {
  const { schema, setting, records } = propertiesOf(stored);
  const { data } = pageSetting.safeParse(setting);
  const broken: string[] = [];
  const page: PageDocument = {
    schema: 1,
    setting: data ?? unreadableSetting(setting),
    records: {},
  };
  if (schema !== 1 || !isObject(records) || data === undefined) broken.push(settingId);
  for (const [id, item] of Object.entries(propertiesOf(records))) {
    const { record } = readRecord(id, item);
    if (record === undefined) broken.push(id);
    const readable = record ?? placeholderOf(id, item);
    if (readable !== undefined) page.records[id] = readable;
  }
  return { page, broken };
}

const readOnce = memo(readPage);

/** Reads a document that never changes, such as that of a snapshot. It is read once, as long as it is in memory. */
export const readSnapshot = (stored: StoredPage): ReadPage =>
  // A stored document can be invalid: nothing can be remembered for a text or null.
  Object(stored) === stored ? readOnce(stored) : readPage(stored);

/** A temporary canvas, with an id that no record has. */
const temporaryCanvas: PageRecord = { kind: "widget", id: "canvas", order: "a0", name: "canvas", value: {} };

/** Whether all records of a fragment have valid parents when the fragment is inserted on a canvas. */
function hasValidPlaces(fragment: Fragment): boolean {
  const { records } = insertFragment(emptyTree, fragment, { parent: temporaryCanvas.id, index: 0 });
  const allRecords = [temporaryCanvas, ...records.flatMap(({ after }) => after ?? [])];
  return treeProblems(treeOfRecords(allRecords), allRecords, holdsNodes).length === 0;
}

/**
 * Reads a fragment from the clipboard, and the origin of the site that it was copied from; undefined if any record is unreadable, has an invalid
 * parent or is of an unknown type.
 */
export function readFragment(text: string): { fragment: Fragment; origin: string | undefined } | undefined {
  const { data } = pageFragment.safeParse(parseJson(text));
  if (data === undefined) return undefined;
  const records = data.records.flatMap((item) => readRecord(String(propertiesOf(item).id), item).record ?? []);
  const ids = new Set(records.map(({ id }) => id));
  const isComplete = records.length === data.records.length && ids.size === records.length;
  const fragment: Fragment = { schema: 1, records };
  return isComplete && records.every((record) => definitionOf(record) !== undefined) && hasValidPlaces(fragment)
    ? { fragment, origin: data.origin }
    : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The record before or after a change; undefined if there is none, false if it is unreadable. */
function readOptionalRecord(id: string, stored: unknown): PageRecord | undefined | false {
  return stored === undefined ? undefined : (readRecord(id, stored).record ?? false);
}

/** Reads a change stored in the browser, perhaps by an earlier version of the program. Unreadable parts are left out. */
export function readChange(stored: unknown): PageChange {
  const { records, setting } = propertiesOf(stored);
  const changes = (Array.isArray(records) ? records : []).flatMap((item: unknown): RecordChange[] => {
    const { id, ...sides } = propertiesOf(item);
    if (typeof id !== "string") return [];
    const [before, after] = [readOptionalRecord(id, sides.before), readOptionalRecord(id, sides.after)];
    if (before === false || after === false) return [];
    return [{ id, ...(before && { before }), ...(after && { after }) }];
  });
  const { before: from, after: to } = propertiesOf(setting);
  const [before, after] = [pageSetting.safeParse(from).data, pageSetting.safeParse(to).data];
  return { records: changes, ...(before && after && { setting: { before, after } }) };
}
