import { Combobox } from "@base-ui/react/combobox";
import { Check, ChevronDown, Plus } from "lucide-react";
import { useContext, useMemo, useRef, useState } from "react";
import { LoadFailure } from "#ui/load-failure.tsx";
import { useText } from "#ui/locale.ts";
import { RelationDialogs } from "#ui/relation-dialogs.ts";
import { type RelationOption, useRelationOptions } from "./relation-options.ts";
import type { RelationSelectProps } from "./relation-select.tsx";
import { RelationTitle } from "./relation-title.tsx";

const texts = {
  search: { zh: "搜索", en: "Search" },
  loading: { zh: "正在加载…", en: "Loading…" },
  none: { zh: "没有符合条件的内容", en: "No results" },
  add: { zh: "新增", en: "Add new" },
};
/** The next page is loaded this many rows (keyboard) or px (scrolling) before the end of the list. */
const loadAhead = { rows: 5, px: 200 };

/** The component that `RelationSelect` loads: a button that opens a search box and, below it, the rows to choose from. */
export function RelationPicker(props: RelationSelectProps) {
  const { id, entity, value, placeholder = "—", invalid, disabled, describedBy, onChange, onBlur } = props;
  const t = useText();
  const [searchText, setSearchText] = useState("");
  const { options, retry, loadMore } = useRelationOptions(entity, searchText, value === null ? [] : [value]);
  const dialogs = useContext(RelationDialogs);
  const [isOpen, setIsOpen] = useState(false);
  const [isAdding, setIsAdding] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const emptyOption = useMemo<RelationOption>(() => ({ key: "", name: placeholder }), [placeholder]);
  const matches = Array.isArray(options) ? options : [];
  const items = searchText.trim() === "" ? [emptyOption, ...matches] : matches;
  const current = value === null ? emptyOption : (matches.find(({ key }) => key === value) ?? { key: value, name: "" });
  const combobox = (
    <Combobox.Root
      open={isOpen}
      items={items}
      value={current}
      inputValue={searchText}
      filter={null}
      disabled={disabled}
      itemToStringLabel={({ name }: RelationOption) => name}
      isItemEqualToValue={(one, other) => one.key === other.key}
      onInputValueChange={(next, { reason }) => setSearchText(reason === "item-press" ? "" : next)}
      onValueChange={(next) => onChange(next === null || next.key === "" ? null : next.key)}
      onItemHighlighted={(item) => {
        if (item !== undefined && items.indexOf(item) >= items.length - loadAhead.rows) loadMore();
      }}
      onOpenChange={(next) => {
        setIsOpen(next);
        if (next) return;
        setSearchText("");
        onBlur();
      }}
    >
      <Combobox.Trigger
        ref={trigger}
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
            <Combobox.List
              className="max-h-64 overflow-auto"
              onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
                if (scrollHeight - scrollTop - clientHeight < loadAhead.px) loadMore();
              }}
            >
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
            {dialogs?.addable.includes(entity) === true && (
              <button
                type="button"
                className="mt-1 flex min-h-9 w-full items-center gap-2 rounded-sm border-t border-line px-3 text-brand hover:bg-paper-3 pointer-coarse:min-h-11"
                onClick={() => {
                  setIsOpen(false);
                  setIsAdding(true);
                }}
              >
                <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
                {t(texts.add)}
              </button>
            )}
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
  const close = () => {
    setIsAdding(false);
    trigger.current?.focus();
  };
  return (
    <>
      {combobox}
      {isAdding && dialogs !== undefined && (
        <dialogs.AddRow
          type={entity}
          onAdded={(added) => {
            onChange(added);
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}
