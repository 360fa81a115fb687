import { useEffect } from "react";
import { pageTextFields } from "#kit/page-text-fields.ts";
import { loadLater, whenIdle } from "#ui/load-later.ts";
import { useText } from "#ui/locale.ts";
import { contentOnlyText, useEditor } from "#features/builder/editor/editor.ts";
import { PageSettingsForm } from "./page-settings-form.tsx";

const texts = {
  page: { zh: "页面设置", en: "Page settings" },
  hint: { zh: "点击页面中的组件，即可在此编辑。", en: "Click a component on the page to edit it here." },
};

// Their field types are as large as the rest of the panel. They are below the texts, and there before somebody has scrolled to them.
const options = loadLater(() => import("./page-options.tsx").then((file) => file.PageOptions));

/** The page settings, shown while nothing is selected. */
export function PageFields() {
  const t = useText();
  const { isContentOnly } = useEditor().store;
  // Again for a panel that is shown after the first attempt has failed.
  useEffect(() => whenIdle(options.preload), []);
  return (
    <>
      <header className="flex h-12 shrink-0 items-center border-b border-line px-4">
        <h2 className="panel-title">{t(texts.page)}</h2>
      </header>
      <div
        className="scroll grid min-h-0 flex-1 content-start gap-5 overflow-auto p-4"
        onPointerEnter={options.preload}
        onFocus={options.preload}
      >
        <p className="text-xs text-ink-3">{t(texts.hint)}</p>
        {isContentOnly && <p className="client-note">{t(contentOnlyText)}</p>}
        <PageSettingsForm fields={pageTextFields} isFirst />
        <options.Component />
      </div>
    </>
  );
}
