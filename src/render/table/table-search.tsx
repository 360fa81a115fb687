import { Search, SlidersHorizontal } from "lucide-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import type { PlaySearchItem } from "#kit/auto.ts";
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

/** Appended to the label of a field that is searched from or up to a value. */
const bounds: Partial<Record<Operator, Record<Locale, string>>> = {
  gte: { zh: "（起）", en: " from" },
  lte: { zh: "（止）", en: " to" },
};

type Texts = Record<string, string>;

/** Convert between a parameter of the address and the value of a field's control. */
const valueOf = ({ config }: PlaySearchItem, text = ""): unknown => {
  const { fromText } = fieldTypeOf(config);
  return text === "" ? null : fromText === undefined ? text : (fromText(text) ?? null);
};
const textOf = ({ config }: PlaySearchItem, value: unknown): string =>
  isEmpty(value) ? "" : (fieldTypeOf(config).toText?.(value) ?? String(value));

const valuesOf = (items: readonly PlaySearchItem[], query: Texts): Record<string, unknown> =>
  Object.fromEntries(items.map((item) => [item.prop, valueOf(item, query[item.prop])]));

/** Adds "All" as the first choice. */
const withAll = (config: LocalizedField, locale: Locale): LocalizedField =>
  fieldTypeOf(config).isChoice === true ? { ...config, placeholder: texts.all[locale] } : config;

type LineProps = {
  id: string;
  item: PlaySearchItem;
  value: unknown;
  locale: Locale;
  isWideOnly: boolean;
  onChange: (value: unknown) => void;
};

function SearchLine({ id, item, value, locale, isWideOnly, onChange }: LineProps) {
  const config = withAll(item.config, locale);
  const { Edit, isGroup = false } = fieldTypeOf(config);
  if (Edit === undefined) return null;
  const name = (
    <>
      {item.label}
      {bounds[item.dataType]?.[locale]}
    </>
  );
  return (
    <div
      className={`grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1 ${isGroup ? "" : "sm:max-w-60 sm:flex-[1_1_150px] sm:has-[input[type^=date]]:min-w-60"} ${isWideOnly ? "max-sm:hidden" : ""}`}
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
  items: readonly PlaySearchItem[];
  /** The values in the address. */
  values: Texts;
  locale: Locale;
  onSearch: (values: Texts) => void;
  /** Another search button. */
  button?: ReactNode;
  /** Further search fields. */
  children?: ReactNode;
};

/** The search form of a list (B-146). Nothing is searched while typing: the button or Enter does. */
export function TableSearch({ items, values, locale, onSearch, button, children }: SearchProps) {
  const id = useId();
  const [typed, setTyped] = useState(() => valuesOf(items, values));
  const [isOpen, setIsOpen] = useState(false);
  // The address may change while the form is open, by a link or by Back.
  useEffect(() => setTyped(valuesOf(items, values)), [items, values]);
  const ordered = items.toSorted((a, b) => a.sortOrder - b.sortOrder);
  const isBlank = [...Object.values(values), ...Object.values(typed)].every(isEmpty);

  return (
    <form
      role="search"
      aria-label={texts.form[locale]}
      className="flex flex-wrap items-end gap-3 max-sm:flex-col max-sm:items-stretch"
      onSubmit={(event) => {
        event.preventDefault();
        const searched = items.map((item) => [item.prop, textOf(item, typed[item.prop])] as const);
        onSearch(
          Object.fromEntries(
            Object.entries({ ...values, ...Object.fromEntries(searched) }).filter(([, text]) => text !== ""),
          ),
        );
      }}
    >
      {ordered.map((item, index) => (
        <SearchLine
          key={item.prop}
          id={`${id}-${item.prop}`}
          item={item}
          value={typed[item.prop] ?? item.modelValue ?? null}
          locale={locale}
          // On narrow screens the first field is enough, until more is asked for.
          isWideOnly={index > 0 && !isOpen && isEmpty(typed[item.prop])}
          onChange={(value) => setTyped((previous) => ({ ...previous, [item.prop]: value }))}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        {ordered.length > 0 && (
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
        {ordered.length > 1 && (
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
