import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AdvancedItem } from "#kit/auto.ts";
import { conditionsIn, type SortOrder } from "#kit/filter.ts";
import { type BindableEntity, type RowBinding, rowBindingLimits, rowPartNames, rowParts } from "#kit/row-binding.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { ConditionsDialog, type ConditionsTexts } from "#render/filter/conditions-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { NumberInput } from "#ui/number-input.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import type { RowBindingEditorProps } from "#ui/row-binding-editor.ts";
import { Select } from "#ui/select.tsx";
import { useBindableEntities } from "./bindable-entities.ts";
import { toOption, withChosenOption } from "./chosen-option.ts";

const texts = {
  entity: { zh: "数据类型", en: "Type of records" },
  choose: { zh: "请选择", en: "Choose" },
  noEntities: {
    zh: "没有访客可以查看的数据。请在轻应用的设置中，将查看权限设为“所有人（含访客）”并发布。",
    en: "Visitors may not read any records yet. In the settings of a light app, let everyone view its records, including visitors, and publish it.",
  },
  gone: {
    zh: "访客不能查看“{name}”，请选择其他数据。",
    en: "Visitors may not read “{name}”. Choose other records.",
  },
  none: { zh: "不显示", en: "Not shown" },
  filter: { zh: "筛选条件", en: "Filter" },
  noFilter: { zh: "全部数据", en: "All records" },
  conditions: { zh: "{n} 个条件", en: "{n} {n|condition|conditions}" },
  sort: { zh: "排序", en: "Sort by" },
  usualSort: { zh: "默认顺序", en: "Default order" },
  direction: { zh: "排序方向", en: "Direction" },
  asc: { zh: "升序", en: "Ascending" },
  desc: { zh: "降序", en: "Descending" },
  count: { zh: "条数（最多 {n}）", en: "Number of records (up to {n})" },
};

const filterTexts: ConditionsTexts = {
  title: { zh: "筛选条件", en: "Filter" },
  none: { zh: "此数据没有可用的筛选字段", en: "This data has no fields to filter by" },
  clear: { zh: "清空条件", en: "Clear" },
  submit: { zh: "确定", en: "Apply" },
};

/** What an item shows of a newly chosen entity: its title, and the first field that fits each other part. */
function firstFields({ fields, titleField }: BindableEntity): RowBinding["fields"] {
  const fieldOf = (part: (typeof rowParts)[number]) =>
    fields.find(({ name, parts }) => parts.includes(part) && name !== titleField && parts.at(-1) === part)?.name;
  const title = titleField ?? fields.find(({ parts }) => parts.includes("title"))?.name;
  const chosen = rowParts.map((part) => [part, part === "title" ? title : fieldOf(part)] as const);
  return Object.fromEntries(chosen.filter(([, name]) => name !== undefined));
}

/** A binding without the properties that are undefined. */
const present = (binding: { [K in keyof RowBinding]: RowBinding[K] | undefined }): RowBinding =>
  Object.fromEntries(Object.entries(binding).filter(([, value]) => value !== undefined)) as RowBinding;

type PartProps = {
  id: string;
  binding: RowBinding;
  entity: BindableEntity;
  disabled: boolean;
  onChange: (binding: RowBinding) => void;
};

/** The field that each part of an item shows. */
function PartFields({ id, binding, entity, disabled, onChange }: PartProps) {
  const t = useText();
  return rowParts.map((part) => {
    const chosen = binding.fields[part] ?? null;
    const fields = entity.fields.filter(({ parts }) => parts.includes(part)).map(toOption);
    const { options, isGone } = withChosenOption(fields, chosen, t);
    if (options.length === 0) return null;
    return (
      <div key={part} className="grid gap-1">
        <label htmlFor={`${id}-${part}`} className="text-xs text-ink-3">
          {t(rowPartNames[part])}
        </label>
        <Select
          id={`${id}-${part}`}
          label={t(rowPartNames[part])}
          value={chosen}
          options={options}
          placeholder={t(part === "title" ? texts.choose : texts.none)}
          isClearable={part !== "title"}
          invalid={isGone || (part === "title" && chosen === null)}
          disabled={disabled}
          onChange={(name) => {
            const { [part]: _, ...others } = binding.fields;
            onChange({ ...binding, fields: name === null ? others : { ...others, [part]: name } });
          }}
        />
      </div>
    );
  });
}

/** The conditions that rows have to meet, in the dialog of all lists. */
function FilterField({ id, binding, disabled, onChange }: Omit<PartProps, "entity">) {
  const t = useText();
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const { entity: type, filter } = binding;
  const query = useQuery({
    queryKey: ["builder", "binding conditions", type, locale],
    // The cast is needed because the output's schema leaves the options of field types open.
    queryFn: async ({ signal }) =>
      (await call("GET Api/SitePage/BindingConditions", { type }, { signal })) as unknown as AdvancedItem[],
    enabled: isOpen,
  });
  const state = filter === undefined ? texts.noFilter : formatText(texts.conditions, { n: conditionsIn(filter) });
  return (
    <div className="grid gap-1">
      <span id={`${id}-filter`} className="text-xs text-ink-3">
        {t(texts.filter)}
      </span>
      <Button
        aria-labelledby={`${id}-filter ${id}-filter-state`}
        className="justify-self-start"
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        <span id={`${id}-filter-state`}>{t(state)}</span>
      </Button>
      {isOpen && (
        <ConditionsDialog
          texts={filterTexts}
          query={query}
          filter={filter}
          onFilter={(next) => onChange(present({ ...binding, filter: next }))}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

/** The order of the rows: that of the entity, or by one of its fields. */
function SortFields({ id, binding, entity, disabled, onChange }: PartProps) {
  const t = useText();
  const { sort } = binding;
  const { options, isGone } = withChosenOption(entity.sorts.map(toOption), sort?.field ?? null, t);
  const change = (next: SortOrder | undefined) => onChange(present({ ...binding, sort: next }));
  return (
    <div className="grid gap-1">
      <label htmlFor={`${id}-sort`} className="text-xs text-ink-3">
        {t(texts.sort)}
      </label>
      <Select
        id={`${id}-sort`}
        label={t(texts.sort)}
        value={sort?.field ?? null}
        options={options}
        placeholder={t(texts.usualSort)}
        isClearable
        invalid={isGone}
        disabled={disabled}
        onChange={(field) => change(field === null ? undefined : { field, direction: sort?.direction ?? "desc" })}
      />
      {sort !== undefined && (
        <Select
          label={t(texts.direction)}
          value={sort.direction}
          options={(["asc", "desc"] as const).map((key) => ({ key, name: t(texts[key]) }))}
          disabled={disabled}
          onChange={(key) => change({ ...sort, direction: key === "asc" ? "asc" : "desc" })}
        />
      )}
    </div>
  );
}

/** The number of rows. An empty one is the usual number. */
function CountField({ id, binding, disabled, onChange }: Omit<PartProps, "entity">) {
  const t = useText();
  const { rows, usual } = rowBindingLimits;
  const change = (count: number | null) =>
    onChange(
      present({ ...binding, count: count === null ? undefined : Math.max(1, Math.min(rows, Math.round(count))) }),
    );
  return (
    <div className="grid gap-1">
      <label htmlFor={`${id}-count`} className="text-xs text-ink-3">
        {t(formatText(texts.count, { n: rows }))}
      </label>
      <NumberInput
        id={`${id}-count`}
        value={binding.count ?? null}
        decimals={0}
        isSigned={false}
        placeholder={String(usual)}
        invalid={false}
        disabled={disabled}
        describedBy={undefined}
        onChange={change}
        onBlur={() => undefined}
      />
    </div>
  );
}

/** Chooses rows that visitors may read: their entity, what an item shows of them, a filter, an order and their number. */
export function BindingEditor({ id, value, isOfPage, disabled, describedBy, onChange }: RowBindingEditorProps) {
  const t = useText();
  const query = useBindableEntities();
  return (
    <QueryContent query={query} height="h-10">
      {(entities) => {
        const entity = entities.find(({ type }) => type === value?.entity);
        const isGone = value !== null && entity === undefined;
        if (entities.length === 0 && value === null) return <p className="text-sm text-ink-3">{t(texts.noEntities)}</p>;
        const options = entities.map(({ type, name }) => ({ key: type, name }));
        const part = { id, disabled, onChange };
        return (
          <div className="grid gap-3">
            <Select
              id={id}
              label={t(texts.entity)}
              value={value?.entity ?? null}
              options={isGone ? [...options, { key: value.entity, name: value.entity }] : options}
              placeholder={t(texts.choose)}
              isClearable
              invalid={isGone}
              disabled={disabled}
              describedBy={describedBy}
              onChange={(type) => {
                const chosen = entities.find((other) => other.type === type);
                onChange(
                  chosen === undefined
                    ? null
                    : { entity: chosen.type, fields: isOfPage ? {} : firstFields(chosen as BindableEntity) },
                );
              }}
            />
            {isGone && (
              <p role="alert" className="text-sm text-danger">
                {t(formatText(texts.gone, { name: value.entity }))}
              </p>
            )}
            {value !== null && entity !== undefined && (
              <>
                {!isOfPage && <PartFields {...part} binding={value} entity={entity as BindableEntity} />}
                <FilterField key={value.entity} {...part} binding={value} />
                <SortFields {...part} binding={value} entity={entity as BindableEntity} />
                {!isOfPage && <CountField {...part} binding={value} />}
              </>
            )}
          </div>
        );
      }}
    </QueryContent>
  );
}
