import { checkFields } from "#kit/check-fields.ts";
import { isEmpty } from "#kit/field.ts";
import type { PageDocument, PageRecord, PageSetting } from "#kit/page.ts";
import type { Text } from "#kit/text.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { definitionOf, widgets } from "#render/registry.ts";

/** What is wrong with one record: `id` to find it by, `field` where one is at fault. */
export type RecordProblem = { id: string; field?: string; message: Text };

const unknownWord = { zh: "组件不存在", en: "Component not found" };

/** Checks a record's value by the settings of what it names. `isFinished`: also that everything required is there, as visitors need it. */
export function checkRecord(record: PageRecord, isFinished = false): RecordProblem[] {
  const { id, value } = record;
  const settings = definitionOf(record)?.settings;
  if (settings === undefined) return [{ id, message: unknownWord }];
  const problems = checkFields(settings, value, value, { typeOf: fieldTypeOf, isDraft: !isFinished });
  return Object.entries(problems).map(([field, message]) => ({ id, field, message }));
}

/** Ids of nodes that stand on nothing, or on what holds no nodes. */
export function misplacedNodes({ records }: PageDocument): string[] {
  return Object.values(records).flatMap((record) => {
    if (record.kind !== "node") return [];
    const canvas = Object.hasOwn(records, record.parent) ? records[record.parent] : undefined;
    const isHeld = canvas?.kind === "widget" && widgets.get(canvas.name)?.holdsNodes === true;
    return isHeld ? [] : [record.id];
  });
}

/** A page title is what a search result and a browser tab show; without one in any language a page cannot be published. */
export function isUntitled(setting: PageSetting): boolean {
  return Object.values(setting.title).every(isEmpty);
}
