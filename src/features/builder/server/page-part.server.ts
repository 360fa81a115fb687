import { sql } from "drizzle-orm";
import { withoutOrigin } from "#kit/page-origin.ts";
import { type PageDocument, type PageRecord, type PageSetting, type StoredPage, settingId } from "#kit/page.ts";
import { maxRecords, pageSetting } from "#kit/page-schema.ts";
import { descendantsOf, treeOf, widgetsOf } from "#kit/page-tree.ts";
import { Problem } from "#kit/problem.ts";
import { isSame } from "#kit/same.ts";
import type { LocalizedValue, Text } from "#kit/text.ts";
import type { ContentPart, PartChange } from "#records/definitions/content-part.server.ts";
import { isObject } from "#kit/is-object.ts";
import { readPage, readRecord } from "#render/page/read-page.ts";
import { definitionOf } from "#render/registry.ts";
import type { DraftRow } from "./draft.server.ts";
import { savePage } from "./save-page.server.ts";

const texts = {
  shape: { zh: "页面的设计须包含 setting 和 records", en: "The design of a page must have setting and records" },
  setting: { zh: "页面设置的格式不正确", en: "The settings of the page have a wrong format" },
  many: { zh: `页面最多 ${maxRecords} 个组件`, en: `A page can have up to ${maxRecords} components` },
  settingName: { zh: "页面设置", en: "Page settings" },
  group: { zh: "组合", en: "Group" },
  version: { zh: "导入空间配置", en: "Imported configuration" },
} satisfies Record<string, Text>;

/** A design as files contain it: without the title and description, which are fields of the row, and with its records in the order of the page. */
type Design = { setting: Omit<PageSetting, "title" | "description">; records: PageRecord[] };

/** The design of a document. `broken`: records that cannot be read, which are left out. */
function designOf(document: PageDocument, broken: readonly string[] = []): Design {
  const { title: _title, description: _description, ...setting } = document.setting;
  const tree = treeOf(document);
  const inOrder = widgetsOf(document).flatMap((widget) => [widget, ...descendantsOf(tree, widget.id)]);
  // Records without a place come last.
  const records = new Set<PageRecord>([...inOrder, ...Object.values(document.records)]);
  return { setting, records: [...records].filter(({ id }) => !broken.includes(id)).map(withoutOrigin) };
}

const invalid = (id: string, { zh, en }: Text): Problem =>
  new Problem("invalid", { zh: `${id}：${zh}`, en: `${id}: ${en}` });

/** @throws {Problem} invalid for a record that pages cannot have */
function readRecords(items: readonly unknown[]): PageDocument["records"] {
  if (items.length > maxRecords) throw new Problem("invalid", texts.many);
  const records = new Map<string, PageRecord>();
  for (const item of items) {
    const id = isObject(item) && typeof item.id === "string" ? item.id.slice(0, 60) : "records";
    const { record, problem } = readRecord(id, item);
    if (record === undefined) throw invalid(id, problem);
    if (records.has(id)) throw new Problem("invalid", texts.shape);
    records.set(id, record);
  }
  return Object.fromEntries(records);
}

const nameOf = (record: PageRecord): Text => {
  const { zh, en } = definitionOf(record)?.title ?? texts.group;
  return { zh: `${zh} ${record.id}`, en: `${en} ${record.id}` };
};

/** The design of a page: that of its draft, which an import saves as the builder does. */
export const pagePart: ContentPart = {
  name: "design",
  async read(tx, { principal: { tenantId } }, rows) {
    const ids = sql.param(rows.map(({ id }) => id));
    const stored = await tx.rows<{ id: string; document: StoredPage }>(
      sql`select id, document from page where tenant_id = ${tenantId}::uuid and id = any(${ids}::uuid[]) and document is not null`,
    );
    return new Map(
      stored.map(({ id, document }) => {
        const { page: draft, broken } = readPage(document);
        return [
          id,
          {
            value: designOf(
              draft,
              broken.filter((record) => record !== settingId),
            ),
          },
        ];
      }),
    );
  },
  parse(value) {
    if (!isObject(value) || !isObject(value.setting) || !Array.isArray(value.records))
      throw new Problem("invalid", texts.shape);
    if (Object.keys(value).length !== 2) throw new Problem("invalid", texts.shape);
    const { data } = pageSetting.safeParse({ ...value.setting, title: {}, description: {} });
    if (data === undefined) throw new Problem("invalid", texts.setting);
    return designOf({ schema: 1, setting: data, records: readRecords(value.records) });
  },
  changes(before, after) {
    const [old, next] = [before, after] as [Design | undefined, Design | undefined];
    const recordsOf = (design: Design | undefined) =>
      new Map((design?.records ?? []).map((record) => [record.id, record]));
    const [oldRecords, newRecords] = [recordsOf(old), recordsOf(next)];
    const ids = new Set([...newRecords.keys(), ...oldRecords.keys()]);
    const changes = [...ids].map((id): PartChange => {
      const [oldRecord, newRecord] = [oldRecords.get(id), newRecords.get(id)];
      return { name: nameOf((newRecord ?? oldRecord)!), before: oldRecord, after: newRecord };
    });
    const setting: PartChange = { name: texts.settingName, before: old?.setting, after: next?.setting };
    return [setting, ...changes].filter((change) => !isSame(change.before, change.after));
  },
  async write({ tx, context }, id, value) {
    const { setting, records } = value as Design;
    const [row] = await tx.rows<{ title: LocalizedValue<string>; description: LocalizedValue<string> | null }>(
      sql`select title, description from page where tenant_id = ${context.principal.tenantId}::uuid and id = ${id}::uuid`,
    );
    const ids = new Set(records.map((record) => record.id));
    const save = {
      pageId: id,
      name: texts.version[context.locale],
      edit: (draft: DraftRow) => ({
        setting: { ...setting, title: row!.title, description: row!.description ?? {} },
        records: [
          ...Object.keys(draft.page.records)
            .filter((record) => !ids.has(record))
            .map((record) => ({ id: record })),
          ...records.map((record) => {
            const origin = draft.page.records[record.id]?.origin;
            return { id: record.id, after: origin === undefined ? record : { ...record, origin } };
          }),
        ],
      }),
    };
    await savePage(tx, context, save, { isImport: true });
  },
};
