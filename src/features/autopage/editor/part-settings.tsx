import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Copy, Trash2 } from "lucide-react";
import { type ReactNode, useId, useMemo } from "react";
import { type AutoPagePart, isGroup } from "#kit/auto-page.ts";
import type { AutoWidgetDefinition } from "#kit/auto-widget.ts";
import { changedLocales } from "#kit/changed-locales.ts";
import type { Fields } from "#kit/field.ts";
import type { Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { FieldsForm, localizeFormFields } from "#render/form/form-fields.tsx";
import { Button } from "#ui/button.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { autoWidgets } from "../widget-types.ts";
import { FilterSetting } from "./filter-setting.tsx";
import {
  frameFields,
  groupFields,
  partValues,
  placeFields,
  type SourceChoices,
  withChoices,
  withPartValue,
  withSetting,
} from "./part-fields.ts";
import { nameOfPart } from "./part-names.ts";

const texts = {
  content: { zh: "内容", en: "Content" },
  frame: { zh: "外观", en: "Appearance" },
  duplicate: { zh: "创建副本", en: "Duplicate" },
  remove: { zh: "删除组件", en: "Remove component" },
  unknown: { zh: "此组件已不存在，请删除。", en: "This component does not exist any more. Remove it." },
};

/** The data that widgets can show and, for one type of data, its fields. */
export function useSourceChoices(source: string | undefined) {
  const locale = useLocale();
  return useQuery({
    queryKey: ["auto page", "choices", source, locale],
    queryFn: ({ signal }) => call("GET paas/autoPage/choices", source === undefined ? {} : { source }, { signal }),
    placeholderData: keepPreviousData,
  });
}

function SettingsSection({ title, children }: { title: Text; children: ReactNode }) {
  const t = useText();
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="part-settings grid gap-4 border-t border-line py-4">
      <h3 id={id} className="text-xs font-semibold text-ink-3">
        {t(title)}
      </h3>
      {children}
    </div>
  );
}

type Change = (change: (part: AutoPagePart) => AutoPagePart, merge: string) => void;
type ContentProps = {
  definition: AutoWidgetDefinition;
  value: Readonly<Record<string, unknown>>;
  choices: SourceChoices;
  onSetting: (name: string, value: unknown) => void;
};

/** The settings of a widget as its type declares them; those that choose data are lists of what there is. */
function WidgetSettings({ definition, value, choices, onSetting }: ContentProps) {
  const locale = useLocale();
  const { settings, choices: kinds = {} } = definition;
  const fields = useMemo(() => {
    const { filter: _filter, ...rest } = settings;
    const entries = Object.entries(rest as Fields).map(([name, field]) => {
      const kind = kinds[name];
      return [name, kind === undefined ? field : withChoices(field, kind, choices)] as const;
    });
    return localizeFormFields(Object.fromEntries(entries), locale);
  }, [settings, kinds, choices, locale]);
  const defaults = Object.entries(settings).map(([name, field]) => [name, field.value ?? null]);
  return (
    <>
      <FieldsForm
        fields={fields}
        values={{ ...Object.fromEntries(defaults), ...value }}
        locale={locale}
        onChange={onSetting}
      />
      {"filter" in settings && (
        <FilterSetting source={value.source} value={value.filter} onChange={(text) => onSetting("filter", text)} />
      )}
    </>
  );
}

type SettingsProps = { part: AutoPagePart; onChange: Change; onDuplicate: () => void; onRemove: () => void };

/** Everything that can be set for one part. */
export function PartSettings({ part, onChange, onDuplicate, onRemove }: SettingsProps) {
  const locale = useLocale();
  const t = useText();
  const id = useId();
  const isGroupPart = isGroup(part);
  const value = isGroupPart ? {} : (part.value ?? {});
  const source = typeof value.source === "string" ? value.source : undefined;
  const choices = useSourceChoices(source);
  const place = useMemo(
    () => localizeFormFields({ ...placeFields, ...(isGroupPart ? groupFields : {}) }, locale),
    [isGroupPart, locale],
  );
  const frame = useMemo(() => localizeFormFields(frameFields, locale), [locale]);
  const values = partValues(part);
  const definition = isGroupPart ? undefined : autoWidgets.get(part.name);
  const mergeOf = (name: string, before: unknown, next: unknown) =>
    `${part.id} ${name} ${changedLocales(before, next)}`;
  const change = (name: string, next: unknown) =>
    onChange((current) => withPartValue(current, name, next), mergeOf(name, values[name], next));
  const changeSetting = (name: string, next: unknown) =>
    onChange(
      (current) => (isGroup(current) ? current : { ...current, value: withSetting(current.value, name, next) }),
      mergeOf(`value ${name}`, value[name], next),
    );
  return (
    <div role="group" aria-labelledby={id} data-part-settings={part.id}>
      <header className="flex items-center gap-1 py-2">
        <h3 id={id} className="min-w-0 flex-1 truncate text-sm font-semibold">
          {nameOfPart(part, locale)}
        </h3>
        {[
          { text: texts.duplicate, Icon: Copy, run: onDuplicate },
          { text: texts.remove, Icon: Trash2, run: onRemove },
        ].map(({ text, Icon, run }) => (
          <Button key={text.en} kind="quiet" size="icon" title={t(text)} aria-label={t(text)} onClick={run}>
            <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
          </Button>
        ))}
      </header>
      <div className="part-settings pb-4">
        <FieldsForm fields={place} values={values} locale={locale} onChange={change} />
      </div>
      {!isGroupPart && (
        <SettingsSection title={texts.content}>
          {definition === undefined ? (
            <p className="text-sm text-danger">{t(texts.unknown)}</p>
          ) : (
            <QueryContent query={choices}>
              {(data) => (
                <WidgetSettings definition={definition} value={value} choices={data} onSetting={changeSetting} />
              )}
            </QueryContent>
          )}
        </SettingsSection>
      )}
      <SettingsSection title={texts.frame}>
        <FieldsForm fields={frame} values={values} locale={locale} onChange={change} />
      </SettingsSection>
    </div>
  );
}
