import { isObject } from "#kit/is-object.ts";
import { overrideIn, recordForClient } from "#kit/client-override.ts";
import { clientTypes } from "#kit/client-type.ts";
import type { FieldConfig, Fields } from "#kit/field.ts";
import { type PageChange, type PageRecord, type RecordChange, settingId } from "#kit/page.ts";
import { clientWidths, pageWidths } from "#kit/page-width.ts";
import { Problem } from "#kit/problem.ts";
import { isSame } from "#kit/same.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { definitionOf } from "#render/registry.ts";

const texts = {
  refused: {
    zh: "您只能修改文字、图片和链接",
    en: "You can change text, images and links only",
  },
};

type Values = Readonly<Record<string, unknown>>;

/** Whether only texts, pictures and links differ between two values of a field. Rows of fields stay as many as they are, and in their order. */
function differsInContent(field: FieldConfig | undefined, before: unknown, after: unknown): boolean {
  if (isSame(before ?? null, after ?? null)) return true;
  if (field === undefined) return false;
  const type = fieldTypeOf(field);
  if (type.isContent === true) return true;
  const subFields = type.subFields?.(field);
  if (subFields === undefined) return false;
  if (isObject(before) && isObject(after)) return valuesDifferInContent(subFields, before, after);
  if (!Array.isArray(before) || !Array.isArray(after) || before.length !== after.length) return false;
  return before.every(
    (row, index) =>
      isSame(row, after[index]) ||
      (isObject(row) && isObject(after[index]) && valuesDifferInContent(subFields, row, after[index])),
  );
}

const valuesDifferInContent = (fields: Fields, before: Values, after: Values): boolean =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].every((name) =>
    differsInContent(Object.hasOwn(fields, name) ? fields[name] : undefined, before[name], after[name]),
  );

/** What a record is apart from its texts: order, parent, marks and conditions, and what differs at widths, which is style only. */
function shapeOf(record: PageRecord): unknown {
  const { value: _value, overrides: _overrides, outdated: _outdated, ...rest } = record;
  const { formats: _formats, ...shape } = rest as typeof rest & { formats?: unknown };
  return [shape, [...pageWidths, ...clientWidths].map((variant) => overrideIn(record, variant) ?? null)];
}

const placeOf = (record: PageRecord) => (record.kind === "node" ? [record.box, record.rotation ?? 0] : []);

/** Whether a change of a record concerns its texts, pictures and links only, in every client. The format of a text is part of the text. */
export function isContentChange({ before, after }: RecordChange): boolean {
  if (before === undefined || after === undefined || !isSame(shapeOf(before), shapeOf(after))) return false;
  // The only setting of a group is its name, which visitors do not see.
  if (after.kind === "group") return false;
  const settings = definitionOf(after)?.settings;
  if (settings === undefined) return false;
  const variants = [
    [before, after] as const,
    ...clientTypes.map((client) => [recordForClient(before, client), recordForClient(after, client)] as const),
  ];
  return variants.every(
    ([earlier, later]) =>
      isSame(placeOf(earlier), placeOf(later)) && valuesDifferInContent(settings, earlier.value, later.value),
  );
}

/** Refuses a change of more than content. @throws {Problem} forbidden; `problems` names the records */
export function refuseBeyondContent(change: PageChange): void {
  const ids = change.records.filter((record) => !isContentChange(record)).map(({ id }) => id);
  if (change.setting !== undefined) ids.unshift(settingId);
  if (ids.length === 0) return;
  throw new Problem("forbidden", texts.refused, { problems: ids.map((id) => ({ id, message: texts.refused })) });
}
