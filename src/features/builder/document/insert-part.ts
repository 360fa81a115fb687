import { addRecords, difference, isEmptyChange, removeRecords } from "#kit/edit.ts";
import { insertFragment, topRecordsOf, withNewIds } from "#kit/fragment.ts";
import { applyChange, type PageChange, type PageDocument, type PageRecord, type PageSetting } from "#kit/page.ts";
import { maxRecords } from "#kit/page-schema.ts";
import { childrenOf, descendantsOf, emptyTree, isMarked, rootId, treeOf, treeOfRecords } from "#kit/page-tree.ts";
import { locales, type Text } from "#kit/text.ts";
import type { ForeignPart } from "./foreign-part.ts";
import { newRecordId } from "./record-id.ts";

/**
 * Where a part goes: before the widget at an index, in place of the widget at an index, below all others, or in place of the whole page.
 */
export type PartTarget =
  | { kind: "insert"; index: number }
  | { kind: "replace"; index: number }
  | { kind: "append" }
  | { kind: "page" };

/** The edit that inserts a part, and the ids of its widgets. */
export type PartInsertion = { change: PageChange; select: string[] };

const texts = {
  empty: { zh: "没有可插入的组件", en: "There are no components to insert" },
  noWidget: {
    zh: "这个位置没有组件，页面未改动",
    en: "There is no component at this place. The page was not changed.",
  },
  locked: { zh: "要替换的组件已锁定", en: "The component to replace is locked" },
  large: {
    zh: `插入后页面将超过 ${maxRecords} 个组件和元素`,
    en: `The page would have more than ${maxRecords} components and elements`,
  },
};

/** The settings of a page that gets the content of another: the look is taken over, what says which page it is stays. */
function settingWithLook(mine: PageSetting, theirs: PageSetting | undefined): PageSetting {
  if (theirs === undefined) return mine;
  const { background, showHead, showFoot } = theirs;
  const { background: _background, ...rest } = mine;
  const title = { ...mine.title };
  for (const locale of locales)
    if ((title[locale] ?? "").trim() === "" && theirs.title[locale] !== undefined) title[locale] = theirs.title[locale];
  return { ...rest, title, showHead, showFoot, ...(background === undefined ? {} : { background }) };
}

/** The page without the widgets at `index`, and what the part does to it. */
function replaceWidget(page: PageDocument, index: number, records: readonly PageRecord[]): PageChange | Text {
  const tree = treeOf(page);
  const siblings = childrenOf(tree, rootId);
  const replaced = siblings[index];
  if (replaced === undefined) return texts.noWidget;
  if (isMarked(tree.record, replaced.id, "isLocked")) return texts.locked;
  const removal = removeRecords([replaced, ...descendantsOf(tree, replaced.id)]);
  const rest = applyChange(page, removal);
  const tops = topRecordsOf({ schema: 1, records });
  // A single widget takes over the order key, so that what others do at the same time stays in its order.
  const addition =
    tops.length === 1
      ? addRecords(records.map((record) => (record === tops[0] ? { ...record, order: replaced.order } : record)))
      : insertFragment(treeOf(rest), { schema: 1, records }, { parent: rootId, index });
  return { records: [...removal.records, ...addition.records] };
}

function changeFor(
  page: PageDocument,
  part: ForeignPart,
  records: PageRecord[],
  target: PartTarget,
): PageChange | Text {
  const tree = treeOf(page);
  const fragment = { schema: 1, records } as const;
  const count = tree.children(rootId).length;
  if (target.kind === "replace") return replaceWidget(page, target.index, records);
  if (target.kind === "page") {
    const added = insertFragment(emptyTree, fragment, { parent: rootId, index: 0 });
    const setting = settingWithLook(page.setting, part.setting);
    return difference(page, applyChange({ ...page, setting, records: {} }, added));
  }
  const index = target.kind === "append" ? count : target.index;
  return index < 0 || index > count ? texts.noWidget : insertFragment(tree, fragment, { parent: rootId, index });
}

/**
 * The edit that inserts an adapted part into a page, with new ids for its records; one step of undo. Returns why it cannot be inserted when there is no
 * widget at the index, or when the page would become too large; the page stays as it is.
 */
export function insertPart(page: PageDocument, part: ForeignPart, target: PartTarget): PartInsertion | Text {
  const copy = withNewIds({ schema: 1, records: part.records }, newRecordId);
  // Nodes without their canvas have no place on a page.
  const tops = topRecordsOf(copy);
  if (tops.length === 0 || tops.some(({ kind }) => kind !== "widget")) return texts.empty;
  const ordered = childrenOf(treeOfRecords(copy.records), rootId);
  // Widgets in the order of the part, whatever the order of its list.
  const records = [...ordered, ...copy.records.filter(({ kind }) => kind !== "widget")];
  const change = changeFor(page, part, records, target);
  if ("zh" in change) return change;
  if (isEmptyChange(change)) return texts.empty;
  if (Object.keys(applyChange(page, change).records).length > maxRecords) return texts.large;
  return { change, select: ordered.map(({ id }) => id) };
}
