import { Combobox } from "@base-ui/react/combobox";
import { Check, ChevronDown } from "lucide-react";
import { useMemo, useState } from "react";
import { LoadFailure } from "#ui/load-failure.tsx";
import { useText } from "#ui/locale.ts";
import { type RelationOption, useRelationOptions } from "./relation-options.ts";
import type { RelationSelectProps } from "./relation-select.tsx";
import { RelationTitle } from "./relation-title.tsx";

const texts = {
  search: { zh: "搜索", en: "Search" },
  loading: { zh: "正在加载…", en: "Loading…" },
  none: { zh: "没有符合条件的内容", en: "No results" },
};

/** The list of `RelationSelect`: a button, and under it a search box over the rows that can be chosen. */
export function RelationPicker(props: RelationSelectProps) {
  const { id, entity, value, placeholder = "—", invalid, disabled, describedBy, onChange, onBlur } = props;
  const t = useText();
  const [q, setQ] = useState("");
  const { options, retry } = useRelationOptions(entity, q, value === null ? [] : [value]);
  const emptyOption = useMemo<RelationOption>(() => ({ key: "", name: placeholder }), [placeholder]);
  const found = Array.isArray(options) ? options : [];
  const items = q.trim() === "" ? [emptyOption, ...found] : found;
  const current = value === null ? emptyOption : (found.find(({ key }) => key === value) ?? { key: value, name: "" });
  return (
    <Combobox.Root
      items={items}
      value={current}
      inputValue={q}
      filter={null}
      disabled={disabled}
      itemToStringLabel={({ name }: RelationOption) => name}
      isItemEqualToValue={(one, other) => one.key === other.key}
      onInputValueChange={(next, { reason }) => setQ(reason === "item-press" ? "" : next)}
      onValueChange={(next) => onChange(next === null || next.key === "" ? null : next.key)}
      onOpenChange={(isOpen) => {
        if (isOpen) return;
        setQ("");
        onBlur();
      }}
    >
      <Combobox.Trigger
        id={id}
        aria-invalid={invalid}
        {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
        className="control flex max-w-80 items-center justify-between gap-2 text-left"
      >
        <span className="truncate">
          {current.key === "" ? placeholder : current.name || <RelationTitle entity={entity} id={current.key} />}
        </span>
        <Combobox.Icon className="text-ink-3">
          <ChevronDown size={16} strokeWidth={1.5} />
        </Combobox.Icon>
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="start" className="z-50">
          <Combobox.Popup
            aria-label={t(texts.search)}
            className="w-(--anchor-width) min-w-56 rounded-md border border-line bg-sheet p-1 text-ink shadow-lg"
          >
            <Combobox.Input aria-label={t(texts.search)} placeholder={t(texts.search)} className="control mb-1" />
            {options === "failed" ? (
              <div className="p-3">
                <LoadFailure onRetry={retry} />
              </div>
            ) : (
              items.length === 0 && (
                <p role="status" className="px-3 py-2 text-sm text-ink-3">
                  {t(options === undefined ? texts.loading : texts.none)}
                </p>
              )
            )}
            <Combobox.List className="max-h-64 overflow-auto">
              {(item: RelationOption) => (
                <Combobox.Item
                  key={item.key}
                  value={item}
                  className="flex min-h-9 cursor-default items-center justify-between gap-4 rounded-sm px-3 text-ink-2 data-highlighted:bg-paper-3 data-highlighted:text-ink pointer-coarse:min-h-11"
                >
                  <span className="min-w-0 truncate">{item.name}</span>
                  <Combobox.ItemIndicator>
                    <Check size={16} strokeWidth={1.5} />
                  </Combobox.ItemIndicator>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
