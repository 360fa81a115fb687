import { useMemo } from "react";
import type { Fields } from "#kit/field.ts";
import { describeFields, FieldsForm } from "#render/form-fields.tsx";
import { useLocale, useSay } from "#ui/locale.ts";
import { useEditor, useSetting } from "./editor.ts";

const words = {
  page: { zh: "页面设置", en: "Page settings" },
  hint: { zh: "点击页面中的组件，即可在此编辑。", en: "Click a component on the page to edit it here." },
};

/** What a page says about itself (spec section 3, page setting). */
export const pageFields: Fields = {
  title: { type: "textbox", name: { zh: "标题", en: "Title" }, localized: true, required: true, max: 80 },
  description: { type: "textarea", name: { zh: "描述", en: "Description" }, localized: true, max: 200, rows: 3 },
  showHead: { type: "switch", name: { zh: "显示顶部导航", en: "Show top bar" } },
  showFoot: { type: "switch", name: { zh: "显示页脚", en: "Show footer" } },
};

/** The page's own settings, shown while nothing on it is selected. */
export function PageFields() {
  const locale = useLocale();
  const say = useSay();
  const { store } = useEditor();
  const setting = useSetting();
  const described = useMemo(() => describeFields(pageFields, locale), [locale]);
  return (
    <>
      <header className="flex h-12 shrink-0 items-center border-b border-line px-4">
        <h2 className="panel-title">{say(words.page)}</h2>
      </header>
      <div className="scroll grid min-h-0 flex-1 content-start gap-5 overflow-auto p-4">
        <p className="text-xs text-ink-3">{say(words.hint)}</p>
        <FieldsForm
          fields={described}
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
