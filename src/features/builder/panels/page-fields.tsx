import { useMemo } from "react";
import { localizeFormFields, FieldsForm } from "#render/form/form-fields.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { useEditor, useSetting } from "#features/builder/editor/editor.ts";
import { pageFields } from "#kit/page-fields.ts";

const texts = {
  page: { zh: "页面设置", en: "Page settings" },
  hint: { zh: "点击页面中的组件，即可在此编辑。", en: "Click a component on the page to edit it here." },
};

/** The page settings, shown while nothing is selected. */
export function PageFields() {
  const locale = useLocale();
  const t = useText();
  const { store } = useEditor();
  const setting = useSetting();
  const describedFields = useMemo(() => localizeFormFields(pageFields, locale), [locale]);
  return (
    <>
      <header className="flex h-12 shrink-0 items-center border-b border-line px-4">
        <h2 className="panel-title">{t(texts.page)}</h2>
      </header>
      <div className="scroll grid min-h-0 flex-1 content-start gap-5 overflow-auto p-4">
        <p className="text-xs text-ink-3">{t(texts.hint)}</p>
        <FieldsForm
          fields={describedFields}
          values={setting}
          locale={locale}
          onChange={(field, value) => {
            const before = store.setting();
            const after = { ...before, [field]: value };
            store.edit({ records: [], setting: { before, after } }, { capture: { merge: `setting ${field}` } });
          }}
        />
      </div>
    </>
  );
}
