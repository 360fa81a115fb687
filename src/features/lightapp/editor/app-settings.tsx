import { ArrowDown, ArrowUp, FolderOpen, Settings2, Trash2 } from "lucide-react";
import { useMemo } from "react";
import type { Fields } from "#kit/field.ts";
import type { Problems } from "#kit/problem-path.ts";
import type { LocalizedValue, Text } from "#kit/text.ts";
import { textIn } from "#kit/text.ts";
import { FieldsForm, localizeFormFields } from "#render/form/form-fields.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { checkKinds, checkRows, uniqueRows, withRuleRows } from "../draft/checks.ts";
import { checkSettings } from "../draft/check-settings.ts";
import type { Draft, EditDraft, FieldTypeInfo } from "../draft/draft.ts";
import {
  moveGroup,
  nameFromWords,
  removeGroup,
  renameGroup,
  withDefinition,
  withoutBlanks,
} from "../draft/edit-draft.ts";
import { ColumnOrder } from "./column-order.tsx";
import { PanelHead, PanelSection } from "./panel.tsx";
import { accessSettings, appListSettings, appNameSettings, fieldChoices, ownershipSettings } from "./setting-fields.ts";

const texts = {
  title: { zh: "轻应用设置", en: "Light app settings" },
  access: { zh: "谁可以", en: "Who may" },
  list: { zh: "列表与表单", en: "List and form" },
  checks: { zh: "字段间的校验", en: "Checks between fields" },
  group: { zh: "分组", en: "Group" },
  groupName: { zh: "分组名称", en: "Group name" },
  up: { zh: "上移分组", en: "Move group up" },
  down: { zh: "下移分组", en: "Move group down" },
  remove: { zh: "删除分组，保留字段", en: "Remove group, keep its fields" },
};

type AppProps = {
  draft: Draft;
  types: ReadonlyMap<string, FieldTypeInfo>;
  problems: Problems;
  /** Whether the type is fixed, because the light app was published. */
  isTypeFixed: boolean;
  /** Whether the draft has never been saved: its type then follows its name. */
  isNew: boolean;
  onEdit: EditDraft;
};

/** The draft without a property whose value is empty. */
function withProperty(draft: Draft, property: string, value: unknown): Draft {
  const { [property]: _before, ...rest } = draft.definition;
  const filled = withoutBlanks(value);
  const isEmpty =
    filled === null || filled === false || (typeof filled === "object" && Object.keys(filled).length === 0);
  return { ...draft, definition: (isEmpty ? rest : { ...rest, [property]: filled }) as Draft["definition"] };
}

/** The draft after one control of its settings has changed. */
function changed(draft: Draft, setting: string, value: unknown, isNew: boolean): Draft {
  const { definition, name, tableName } = draft;
  if (setting in accessSettings)
    return withDefinition(draft, { access: { ...definition.access, [setting]: value as never } });
  switch (setting) {
    case "name": {
      const words = (value ?? {}) as LocalizedValue<string>;
      const follows = isNew && tableName === nameFromWords(name.en ?? "");
      return { ...draft, name: words, ...(follows ? { tableName: nameFromWords(words.en ?? "") } : {}) };
    }
    case "tableName":
      return { ...draft, tableName: typeof value === "string" ? value : "" };
    case "titleField":
      return withDefinition(draft, { titleField: String(value ?? "") });
    case "sortField":
      return withDefinition(draft, {
        list: { ...definition.list, sort: { ...definition.list.sort, field: String(value ?? "createdAt") } },
      });
    case "sortDirection":
      return withDefinition(draft, {
        list: { ...definition.list, sort: { ...definition.list.sort, direction: value === "asc" ? "asc" : "desc" } },
      });
    case "alertText": {
      const filled = withoutBlanks(value) as object | null;
      const tooltip = { ...(definition.tooltip as object | undefined), alertText: filled };
      return withProperty(draft, "tooltip", filled === null || Object.keys(filled).length === 0 ? null : tooltip);
    }
    default:
      return withProperty(draft, setting, value);
  }
}

/** The settings of the light app as a whole. */
export function AppSettings({ draft, types, problems, isTypeFixed, isNew, onEdit }: AppProps) {
  const locale = useLocale();
  const t = useText();
  const { definition } = draft;
  const choices = fieldChoices(
    definition.fields.filter(({ type }) => types.get(type.toLowerCase())?.isStored !== false),
    locale,
  );
  const values = {
    ...definition,
    ...definition.access,
    name: draft.name,
    tableName: draft.tableName,
    sortField: definition.list.sort.field,
    sortDirection: definition.list.sort.direction,
    ...Object.fromEntries(checkKinds.map((kind) => [kind, checkRows(definition, kind)])),
    uniqueTogether: uniqueRows(definition),
    alertText: (definition.tooltip as { alertText?: unknown } | undefined)?.alertText ?? null,
  };
  const { tableName: typeSetting, ...nameSettings } = appNameSettings;
  const names: Fields = isTypeFixed
    ? nameSettings
    : { name: nameSettings.name!, tableName: typeSetting!, listName: nameSettings.listName! };
  const change = (setting: string, value: unknown) =>
    onEdit(
      (current) => withRuleRows(current, setting, value) ?? changed(current, setting, value, isNew),
      `app ${setting}`,
    );
  const section = (title: Text | undefined, fields: Fields) => (
    <PanelSection title={title === undefined ? undefined : t(title)}>
      <FieldsForm
        fields={localizeFormFields(fields, locale)}
        values={values}
        problems={problems}
        locale={locale}
        isNew={isNew}
        onChange={change}
      />
    </PanelSection>
  );
  return (
    <>
      <PanelHead Icon={Settings2} title={t(texts.title)} problem={problems[""] ?? problems.fields} />
      {section(undefined, names)}
      {section(texts.list, appListSettings(choices))}
      {definition.fields.length > 0 && <ColumnOrder draft={draft} types={types} onEdit={onEdit} />}
      {choices.length > 1 && section(texts.checks, checkSettings(choices))}
      {section(texts.access, { ...accessSettings, ...ownershipSettings })}
    </>
  );
}

type GroupProps = {
  draft: Draft;
  index: number;
  problems: Problems;
  onEdit: EditDraft;
  onSelect: (index?: number) => void;
};

/** The settings of a group. */
export function GroupSettings({ draft, index, problems, onEdit, onSelect }: GroupProps) {
  const locale = useLocale();
  const t = useText();
  const { groups } = draft.definition;
  const fields = useMemo(
    () =>
      localizeFormFields(
        { name: { type: "textbox", name: texts.groupName, localized: true, required: true, max: 200 } },
        locale,
      ),
    [locale],
  );
  const group = groups[index];
  if (group === undefined) return null;
  function move(step: -1 | 1): void {
    onEdit((current) => moveGroup(current, index, step));
    onSelect(index + step);
  }
  const buttons = [
    { text: texts.up, Icon: ArrowUp, isOff: index === 0, run: () => move(-1) },
    { text: texts.down, Icon: ArrowDown, isOff: index === groups.length - 1, run: () => move(1) },
    {
      text: texts.remove,
      Icon: Trash2,
      isOff: false,
      run: () => {
        onEdit((current) => removeGroup(current, index));
        onSelect();
      },
    },
  ];
  return (
    <>
      <PanelHead
        Icon={FolderOpen}
        title={textIn(group.name, locale) || t(texts.group)}
        problem={problems[""]}
        actions={buttons}
      />
      <PanelSection>
        <FieldsForm
          fields={fields}
          values={{ name: group.name }}
          problems={problems}
          locale={locale}
          onChange={(_setting, value) =>
            onEdit((current) => renameGroup(current, index, (value ?? {}) as LocalizedValue<string>), `group ${index}`)
          }
        />
      </PanelSection>
    </>
  );
}
