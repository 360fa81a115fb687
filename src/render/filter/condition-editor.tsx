import { X } from "lucide-react";
import { useId } from "react";
import type { AdvancedItem } from "#kit/auto.ts";
import type { Comparison } from "#kit/comparison-labels.ts";
import type { LocalizedField } from "#kit/field.ts";
import type { Scalar } from "#kit/filter.ts";
import { formatText, type Locale, type Text } from "#kit/text.ts";
import { FieldTypesBoundary } from "#render/field-types-boundary.tsx";
import { fieldTypeOf } from "#render/field-types.ts";
import { ValueEdit } from "#render/value-edit.tsx";
import { Button } from "#ui/button.tsx";
import { Select } from "#ui/select.tsx";
import type { ConditionNode } from "./filter-tree.ts";
import {
  comparisonOf,
  comparisonsOf,
  conditionOf,
  firstComparison,
  valueFieldOf,
  comparisonLabel,
} from "./filter-conditions.ts";

const texts = {
  field: { zh: "字段", en: "Field" },
  relatedField: { zh: "{name}的字段", en: "Field of {name}" },
  comparison: { zh: "比较方式", en: "Comparison" },
  value: { zh: "{name}的值", en: "Value of {name}" },
  remove: { zh: "移除条件：{name}", en: "Remove the condition on {name}" },
};

type ValueProps = {
  config: LocalizedField;
  label: string;
  value: unknown;
  locale: Locale;
  isInvalid: boolean;
  describedBy: string | undefined;
  onChange: (value: unknown) => void;
};

/** The control of a condition's value, by the type of its field. */
function ValueControl({ config, label, value, locale, isInvalid, describedBy, onChange }: ValueProps) {
  const id = useId();
  const { Edit, isGroup = false } = fieldTypeOf(config);
  if (Edit === undefined) return null;
  return (
    <div className="min-w-0" {...(isGroup ? { role: "group", "aria-label": label } : {})}>
      {!isGroup && (
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
      )}
      <ValueEdit {...{ id, config, value, locale, isInvalid, describedBy, onChange }} />
    </div>
  );
}

/** Whether two value fields have the same control, so that the value can stay when the comparison changes. */
const isSameControl = (a: LocalizedField | undefined, b: LocalizedField | undefined) =>
  a !== undefined && JSON.stringify(a) === JSON.stringify(b);

/** The key of a relation among the options of the field select: choosing it shows a select for the fields of the related record. */
const relationKey = (prop: string) => `${prop}.`;

/** The options of the field select: the fields of the row, then its relations. */
function fieldOptions(items: readonly AdvancedItem[], locale: Locale): { key: string; name: string }[] {
  const relations = new Map(
    items.flatMap(({ relation }) => (relation === undefined ? [] : [[relation.prop, relation.label] as const])),
  );
  return [
    ...items.filter(({ relation }) => relation === undefined).map(({ prop, label }) => ({ key: prop, name: label })),
    ...[...relations].map(([prop, name]) => ({
      key: relationKey(prop),
      name: formatText(texts.relatedField, { name })[locale],
    })),
  ];
}

/** The fields of the record to which a relation leads, as options. */
const relatedOptions = (items: readonly AdvancedItem[], prop: string) =>
  items.flatMap((item) => (item.relation?.prop === prop ? [{ key: item.prop, name: item.relation.field }] : []));

type ConditionProps = {
  condition: ConditionNode;
  items: readonly AdvancedItem[];
  locale: Locale;
  problem: Text | undefined;
  onChange: (condition: ConditionNode) => void;
  onRemove: () => void;
};

/** The editor of one condition: field, comparison and value. */
export function ConditionEditor({ condition, items, locale, problem, onChange, onRemove }: ConditionProps) {
  const problemId = useId();
  const item = items.find(({ prop }) => prop === condition.field);
  const comparison = comparisonOf(condition);
  const config = valueFieldOf(item, comparison);
  const name = item?.label ?? condition.field;
  const relation = item?.relation;
  const setCondition = (field: string, next: Comparison, value: Scalar | Scalar[] = null) =>
    onChange({ key: condition.key, ...conditionOf(field, next, value) });

  function chooseField(field: string | null): void {
    const selectedItem = items.find(
      (candidate) =>
        (candidate.relation === undefined ? candidate.prop : relationKey(candidate.relation.prop)) === field,
    );
    chooseItem(selectedItem);
  }
  function chooseItem(selectedItem: AdvancedItem | undefined): void {
    if (selectedItem !== undefined) setCondition(selectedItem.prop, firstComparison(selectedItem));
  }
  function chooseComparison(key: string | null): void {
    const next = item === undefined ? undefined : comparisonsOf(item).find((candidate) => candidate === key);
    if (next === undefined) return;
    const canKeepValue = isSameControl(config, valueFieldOf(item, next));
    setCondition(condition.field, next, canKeepValue ? condition.value : null);
  }

  return (
    <div
      data-node={condition.key}
      className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,0.8fr)_minmax(0,1.4fr)_auto]"
    >
      <div className="grid min-w-0 gap-2">
        <Select
          label={texts.field[locale]}
          value={relation === undefined ? (item?.prop ?? null) : relationKey(relation.prop)}
          placeholder={condition.field}
          options={fieldOptions(items, locale)}
          invalid={item === undefined}
          onChange={chooseField}
        />
        {relation !== undefined && (
          <Select
            label={formatText(texts.relatedField, { name: relation.label })[locale]}
            value={condition.field}
            options={relatedOptions(items, relation.prop)}
            onChange={(field) => chooseItem(items.find(({ prop }) => prop === field))}
          />
        )}
      </div>
      <Select
        label={texts.comparison[locale]}
        value={comparison}
        options={
          item === undefined
            ? []
            : comparisonsOf(item).map((key) => ({ key, name: comparisonLabel(key, item)[locale] }))
        }
        onChange={chooseComparison}
      />
      <div className="min-w-0 max-sm:col-span-3 max-sm:row-start-2">
        {config !== undefined && (
          <FieldTypesBoundary fields={[config]} fallback={<div className="control" aria-busy="true" />}>
            <ValueControl
              key={JSON.stringify([condition.field, config.type])}
              config={config}
              label={formatText(texts.value, { name })[locale]}
              value={condition.value}
              locale={locale}
              isInvalid={problem !== undefined}
              describedBy={problem === undefined ? undefined : problemId}
              onChange={(value) => onChange({ ...condition, value: value as Scalar | Scalar[] })}
            />
          </FieldTypesBoundary>
        )}
        {problem !== undefined && (
          <p id={problemId} className="form-problem mt-1 text-sm text-danger">
            {problem[locale]}
          </p>
        )}
      </div>
      <Button
        kind="quiet"
        size="icon"
        className="text-ink-3 max-sm:col-start-3 max-sm:row-start-1"
        aria-label={formatText(texts.remove, { name })[locale]}
        onClick={onRemove}
      >
        <X size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
    </div>
  );
}
