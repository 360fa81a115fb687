import { Plus } from "lucide-react";
import { useContext, useId, useState } from "react";
import { Button } from "#ui/button.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { Input } from "#ui/input.tsx";
import { useText } from "#ui/locale.ts";
import { RelationDialogs } from "#ui/relation-dialogs.ts";
import { optionsPerPage, type RelationOption, useRelationOptions } from "./relation-options.ts";
import { RelationTitle } from "./relation-title.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { LabelledCheckbox } from "#ui/labelled-checkbox.tsx";

const texts = {
  none: { zh: "暂无可选项", en: "No options yet" },
  noMatch: { zh: "没有符合条件的内容", en: "No results" },
  search: { zh: "搜索", en: "Search" },
  more: { zh: "显示更多", en: "Show more" },
  add: { zh: "新增", en: "Add new" },
};

type RelationCheckboxesProps = {
  id: string;
  entity: string;
  value: readonly string[];
  disabled: boolean;
  describedBy: string | undefined;
  /** What is said instead of "No options yet" when there is no row. */
  emptyText?: string;
  onChange: (ids: string[]) => void;
};

type OptionCheckboxesProps = Pick<RelationCheckboxesProps, "entity" | "value" | "disabled" | "emptyText"> & {
  options: readonly RelationOption[];
  isSearched: boolean;
  onToggle: (key: string) => void;
};

/** The checkboxes. Outside a search, every selected row has one, even when it is deleted or not among the loaded rows. */
function OptionCheckboxes({
  entity,
  value,
  disabled,
  emptyText,
  options,
  isSearched,
  onToggle,
}: OptionCheckboxesProps) {
  const t = useText();
  const unlistedIds = isSearched ? [] : value.filter((id) => !options.some(({ key }) => key === id));
  if (options.length + unlistedIds.length === 0)
    return <p className="text-sm text-ink-3">{isSearched ? t(texts.noMatch) : (emptyText ?? t(texts.none))}</p>;
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-2">
      {[...options, ...unlistedIds.map((key) => ({ key, name: undefined }))].map(({ key, name }) => (
        <li key={key}>
          <LabelledCheckbox checked={value.includes(key)} disabled={disabled} onChange={() => onToggle(key)}>
            {name ?? <RelationTitle entity={entity} id={key} />}
          </LabelledCheckbox>
        </li>
      ))}
    </ul>
  );
}

/** The rows of another entity as checkboxes with their titles, and a search box when there are too many to list. */
export function RelationCheckboxes(props: RelationCheckboxesProps) {
  const { id, entity, value, disabled, describedBy, emptyText, onChange } = props;
  const t = useText();
  const searchId = useId();
  const [searchText, setSearchText] = useState("");
  const [hasMany, setHasMany] = useState(false);
  const { options, retry, loadMore, hasMore } = useRelationOptions(entity, searchText, value);
  const dialogs = useContext(RelationDialogs);
  const [isAdding, setIsAdding] = useState(false);
  if (!hasMany && Array.isArray(options) && options.length >= optionsPerPage) setHasMany(true);
  const toggle = (key: string) =>
    onChange(value.includes(key) ? value.filter((selected) => selected !== key) : [...value, key]);
  return (
    <div id={id} aria-describedby={describedBy} className="grid gap-3 py-1.5">
      {hasMany && (
        <Input
          id={searchId}
          type="search"
          className="max-w-80"
          aria-label={t(texts.search)}
          placeholder={t(texts.search)}
          value={searchText}
          onChange={({ target }) => setSearchText(target.value)}
        />
      )}
      {options === undefined ? (
        <Skeleton className="h-6 w-40" />
      ) : options === "failed" ? (
        <LoadFailure onRetry={retry} />
      ) : (
        <OptionCheckboxes
          entity={entity}
          value={value}
          disabled={disabled}
          {...(emptyText === undefined ? {} : { emptyText })}
          options={options}
          isSearched={searchText.trim() !== ""}
          onToggle={toggle}
        />
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {Array.isArray(options) && hasMore && <Button onClick={loadMore}>{t(texts.more)}</Button>}
        {dialogs?.addable.includes(entity) === true && (
          <Button kind="quiet" disabled={disabled} onClick={() => setIsAdding(true)}>
            <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
            {t(texts.add)}
          </Button>
        )}
      </div>
      {isAdding && dialogs !== undefined && (
        <dialogs.AddRow
          type={entity}
          onAdded={(added) => {
            onChange([...value, added]);
            setIsAdding(false);
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </div>
  );
}
