import { type Fragment, insert } from "#kit/fragment.ts";
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

type Plain = Readonly<Record<string, unknown>>;
const isPlain = (value: unknown): value is Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value);
/** The properties of a value that should be an object; none if it is anything else. */
const propertiesOf = (value: unknown): Plain => (isPlain(value) ? value : {});

/** A record converted by the current definitions, or why it is unreadable. */
type RecordReading = { record: PageRecord; problem?: never } | { record?: never; problem: Text };

function upgradeRecord(record: PageRecord): RecordReading {
  const definition = definitionOf(record);
  const [from, to] = [record.version ?? 1, definition?.version ?? 1];
  // An unknown widget or node has no versions: it is reported as unknown elsewhere.
  if (definition === undefined || from === to) return { record };
  if (from > to) return { problem: texts.newer };
  try {
    return { record: { ...record, version: to, value: definition.upgrade!(record.value, from) } };
  } catch {
    return { problem: texts.older };
  }
}

/** A record without a valid kind is read as a widget, and refused as one. */
function schemaOf(stored: unknown) {
  const { kind } = propertiesOf(stored);
  return kind === "node" ? nodeRecord : kind === "group" ? groupRecord : widgetRecord;
}

/** Reads one record, from the database or from outside, into the shape and the version of today. */
export function readRecord(id: string, stored: unknown): RecordReading {
  const { data, error } = schemaOf(stored).safeParse(stored);
  if (error !== undefined)
    return { problem: error.issues.some(({ path }) => path[0] === "box") ? texts.box : texts.shape };
  return data.id === id ? upgradeRecord(data) : { problem: texts.shape };
}

/** A placeholder for an unreadable record, with its position and name as far as they are known. */
function placeholderOf(id: string, stored: unknown): PageRecord | undefined {
  const { order, name, type, parent, box: place, version } = propertiesOf(stored);
  const kinds = {
    wd: { kind: "widget", name: name ?? "" },
    nd: { kind: "node", type: type ?? "", parent, box: box.safeParse(place).data ?? { x: 0, y: 0, w: 100, h: 30 } },
    gr: { kind: "group", parent },
  };
  const prefix = Object.values(idPrefixes).find((candidate) => id.startsWith(`${candidate}_`)) ?? "wd";
  const kind = kinds[prefix];
  const candidates = [{ order, ...(version === undefined ? {} : { version }) }, { order }, { order: "a0" }];
  return candidates
    .map((more) => schemaOf(kind).safeParse({ id, ...kind, ...more, value: {} }).data)
    .find((record) => record !== undefined);
}

/** A page upgraded to current definitions. `broken`: ids of unreadable records (and `settingId`), replaced by placeholders. */
export type ReadPage = { page: PageDocument; broken: string[] };

/** Reads a stored page; nothing else converts it to a document. It never throws, whatever is stored. */
export function readPage(stored: StoredPage): ReadPage {
  const { schema, setting, records } = propertiesOf(stored);
  const { data } = pageSetting.safeParse(setting);
  const broken: string[] = [];
  const page: PageDocument = {
    schema: 1,
    setting: data ?? { title: {}, description: {}, showHead: true, showFoot: true },
    records: {},
  };
  if (schema !== 1 || !isPlain(records) || data === undefined) broken.push(settingId);
  for (const [id, item] of Object.entries(propertiesOf(records))) {
    const { record } = readRecord(id, item);
    if (record === undefined) broken.push(id);
    const readable = record ?? placeholderOf(id, item);
    if (readable !== undefined) page.records[id] = readable;
  }
  return { page, broken };
}

/** Any canvas, under an id that no record has. */
const anyCanvas: PageRecord = { kind: "widget", id: "canvas", order: "a0", name: "canvas", value: {} };

/** Whether everything in a fragment is at a valid place once its loose nodes and groups are on a canvas. */
function isTree(fragment: Fragment): boolean {
  const { records } = insert(emptyTree, fragment, { parent: anyCanvas.id, index: 0 });
  const allRecords = [anyCanvas, ...records.flatMap(({ after }) => after ?? [])];
  return treeProblems(treeOfRecords(allRecords), allRecords, holdsNodes).length === 0;
}

/** Reads the content of the clipboard; undefined when any of it is unreadable, at an invalid place, or an unknown widget or node. */
export function readFragment(text: string): Fragment | undefined {
  const { data } = pageFragment.safeParse(parseJson(text));
  if (data === undefined) return undefined;
  const records = data.records.flatMap((item) => readRecord(String(propertiesOf(item).id), item).record ?? []);
  const ids = new Set(records.map(({ id }) => id));
  const isComplete = records.length === data.records.length && ids.size === records.length;
  const fragment: Fragment = { schema: 1, records };
  return isComplete && records.every((record) => definitionOf(record) !== undefined) && isTree(fragment)
    ? fragment
    : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One side of a change; false when it is unreadable. */
function readSide(id: string, stored: unknown): PageRecord | undefined | false {
  return stored === undefined ? undefined : (readRecord(id, stored).record ?? false);
}

/** Reads a change stored in the browser, perhaps by an earlier version of the program. Unreadable parts are left out. */
export function readChange(stored: unknown): PageChange {
  const { records, setting } = propertiesOf(stored);
  const changes = (Array.isArray(records) ? records : []).flatMap((item: unknown): RecordChange[] => {
    const { id, ...sides } = propertiesOf(item);
    if (typeof id !== "string") return [];
    const [before, after] = [readSide(id, sides.before), readSide(id, sides.after)];
    if (before === false || after === false) return [];
    return [{ id, ...(before && { before }), ...(after && { after }) }];
  });
  const { before: from, after: to } = propertiesOf(setting);
  const [before, after] = [pageSetting.safeParse(from).data, pageSetting.safeParse(to).data];
  return { records: changes, ...(before && after && { setting: { before, after } }) };
}
