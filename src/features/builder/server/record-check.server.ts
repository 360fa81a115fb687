import {
  overriddenClients,
  overriddenClientWidths,
  overriddenWidths,
  overrideIn,
  recordForClient,
  recordIn,
} from "#kit/client-override.ts";
import { inClient } from "#kit/client-type.ts";
import { checkFields } from "#kit/check-fields.ts";
import { isEmpty } from "#kit/field.ts";
import { type PageDocument, type PageRecord, type PageSetting, settingId } from "#kit/page.ts";
import { pageFields } from "#kit/page-fields.ts";
import type { ClientWidth, PageWidth } from "#kit/page-width.ts";
import { maxDepth, treeOf, treeProblems, type TreeProblem } from "#kit/page-tree.ts";
import { isSame } from "#kit/same.ts";
import type { Text } from "#kit/text.ts";
import { variantName } from "#kit/variant-name.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { definitionOf, holdsNodes, responsiveSettings } from "#render/registry.ts";

/** The problem of a record, by `id`, with the invalid `field` if there is one. `page`: the path of its page, of several. */
export type RecordProblem = { id: string; field?: string; message: Text; page?: string };

const unknownDefinition = { zh: "组件不存在", en: "Component not found" };

const wrongPeriod = {
  zh: "结束时间必须晚于开始时间",
  en: "The end of the display period must be later than its start",
};

const notByWidth = {
  zh: "此设置不能按宽度不同",
  en: "This setting is the same at all widths",
};

/** What is said of one width, or of one client there. */
const atWidth = (variant: PageWidth | ClientWidth, { zh, en }: Text): Text => ({
  zh: `${variantName(variant).zh}：${zh}`,
  en: `${variantName(variant).en}: ${en}`,
});

/** A period that ends before it begins shows nothing at any time. */
const periodProblems = ({ id, period: { from, until } = {} }: PageRecord): RecordProblem[] =>
  from !== undefined && until !== undefined && Date.parse(until) <= Date.parse(from)
    ? [{ id, message: wrongPeriod }]
    : [];

/** Checks a value against the settings of the definition of its record. */
function checkValue(record: PageRecord, isFinished: boolean): RecordProblem[] {
  const { id, value, bindings = {} } = record;
  const settings = definitionOf(record)?.settings;
  if (settings === undefined) return [{ id, message: unknownDefinition }];
  const problems = checkFields(settings, value, value, { typeOf: fieldTypeOf, isDraft: !isFinished });
  return (
    Object.entries(problems)
      // What shows a field of the page's row needs no value of its own.
      .filter(([field]) => !Object.hasOwn(bindings, field) || !isEmpty(value[field]))
      .map(([field, message]) => ({ id, field, message }))
  );
}

/** Settings that a width has and that are not made into styles: visitors of all widths get the same HTML. */
const foreignToWidth = (record: PageRecord, variant: PageWidth | ClientWidth): RecordProblem[] =>
  Object.keys(overrideIn(record, variant)?.value ?? {})
    .filter((field) => !responsiveSettings(record).includes(field))
    .map((field) => ({ id: record.id, field, message: notByWidth }));

/**
 * Checks a record's value, as it is for all and as it is where clients or widths differ, against the settings of its definition, and its period.
 * `isFinished`: required fields must have a value, as for publishing.
 */
export function checkRecord(record: PageRecord, isFinished = false): RecordProblem[] {
  const common = checkValue(record, isFinished);
  const ofClients = overriddenClients(record).flatMap((client) =>
    checkValue(recordForClient(record, client), isFinished)
      .filter((problem) => !common.some((other) => isSame(other, problem)))
      .map(({ message, ...problem }) => ({ ...problem, message: inClient(client, message) })),
  );
  const ofWidths = [...overriddenWidths(record), ...overriddenClientWidths(record)].flatMap((variant) =>
    [...foreignToWidth(record, variant), ...checkValue(recordIn(record, variant), isFinished)]
      .filter((problem) => !common.some((other) => isSame(other, problem)))
      .map(({ message, ...problem }) => ({ ...problem, message: atWidth(variant, message) })),
  );
  return [...common, ...ofClients, ...ofWidths, ...periodProblems(record)];
}

const placeTexts: Record<TreeProblem["kind"], Text> = {
  orphan: { zh: "画布元素缺少所在的画布", en: "A canvas element has no canvas" },
  depth: {
    zh: `组合嵌套过深，最多 ${maxDepth - 1} 层`,
    en: `Groups are nested too deeply, ${maxDepth - 1} levels at most`,
  },
};

/** Records whose parent is missing or cannot have children, or that are nested too deeply. */
export const misplacedRecords = (page: PageDocument): RecordProblem[] =>
  treeProblems(treeOf(page), Object.values(page.records), holdsNodes).map(({ id, kind }) => ({
    id,
    message: placeTexts[kind],
  }));

/** Checks the settings of a page. `isFinished`: as for publishing, which requires a title, because search results and browser tabs show it. */
export function checkSetting(setting: PageSetting, isFinished = false): RecordProblem[] {
  const problems = checkFields(pageFields, setting, setting, { typeOf: fieldTypeOf, isDraft: !isFinished });
  return Object.entries(problems).map(([field, message]) => ({ id: settingId, field, message }));
}
