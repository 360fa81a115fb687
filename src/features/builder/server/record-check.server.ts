import { isEmpty, type Fields } from "#kit/field.ts";
import type { PageRecord, PageSetting } from "#kit/page.ts";
import { type FieldProblems, Problem } from "#kit/problem.ts";
import { locales, type Text } from "#kit/text.ts";
import { problemsOf } from "#records/change/check.server.ts";
import { nodes, widgets } from "#render/registry.ts";

/** What is wrong with one record: `id` to find it by, `field` where one is at fault. */
export type RecordProblem = { id: string; field?: string; message: Text };

const idShapes = { widget: /^wd_[A-Za-z0-9]{4,40}$/, node: /^nd_[A-Za-z0-9]{4,40}$/ };
/** Fractional indexes are digits and letters; they grow by a character per insertion at the same place. */
const orderShape = /^[A-Za-z0-9]{1,200}$/;
const keys = {
  widget: ["id", "order", "kind", "name", "value"],
  node: ["id", "order", "kind", "type", "parent", "box", "value"],
};
/** Design px: as far out as a node may stand, and as large as one may be. */
const farthest = 10_000;

const texts = {
  shape: { zh: "组件格式不正确", en: "Invalid component format" },
  unknown: { zh: "组件不存在", en: "Component not found" },
  box: { zh: "位置或尺寸超出范围", en: "Position or size is out of range" },
  text: { zh: "文字过长", en: "Text is too long" },
};

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const within = (value: unknown, min: number, max: number) =>
  typeof value === "number" && Number.isFinite(value) && value >= min && value <= max;

function isBox(box: unknown): boolean {
  if (!isPlain(box) || Object.keys(box).length !== 4) return false;
  return (
    within(box.x, -farthest, farthest) &&
    within(box.y, -farthest, farthest) &&
    within(box.w, 1, farthest) &&
    within(box.h, 1, farthest)
  );
}

/** The fields of what a record names; undefined for a word that is not on the shelves (T-50). */
function settingsOf(record: PageRecord): Fields | undefined {
  return record.kind === "widget" ? widgets.get(record.name)?.settings : nodes.get(record.type)?.settings;
}

function shapeProblem(id: string, record: unknown): Text | undefined {
  if (!isPlain(record) || (record.kind !== "widget" && record.kind !== "node")) return texts.shape;
  const { kind } = record;
  const isKnown = Object.keys(record).every((key) => keys[kind].includes(key));
  const isOrdered = typeof record.order === "string" && orderShape.test(record.order);
  if (!isKnown || !isOrdered || record.id !== id || !idShapes[kind].test(id) || !isPlain(record.value))
    return texts.shape;
  if (kind === "widget") return undefined;
  if (typeof record.parent !== "string" || !idShapes.widget.test(record.parent)) return texts.shape;
  return isBox(record.box) ? undefined : texts.box;
}

const asProblems = (id: string, problems: FieldProblems): RecordProblem[] =>
  Object.entries(problems).map(([field, message]) => ({ id, field, message }));

/** Checks one record as it came from outside. `isFinished`: also that everything required is there, as visitors need it. */
export function recordProblems(id: string, record: unknown, isFinished = false): RecordProblem[] {
  const misshapen = shapeProblem(id, record);
  if (misshapen !== undefined) return [{ id, message: misshapen }];
  const pageRecord = record as PageRecord;
  const settings = settingsOf(pageRecord);
  if (settings === undefined) return [{ id, message: texts.unknown }];
  return asProblems(id, problemsOf(settings, pageRecord.value, pageRecord.value, { isDraft: !isFinished }));
}

const isWording = (value: unknown, max: number) =>
  isPlain(value) &&
  Object.entries(value).every(
    ([key, item]) => locales.includes(key as "zh") && typeof item === "string" && item.length <= max,
  );

/** @throws {Problem} invalid */
export function checkSetting(setting: PageSetting): void {
  const { title, description, showHead, showFoot, ...others } = setting;
  const isRight =
    isWording(title, 80) &&
    isWording(description, 200) &&
    typeof showHead === "boolean" &&
    typeof showFoot === "boolean";
  if (!isRight || Object.keys(others).length > 0)
    throw new Problem("invalid", texts.text, { fields: { setting: texts.text } });
}

/** A page title is what a search result and a browser tab show; without one in any language a page cannot be published. */
export function isUntitled(setting: PageSetting): boolean {
  return Object.values(setting.title).every(isEmpty);
}
