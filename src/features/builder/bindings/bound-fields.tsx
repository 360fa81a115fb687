import { bindableSettings, type BoundPart } from "#kit/bound-page.ts";
import { setProperties } from "#kit/edit.ts";
import type { PageRecord } from "#kit/page.ts";
import { boundSettingsWith } from "#render/page/bound-settings.ts";
import { fieldTypeOf } from "#render/field-types.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { Select } from "#ui/select.tsx";
import { settingsOf } from "#features/builder/document/names.ts";
import { useEditor, useSetting } from "#features/builder/editor/editor.ts";
import { useBindableEntities } from "./bindable-entities.ts";
import { toOption, withChosenOption } from "./chosen-option.ts";

const texts = {
  title: { zh: "绑定页面数据", en: "Bind to the record of the page" },
  none: { zh: "不绑定", en: "Not bound" },
  noRow: {
    zh: "页面没有选择页面数据，绑定不会生效。",
    en: "The page shows no record, so these bindings have no effect.",
  },
};

const settings = boundSettingsWith(fieldTypeOf as never);

type Field = { name: string; label: string; parts: readonly string[] };

/** The fields of the page's record that the settings of a component show in place of their own values. */
export function BoundFields({ id, record }: { id?: string; record: PageRecord }) {
  const t = useText();
  const locale = useLocale();
  const { store } = useEditor();
  const { row } = useSetting();
  const query = useBindableEntities();
  const bindable = bindableSettings(record, settings);
  if (bindable.length === 0 || ((row ?? null) === null && record.bindings === undefined)) return null;

  function bind(setting: string, field: string | null): void {
    const before = store.record(record.id);
    if (before === undefined) return;
    const { [setting]: _, ...others } = before.bindings ?? {};
    const bindings = field === null ? others : { ...others, [setting]: field };
    store.edit(setProperties([before], { bindings: Object.keys(bindings).length === 0 ? undefined : bindings }));
  }
  const choice = (setting: string, part: BoundPart, fields: readonly Field[]) => {
    const chosen = record.bindings?.[setting] ?? null;
    const { options, isGone } = withChosenOption(
      fields.filter(({ parts }) => parts.includes(part)).map(toOption),
      chosen,
      t,
    );
    if (options.length === 0) return null;
    const name = settingsOf(record)?.[setting]?.name[locale] ?? setting;
    return (
      <div key={setting} className="grid gap-1">
        <span className="text-xs text-ink-3">{name}</span>
        <Select
          label={`${t(texts.title)} ${name}`}
          value={chosen}
          options={options}
          placeholder={t(texts.none)}
          isClearable
          invalid={isGone}
          onChange={(field) => bind(setting, field)}
        />
      </div>
    );
  };
  return (
    <section id={id} aria-label={t(texts.title)} className="grid gap-3">
      <h3 className="text-sm font-medium text-ink-2">{t(texts.title)}</h3>
      {(row ?? null) === null && <p className="text-sm text-warning">{t(texts.noRow)}</p>}
      <QueryContent query={query} height="h-10">
        {(entities) => {
          const fields = entities.find(({ type }) => type === row?.entity)?.fields ?? [];
          return bindable.map(([setting, part]) => choice(setting, part, fields));
        }}
      </QueryContent>
    </section>
  );
}
