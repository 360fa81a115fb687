import { bindableSettings } from "#kit/bound-page.ts";
import { overriddenClients, recordForClient } from "#kit/client-override.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import type { Fields } from "#kit/field.ts";
import { memo } from "#kit/memo.ts";
import {
  applyChange,
  type PageChange,
  type PageDocument,
  type PageRecord,
  type PageSetting,
  settingId,
} from "#kit/page.ts";
import { withoutHidden } from "#kit/page-tree.ts";
import { isRowBinding, type RowBinding, rowBindingLimits } from "#kit/row-binding.ts";
import { isSame } from "#kit/same.ts";
import { formatText, type Text } from "#kit/text.ts";
import { pageFields } from "#kit/page-fields.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { bindingProblems, boundFieldProblem, visitorSource } from "#records/visitors/visitor-source.server.ts";
import { boundSettingsWith } from "#render/page/bound-settings.ts";
import { definitionOf } from "#render/registry.ts";
import type { RecordProblem } from "./record-check.server.ts";

const texts = {
  noRow: {
    zh: "页面没有选择页面数据，不能绑定字段“{name}”",
    en: "The page shows no record, so nothing can be bound to the field “{name}”",
  },
  setting: { zh: "此组件没有可以绑定的设置“{name}”", en: "This component has no setting “{name}” that can be bound" },
  many: {
    zh: "页面的数据列表过多，最多 {n} 种",
    en: "The page has too many lists of records. The limit is {n} different ones.",
  },
} satisfies Record<string, Text>;

const settings = boundSettingsWith(fieldTypeOf);

type BoundSetting = { name: string; binding: RowBinding; isOfPage: boolean };

/** Of the fields of a definition, those whose values are bindings, with the function that reads one. */
const bindingFields = memo((fields: Fields) =>
  Object.entries(fields).flatMap(([name, field]) => {
    const { bindingIn } = fieldTypeOf(field);
    return bindingIn === undefined ? [] : [{ name, bindingIn }];
  }),
);

/** The bindings to rows in a value, by setting. A value of another shape has its own problem. */
function bindingsIn(fields: Fields, value: Readonly<Record<string, unknown>>, isOfPage = false): BoundSetting[] {
  return bindingFields(fields).flatMap(({ name, bindingIn }): BoundSetting[] =>
    isRowBinding(value[name]) ? [{ name, binding: bindingIn(value[name] as never), isOfPage }] : [],
  );
}

/** The bindings to rows of a record, as all clients get it and as those that differ do. */
const bindingsOf = (record: PageRecord): BoundSetting[] => {
  const fields = definitionOf(record)?.settings ?? {};
  if (bindingFields(fields).length === 0) return [];
  const variants = [record, ...overriddenClients(record).map((client) => recordForClient(record, client))];
  return variants.flatMap(({ value }) => bindingsIn(fields, value));
};

const problemsOf = (id: string, bound: readonly BoundSetting[], entities: EntityRegistry): RecordProblem[] => {
  const problems = bound.flatMap(({ name, binding, isOfPage }) =>
    bindingProblems(entities, binding, isOfPage).map((message) => ({ id, field: name, message })),
  );
  return problems.filter((problem, index) => problems.findIndex((other) => isSame(other, problem)) === index);
};

/** The fields of the page's row that a record names and visitors may not read, or its settings cannot show. */
export function boundFieldProblems(
  record: PageRecord,
  row: PageSetting["row"],
  entities: EntityRegistry,
): RecordProblem[] {
  const { id, bindings = {} } = record;
  const parts = new Map(bindableSettings(record, settings));
  const source = row === undefined || row === null ? undefined : visitorSource(entities, row.entity);
  return Object.entries(bindings).flatMap(([name, field]): RecordProblem[] => {
    const part = parts.get(name);
    if (part === undefined) return [{ id, message: formatText(texts.setting, { name }) }];
    if (row === undefined || row === null)
      return [{ id, field: name, message: formatText(texts.noRow, { name: field }) }];
    // A row that visitors may not read is the problem of the page.
    const problem = source && boundFieldProblem(source, field, part);
    return problem === undefined ? [] : [{ id, field: name, message: problem }];
  });
}

/** The different lists of some records, each of which is one query of the page. */
const listsOf = (records: readonly PageRecord[]): Set<string> =>
  new Set(records.flatMap(bindingsOf).map(({ binding }) => JSON.stringify(binding)));
const tooManyLists = formatText(texts.many, { n: rowBindingLimits.bindings });

/** What is wrong with all bindings of a page. `entities`: those of the space. */
export function pageBindingProblems(page: PageDocument, entities: EntityRegistry): RecordProblem[] {
  const isTooMany = listsOf(Object.values(page.records)).size > rowBindingLimits.bindings;
  return [...(isTooMany ? [{ id: settingId, message: tooManyLists }] : []), ...unreadableBindings(page, entities)];
}

/** The bindings of a page that name what visitors may not read, or what is not there. */
export function unreadableBindings({ setting, records }: PageDocument, entities: EntityRegistry): RecordProblem[] {
  const all = Object.values(records);
  return [
    ...problemsOf(settingId, bindingsIn(pageFields, setting, true), entities),
    ...all.flatMap((record) => [
      ...problemsOf(record.id, bindingsOf(record), entities),
      ...boundFieldProblems(record, setting.row, entities),
    ]),
  ];
}

/** The records of a change that bring lists which the page did not have, if the page has more lists afterwards than a page may have. */
export function listLimitProblems(change: PageChange, page: PageDocument): RecordProblem[] {
  if (!change.records.some(({ after }) => after !== undefined && bindingsOf(after).length > 0)) return [];
  const listsIn = (document: PageDocument) => listsOf(Object.values(withoutHidden(document).records));
  const before = listsIn(page);
  const after = listsIn(applyChange(page, change));
  if (after.size <= rowBindingLimits.bindings || after.size <= before.size) return [];
  return change.records.flatMap(({ id, after: record }) => {
    const added = record === undefined ? [] : [...listsOf([record])].filter((list) => !before.has(list));
    return added.length === 0 ? [] : [{ id, message: tooManyLists }];
  });
}

/**
 * What is wrong with the bindings that a change makes. Those that stood there before are left to publishing and governance: what they name may have gone
 * since, and the rest of the component can still be edited. `page`: the page before the change.
 */
export function newBindingProblems(
  { records, setting }: PageChange,
  page: Pick<PageDocument, "setting">,
  entities: EntityRegistry,
): RecordProblem[] {
  const { row } = setting?.after ?? page.setting;
  const ofRecords = records.flatMap(({ id, before, after }) =>
    after === undefined
      ? []
      : [
          ...problemsOf(id, newIn(before === undefined ? [] : bindingsOf(before), bindingsOf(after)), entities),
          // Fields may be chosen before the row is.
          ...(isSame(before?.bindings, after.bindings) || row === undefined || row === null
            ? []
            : boundFieldProblems(after, row, entities)),
        ],
  );
  if (setting === undefined) return ofRecords;
  const [before, after] = [setting.before, setting.after].map((value) => bindingsIn(pageFields, value, true));
  return [...problemsOf(settingId, newIn(before!, after!), entities), ...ofRecords];
}

const newIn = (before: readonly BoundSetting[], after: readonly BoundSetting[]): BoundSetting[] =>
  after.filter((bound) => !before.some((other) => isSame(other, bound)));

/** Whether a record, or the settings of the page, has no other bindings than one of its earlier states had. */
export const hasEarlierBindings = <T extends PageRecord | PageSetting>(current: T, earlier: readonly T[]): boolean =>
  earlier.some((state) => {
    if (!("kind" in current) || !("kind" in state))
      return newIn(bindingsIn(pageFields, state, true), bindingsIn(pageFields, current, true)).length === 0;
    return (
      newIn(bindingsOf(state), bindingsOf(current)).length === 0 &&
      (current.bindings === undefined || isSame(state.bindings, current.bindings))
    );
  });
