import { Search, SlidersHorizontal } from "lucide-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import type { SearchItem } from "#kit/auto.ts";
import { isEmpty, type LocalizedField } from "#kit/field.ts";
import type { Operator } from "#kit/filter.ts";
import type { Locale } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { fieldTypeOf } from "#render/field-types.ts";
import { ValueEdit } from "#render/value-edit.tsx";

const texts = {
  search: { zh: "搜索", en: "Search" },
  reset: { zh: "重置", en: "Reset" },
  form: { zh: "搜索条件", en: "Search" },
  all: { zh: "全部", en: "All" },
  more: { zh: "更多筛选", en: "More filters" },
};

/** Suffixes for the labels of fields that search from or up to a value. */
const boundSuffixes: Partial<Record<Operator, Record<Locale, string>>> = {
  gte: { zh: "（起）", en: " from" },
  lte: { zh: "（止）", en: " to" },
};

type Texts = Record<string, string>;

/** The value of a field's control for a URL parameter; null for a missing or invalid one. `textOf` is the inverse. */
const valueOf = ({ config }: SearchItem, text = ""): unknown => {
  const { fromText } = fieldTypeOf(config);
  return text === "" ? null : fromText === undefined ? text : (fromText(text) ?? null);
};
const textOf = ({ config }: SearchItem, value: unknown): string =>
  isEmpty(value) ? "" : (fieldTypeOf(config).toText?.(value) ?? String(value));

const valuesOf = (items: readonly SearchItem[], query: Texts): Record<string, unknown> =>
  Object.fromEntries(items.map((item) => [item.prop, valueOf(item, query[item.prop])]));

/** A choice field with the placeholder "All". */
const withAllOption = (config: LocalizedField, locale: Locale): LocalizedField =>
  fieldTypeOf(config).isChoice === true ? { ...config, placeholder: texts.all[locale] } : config;

type SearchFieldProps = {
  id: string;
  item: SearchItem;
  value: unknown;
  locale: Locale;
  isHiddenOnNarrow: boolean;
  onChange: (value: unknown) => void;
};

function SearchField({ id, item, value, locale, isHiddenOnNarrow, onChange }: SearchFieldProps) {
  const config = withAllOption(item.config, locale);
  const { Edit, isGroup = false } = fieldTypeOf(config);
  if (Edit === undefined) return null;
  const name = (
    <>
      {item.label}
      {boundSuffixes[item.dataType]?.[locale]}
    </>
  );
  return (
    <div
      className={`grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1 ${isGroup ? "" : "sm:max-w-60 sm:flex-[1_1_150px] sm:has-[input[type^=date]]:min-w-60"} ${isHiddenOnNarrow ? "max-sm:hidden" : ""}`}
      {...(isGroup ? { role: "group", "aria-labelledby": `${id}-name` } : {})}
    >
      {isGroup ? (
        <span id={`${id}-name`} className="text-sm text-ink-2">
          {name}
        </span>
      ) : (
        <label htmlFor={id} className="justify-self-start text-sm text-ink-2">
          {name}
        </label>
      )}
      <ValueEdit {...{ id, config, value, locale, onChange }} />
    </div>
  );
}

type SearchProps = {
  items: readonly SearchItem[];
  /** The search values in the URL, by field. */
  values: Texts;
  locale: Locale;
  onSearch: (values: Texts) => void;
  /** An additional button, such as that of the advanced search. */
  button?: ReactNode;
  /** Content below the fields. */
  children?: ReactNode;
};

/** The search form of a list (B-146). Searches on Enter or the button, not while typing. */
export function TableSearch({ items, values, locale, onSearch, button, children }: SearchProps) {
  const id = useId();
  const [typedValues, setTypedValues] = useState(() => valuesOf(items, values));
  const [isOpen, setIsOpen] = useState(false);
  // A link or the Back button may change the URL while the form is open.
  useEffect(() => setTypedValues(valuesOf(items, values)), [items, values]);
  const orderedItems = items.toSorted((a, b) => a.sortOrder - b.sortOrder);
  const isBlank = [...Object.values(values), ...Object.values(typedValues)].every(isEmpty);

  return (
    <form
      role="search"
      aria-label={texts.form[locale]}
      className="flex flex-wrap items-end gap-3 max-sm:flex-col max-sm:items-stretch"
      onSubmit={(event) => {
        event.preventDefault();
        const typedTexts = items.map((item) => [item.prop, textOf(item, typedValues[item.prop])] as const);
        onSearch(
          Object.fromEntries(
            Object.entries({ ...values, ...Object.fromEntries(typedTexts) }).filter(([, text]) => text !== ""),
          ),
        );
      }}
    >
      {orderedItems.map((item, index) => (
        <SearchField
          key={item.prop}
          id={`${id}-${item.prop}`}
          item={item}
          value={typedValues[item.prop] ?? item.modelValue ?? null}
          locale={locale}
          // Narrow screens show only the first field and those with a value, until the person opens the others.
          isHiddenOnNarrow={index > 0 && !isOpen && isEmpty(typedValues[item.prop])}
          onChange={(value) => setTypedValues((previous) => ({ ...previous, [item.prop]: value }))}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        {orderedItems.length > 0 && (
          <>
            <Button type="submit" className="max-sm:flex-1">
              <Search size={16} strokeWidth={1.5} aria-hidden="true" />
              {texts.search[locale]}
            </Button>
            <Button
              kind="quiet"
              disabled={isBlank}
              className={isBlank ? "max-sm:hidden" : ""}
              onClick={() => onSearch({})}
            >
              {texts.reset[locale]}
            </Button>
          </>
        )}
        {orderedItems.length > 1 && (
          <Button
            size="icon"
            className="sm:hidden"
            aria-label={texts.more[locale]}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <SlidersHorizontal size={16} strokeWidth={1.5} aria-hidden="true" />
          </Button>
        )}
        {button}
      </div>
      {children}
    </form>
  );
}
