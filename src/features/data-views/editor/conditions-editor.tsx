import { Plus } from "lucide-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AdvancedItem } from "#kit/auto.ts";
import { type ViewCondition, type ViewOperator, viewValueKey, viewValueOf } from "#kit/joined-view.ts";
import { problemsAt } from "#kit/problem-path.ts";
import { call } from "#client/call.ts";
import { FieldTypesBoundary } from "#render/field-types-boundary.tsx";
import { fieldTypeOf } from "#render/field-types.ts";
import { ConditionEditor } from "#render/filter/condition-editor.tsx";
import { type ConditionNode, newCondition } from "#render/filter/filter-tree.ts";
import { valueFieldOf } from "#render/filter/filter-conditions.ts";
import { Button } from "#ui/button.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { useSettled } from "#ui/use-settled.ts";
import type { ViewRowsEditorProps } from "#ui/view-rows-editor.ts";
import { draftOf, valuesIn } from "./view-draft.ts";
import { useViewForm, useViewPreview } from "./use-view-preview.ts";

const texts = {
  add: { zh: "添加条件", en: "Add condition" },
  chooseBase: { zh: "请先选择主数据", en: "Choose the base first" },
};

/** The fields that the conditions of the view in the form can compare. */
function useConditionItems(base: string) {
  const locale = useLocale();
  const { columns = [], conditions = [] } = draftOf(useViewForm().values()) ?? {};
  const values = useSettled(JSON.stringify(valuesIn({ columns, conditions })));
  return useQuery({
    queryKey: ["conditions of a view", base, values, locale],
    // The cast is needed because the output's schema leaves the options of field types open.
    queryFn: async ({ signal }) =>
      (await call(
        "POST paas/collectData/conditions",
        { base, values: JSON.parse(values) as ReturnType<typeof valuesIn> },
        { signal },
      )) as unknown as AdvancedItem[],
    enabled: base !== "",
    placeholderData: keepPreviousData,
  });
}

const isItemOf =
  (key: string) =>
  ({ prop }: AdvancedItem) =>
    prop === key;

/** A condition as the editor of conditions has it. Its value is stored as a text. */
function toNode(
  { path, aggregate, operator, value }: ViewCondition,
  key: number,
  items: readonly AdvancedItem[],
): ConditionNode {
  const field = viewValueKey({ path, aggregate });
  if (operator === "empty") return { key, field, op: operator, value: value !== "false" };
  const config = valueFieldOf(items.find(isItemOf(field)), operator);
  const read = config && fieldTypeOf(config).fromText?.(value ?? "");
  return { key, field, op: operator, value: (read ?? value ?? null) as ConditionNode["value"] };
}

function toCondition({ field, op, value }: ConditionNode, items: readonly AdvancedItem[]): ViewCondition {
  const config = valueFieldOf(items.find(isItemOf(field)), op);
  const write = config && fieldTypeOf(config).toText;
  const isBlank = value === null || value === "";
  const text = isBlank ? null : typeof value === "boolean" || write === undefined ? String(value) : write(value);
  return { ...viewValueOf(field), operator: op as ViewOperator, value: text };
}

/** The editor of the conditions of a view, all of which must hold. */
export function ConditionsEditor({ id, rows, base, max, locale, disabled, problems, onChange }: ViewRowsEditorProps) {
  const t = useText();
  const query = useConditionItems(base);
  const { preview } = useViewPreview();
  const conditions = rows as unknown as readonly ViewCondition[];
  const change = (next: readonly ViewCondition[]) => onChange(next as unknown as Record<string, unknown>[]);
  if (base === "")
    return (
      <p id={id} className="text-sm text-ink-3">
        {t(texts.chooseBase)}
      </p>
    );
  function problemOf(index: number) {
    const [saved] = Object.values(problemsAt(problems, String(index)));
    const { path, value } = preview?.problems
      ? { path: preview.problems[`conditions.${index}.path`], value: preview.problems[`conditions.${index}.value`] }
      : {};
    // A value that has not been entered yet is no mistake until the view is saved.
    const text = saved ?? path ?? (conditions[index]!.value ? value : undefined);
    return text === undefined ? undefined : { zh: text, en: text };
  }
  return (
    <QueryContent query={query}>
      {(items) => {
        const valueFields = conditions.flatMap(
          (condition) => valueFieldOf(items.find(isItemOf(viewValueKey(condition))), condition.operator) ?? [],
        );
        return (
          <FieldTypesBoundary fields={valueFields} fallback={<div className="control" aria-busy="true" />}>
            <div id={id} className="grid grid-cols-[minmax(0,1fr)] gap-3" data-document-undo="">
              {conditions.map((condition, index) => (
                <div key={index} id={`${id}-${index}`} tabIndex={-1}>
                  <ConditionEditor
                    condition={toNode(condition, index, items)}
                    items={items}
                    locale={locale}
                    problem={problemOf(index)}
                    onChange={(node) => change(conditions.with(index, toCondition(node, items)))}
                    onRemove={() => change(conditions.toSpliced(index, 1))}
                  />
                </div>
              ))}
              <Button
                className="justify-self-start"
                disabled={disabled || conditions.length >= max || items.length === 0}
                onClick={() => change([...conditions, toCondition(newCondition(items), items)])}
              >
                <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
                {t(texts.add)}
              </Button>
            </div>
          </FieldTypesBoundary>
        );
      }}
    </QueryContent>
  );
}
