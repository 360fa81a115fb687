import { Fragment, type ReactNode } from "react";
import type { AdvancedItem } from "#kit/auto.ts";
import { isEmpty } from "#kit/field.ts";
import type { Filter } from "#kit/filter.ts";
import type { Locale } from "#kit/text.ts";
import { fieldTypeOf } from "#render/field-types.ts";
import { type Condition, comparisonOf, valueFieldOf, comparisonLabel } from "./filter-conditions.ts";

const texts = {
  and: { zh: "且", en: "and" },
  or: { zh: "或", en: "or" },
  open: { zh: "（", en: "(" },
  close: { zh: "）", en: ")" },
  blank: { zh: "…", en: "…" },
  hidden: { zh: "（不可见的条件）", en: "(a hidden condition)" },
};

type FilterTextProps = { filter: Filter; items: readonly AdvancedItem[]; locale: Locale };

/** Replaces a range with one open end by a comparison with the other end. */
function simplify(condition: Condition): Condition {
  const [from = null, to = null] = [condition.value].flat();
  if (condition.op !== "between" || (from === null) === (to === null)) return condition;
  return { ...condition, op: from === null ? "lte" : "gte", value: from ?? to };
}

function ConditionText({ condition, items, locale }: { condition: Condition } & Omit<FilterTextProps, "filter">) {
  const item = items.find(({ prop }) => prop === condition.field);
  if (item === undefined) return texts.hidden[locale];
  const simplified = simplify(condition);
  const { value } = simplified;
  const config = valueFieldOf(item, simplified.op) ?? valueFieldOf(item, condition.op);
  const isQuoted = simplified.op === "contains" || simplified.op === "prefix";
  const Show = config === undefined ? undefined : fieldTypeOf(config).Show;
  return (
    <>
      <span className="font-medium text-ink">{item.label}</span>{" "}
      {comparisonLabel(comparisonOf(simplified), item)[locale]}
      {config !== undefined && Show !== undefined && (
        <span className="text-ink">
          {" "}
          {isEmpty(value) ? (
            texts.blank[locale]
          ) : isQuoted ? (
            `“${String(value)}”`
          ) : (
            <Show field={config} value={value} locale={locale} />
          )}
        </span>
      )}
    </>
  );
}

/** A filter as a sentence, with nested groups in brackets. */
export function FilterSentence({
  filter,
  items,
  locale,
  isInner = false,
}: FilterTextProps & { isInner?: boolean }): ReactNode {
  if ("field" in filter) return <ConditionText condition={filter} items={items} locale={locale} />;
  const isAll = "and" in filter;
  const parts = isAll ? filter.and : filter.or;
  const joinedParts = parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts have no names, and the sentence has no state
    <Fragment key={index}>
      {index > 0 && <span className="text-ink-3"> {texts[isAll ? "and" : "or"][locale]} </span>}
      <FilterSentence filter={part} items={items} locale={locale} isInner />
    </Fragment>
  ));
  if (!isInner || parts.length < 2) return joinedParts;
  return (
    <>
      {texts.open[locale]}
      {joinedParts}
      {texts.close[locale]}
    </>
  );
}
