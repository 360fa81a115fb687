import { ArrowDown, ArrowUp, Copy, Trash2 } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { changedLocales } from "#kit/changed-locales.ts";
import type { LocalizedField } from "#kit/field.ts";
import type { Problems } from "#kit/problem-path.ts";
import { type LocalizedValue, type Text, textIn } from "#kit/text.ts";
import { FieldsForm, localizeFormFields } from "#render/form/form-fields.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import type { Draft, DraftField, EditDraft, FieldTypeInfo } from "../draft/draft.ts";
import {
  changeType,
  freeName,
  nameFromWords,
  renameField,
  ruleField,
  setMembership,
  setOptions,
  stepField,
  withoutNumber,
} from "../draft/edit-draft.ts";
import { fieldIcon } from "./field-icons.ts";
import { PanelHead, PanelSection } from "./panel.tsx";
import { orderTypes } from "../draft/type-order.ts";
import { basicSettings, fieldChoices, formSettings, listSettings, ruleSettings } from "./setting-fields.ts";

const texts = {
  options: { zh: "类型设置", en: "Type settings" },
  rules: { zh: "填写规则", en: "Rules" },
  list: { zh: "列表与搜索", en: "List and search" },
  form: { zh: "表单", en: "Form" },
  defaultValue: { zh: "默认值", en: "Default value" },
  up: { zh: "上移", en: "Move up" },
  down: { zh: "下移", en: "Move down" },
  duplicate: { zh: "创建副本", en: "Duplicate" },
  remove: { zh: "删除字段", en: "Remove field" },
  unknown: { zh: "此类型不能在这里设置，请在 JSON 中修改。", en: "This type has no settings here. Edit it as JSON." },
};

type SettingsProps = {
  draft: Draft;
  field: DraftField;
  types: readonly FieldTypeInfo[];
  problems: Problems;
  /** Whether the field is in the saved draft: only the name of a new one follows its label. */
  isSaved: boolean;
  onEdit: EditDraft;
  onSelect: (field: string) => void;
  onDuplicate: () => void;
  onRemove: () => void;
  /** The field is only filled in: it has no list, no default, and nothing is calculated or unique. */
  isFormOnly?: boolean;
  /** The field is in a field of rows or in a group: it is only filled in, but belongs to records. */
  isInside?: boolean;
  /** Below the settings of the type. */
  children?: ReactNode;
};

const ruleValue = (rule: unknown) => (typeof rule === "string" ? rule.slice(rule.indexOf("=") + 1) : "");

/** The values that the controls show. Those of the type are the options of the field. */
function valuesOf({ definition }: Draft, field: DraftField): Record<string, unknown> {
  const { searchable = [], unique = [], list } = definition;
  const column = (field.column ?? {}) as { width?: number; sortable?: boolean };
  return {
    ...field,
    type: field.type.toLowerCase(),
    unique: unique.some((names) => names.length === 1 && names[0] === field.field),
    searchable: searchable.includes(field.field),
    isColumn: list.columns.includes(field.field),
    width: column.width ?? null,
    isIndexed: column.sortable === true,
    ifField: field.if === undefined ? null : ruleField(field.if),
    ifValue: field.if === undefined ? null : ruleValue(field.if),
    defaultValue: field.value ?? null,
  };
}

/** The draft after one control of a field's settings has changed. */
function changed(draft: Draft, field: DraftField, setting: string, value: unknown): Draft {
  const name = field.field;
  const column = (field.column ?? {}) as { width?: number; sortable?: boolean };
  const withColumnOption = (option: string, next: unknown) => {
    const entries = Object.entries({ ...column, [option]: next }).filter(([, item]) => item !== null && item !== false);
    return setOptions(draft, name, { column: Object.fromEntries(entries) });
  };
  const rule = (ruleName: string, values: string) =>
    setOptions(draft, name, { if: ruleName === "" ? undefined : `${ruleName}=${values}` });
  switch (setting) {
    case "isColumn":
      return setMembership(draft, name, "column", value === true);
    case "searchable":
    case "unique":
      return setMembership(draft, name, setting, value === true);
    case "width":
      return withColumnOption("width", value);
    case "isIndexed":
      return withColumnOption("sortable", value);
    case "ifField":
      return rule(typeof value === "string" ? value : "", ruleValue(field.if));
    case "ifValue":
      return rule(ruleField(field.if), typeof value === "string" ? value : "");
    case "defaultValue":
      return setOptions(draft, name, { value });
    default:
      return setOptions(draft, name, { [setting]: value });
  }
}

/**
 * Whether people can enter a default value: not for references and files, which belong to one record, nor for options from an option set, which the
 * draft does not contain.
 */
const mayHaveDefault = ({ operators, settings }: FieldTypeInfo, field: DraftField) =>
  operators.length > 0 && !("entity" in settings) && (!("options" in settings) || Array.isArray(field.options));

/** The settings of the type. A field that is only filled in belongs to no row that could be deleted. */
function typeSettings({ settings }: FieldTypeInfo, isFormOnly: boolean): Record<string, LocalizedField> {
  const { onDelete: _onDelete, ...others } = settings;
  return (isFormOnly ? others : settings) as Record<string, LocalizedField>;
}

/** The control for the default value: that of the field itself, with its options. */
function defaultField(field: DraftField, label: string, locale: "zh" | "en"): LocalizedField {
  const {
    if: _if,
    compute: _compute,
    required: _required,
    helpBlock: _help,
    placeholder: _placeholder,
    ...config
  } = field;
  return localizeFormFields({ value: { ...config, name: { zh: label, en: label } } as never }, locale).value!;
}

/** Everything that can be set for one field. */
export function FieldSettings(props: SettingsProps) {
  const { draft, field, types, problems, isSaved, onEdit, onSelect, onDuplicate, onRemove } = props;
  const { isInside = false, isFormOnly = isInside, children } = props;
  const locale = useLocale();
  const t = useText();
  const info = types.find(({ type }) => type === field.type.toLowerCase());
  const name = field.field;
  const otherFields = draft.definition.fields.filter((other) => other.field !== name);
  const others = fieldChoices(otherFields, locale);
  const basic = useMemo(
    () => localizeFormFields(basicSettings(orderTypes(types), isFormOnly && !isInside), locale),
    [types, isFormOnly, isInside, locale],
  );
  const values = valuesOf(draft, field);

  const step = (direction: -1 | 1) => stepField(draft, name, direction);
  function rename(to: string, merge: string): void {
    onEdit((current) => renameField(current, name, to), merge);
    onSelect(to);
  }
  function change(setting: string, value: unknown): void {
    const merge = `field ${name} ${setting} ${changedLocales(field[setting], value)}`;
    if (setting === "field") {
      const isTaken = otherFields.some((other) => other.field === value);
      // Two fields of one name could not be told apart here.
      return typeof value === "string" && value !== "" && !isTaken ? rename(value, `rename ${setting}`) : undefined;
    }
    const nextType = setting === "type" ? types.find(({ type }) => type === value) : undefined;
    if (nextType !== undefined) return onEdit((current) => changeType(current, name, nextType));
    onEdit((current) => changed(current, field, setting, value), merge);
    const words = setting === "name" ? (value as LocalizedValue<string> | null)?.en : undefined;
    const before = nameFromWords(field.name.en ?? "");
    const next = nameFromWords(words ?? "");
    const follows = !isSaved && (before === "" || withoutNumber(name) === withoutNumber(before));
    if (next === "" || !follows) return;
    const to = freeName(next, otherFields);
    if (to !== name) rename(to, merge);
  }
  const section = (title: Text | undefined, fields: Record<string, LocalizedField>): ReactNode =>
    Object.keys(fields).length > 0 && (
      <PanelSection title={title === undefined ? undefined : t(title)}>
        <FieldsForm fields={fields} values={values} problems={problems} locale={locale} onChange={change} />
      </PanelSection>
    );
  const localized = (fields: Parameters<typeof localizeFormFields>[0]) => localizeFormFields(fields, locale);
  return (
    <>
      <PanelHead
        Icon={fieldIcon(info)}
        title={textIn(field.name, locale) || name}
        problem={problems[""]}
        actions={[
          { text: texts.up, Icon: ArrowUp, isOff: step(-1) === draft, run: () => onEdit(() => step(-1)) },
          { text: texts.down, Icon: ArrowDown, isOff: step(1) === draft, run: () => onEdit(() => step(1)) },
          { text: texts.duplicate, Icon: Copy, run: onDuplicate },
          { text: texts.remove, Icon: Trash2, run: onRemove },
        ]}
      />
      {section(undefined, basic)}
      {info === undefined ? (
        <p className="px-4 py-4 text-sm text-ink-2">{t(texts.unknown)}</p>
      ) : (
        <>
          {section(texts.options, typeSettings(info, isFormOnly))}
          {children}
          {section(texts.rules, {
            ...localized(ruleSettings(info, isFormOnly)),
            ...(!isFormOnly && mayHaveDefault(info, field)
              ? { defaultValue: defaultField(field, t(texts.defaultValue), locale) }
              : {}),
          })}
          {section(texts.list, info.isStored && !isFormOnly ? localized(listSettings(info)) : {})}
          {section(texts.form, localized(formSettings(others, isFormOnly)))}
        </>
      )}
    </>
  );
}
