import type { AutoColumn } from "#kit/auto.ts";
import type { Fields, LocalizedField } from "#kit/field.ts";
import { type Text, textIn } from "#kit/text.ts";
import { FieldTypesBoundary } from "#render/field-types-boundary.tsx";
import { ClashDialog } from "#render/form/form-clash.tsx";
import { localizeFormFields } from "#render/form/form-fields.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import type { Draft, DraftGroup, FieldTypeInfo } from "../draft/draft.ts";
import type { Conflict } from "../draft/merge-drafts.ts";
import {
  accessSettings,
  appListSettings,
  appNameSettings,
  basicSettings,
  formSettings,
  listSettings,
  ruleSettings,
} from "./setting-fields.ts";

const texts = {
  removed: { zh: "已删除此字段", en: "Removes this field" },
  changed: { zh: "保留此字段", en: "Keeps this field" },
  groups: { zh: "分组", en: "Groups" },
  condition: { zh: "显示条件", en: "Shown depending on" },
  column: { zh: "列宽和索引", en: "Column width and index" },
  subFields: { zh: "其中的字段", en: "Fields inside" },
  defaultValue: { zh: "默认值", en: "Default value" },
};

/** Settings that the definition has in another form than their controls. Their values are shown as text. */
const otherNames: Readonly<Record<string, Text>> = {
  if: texts.condition,
  column: texts.column,
  value: texts.defaultValue,
  fields: texts.subFields,
  groups: texts.groups,
  sort: appListSettings([]).sortField!.name as Text,
  tooltip: appListSettings([]).alertText!.name as Text,
};

/** The control of a setting; undefined for settings that are edited as JSON. */
function controlOf(
  { field, setting = "" }: Conflict,
  draft: Draft,
  types: readonly FieldTypeInfo[],
  locale: "zh" | "en",
): LocalizedField | undefined {
  const localized = (fields: Fields) => localizeFormFields(fields, locale)[setting];
  if (Object.hasOwn(otherNames, setting)) return undefined;
  if (field === undefined) {
    const fields = draft.definition.fields.map(({ field: key, name }) => ({ key, name: name as Text }));
    return localized({ ...appNameSettings, ...appListSettings(fields), ...accessSettings });
  }
  const type = draft.definition.fields.find((one) => one.field === field)?.type.toLowerCase();
  const info = types.find((one) => one.type === type);
  const settings = info?.settings as Record<string, LocalizedField> | undefined;
  if (info === undefined || settings?.[setting] !== undefined) return settings?.[setting];
  return localized({ ...basicSettings(types), ...ruleSettings(info), ...listSettings(info), ...formSettings([]) });
}

/** The groups as lines of text: `Contact: Name, Email`. */
const groupsText = (groups: readonly DraftGroup[], labelOf: (field: string) => string, locale: "zh" | "en") =>
  groups.map(({ name, fields }) => `${textIn(name, locale)}: ${fields.map(labelOf).join(", ")}`).join("\n");

type MergeProps = {
  /** The draft with what was merged, and with mine where there is a conflict. */
  draft: Draft;
  conflicts: readonly Conflict[];
  types: readonly FieldTypeInfo[];
  /** `accepted`: the keys of the conflicts in which the other person's version is kept. */
  onResolve: (accepted: readonly string[]) => void;
  onClose: () => void;
};

/** Asks which version to keep of each setting that two people have changed. */
export function MergeDialog({ draft, conflicts, types, onResolve, onClose }: MergeProps) {
  const locale = useLocale();
  const t = useText();
  const labelOf = (field: string) =>
    textIn(draft.definition.fields.find((one) => one.field === field)?.name, locale) || field;

  function textOf({ setting }: Conflict, value: unknown): string | null {
    if (setting === undefined) return t(value === undefined ? texts.removed : texts.changed);
    if (setting === "groups") return groupsText(value as DraftGroup[], labelOf, locale);
    return value === undefined ? null : typeof value === "string" ? value : JSON.stringify(value, null, 2);
  }
  const parts = conflicts.map((conflict) => {
    const { key, field, setting = "", mine, theirs } = conflict;
    const control = controlOf(conflict, draft, types, locale);
    const settingName = control?.name ?? (Object.hasOwn(otherNames, setting) ? t(otherNames[setting]!) : setting);
    const name = [...(field === undefined ? [] : [labelOf(field)]), ...(settingName === "" ? [] : [settingName])];
    const config = { ...(control ?? { type: "textarea" }), name: name.join(" · ") } as LocalizedField;
    const shown = (value: unknown) => (control === undefined ? textOf(conflict, value) : (value ?? null));
    return { column: { field: key, config } as AutoColumn, mine: shown(mine), theirs: shown(theirs) };
  });
  const values = (side: "mine" | "theirs") => parts.map((part) => [part.column.field, part[side]] as const);
  return (
    <FieldTypesBoundary fields={parts.map(({ column }) => column.config)} fallback={null}>
      <ClashDialog
        clash={{
          version: 0,
          fields: Object.fromEntries(values("theirs").map(([key, theirs]) => [key, { theirs }])),
        }}
        fields={parts.map(({ column }) => column)}
        ownValues={Object.fromEntries(values("mine"))}
        locale={locale}
        onResolve={onResolve}
        onClose={onClose}
      />
    </FieldTypesBoundary>
  );
}
