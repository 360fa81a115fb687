import { defineAutoWidget } from "#kit/auto-widget.ts";
import { lazyControl } from "#ui/lazy-control.tsx";
import { sourceSetting } from "../widget-settings.ts";

// The form engine is larger than all widgets together.
const EmbeddedForm = lazyControl(async () => (await import("../embedded-form.tsx")).EmbeddedForm, { height: 240 });

const texts = {
  closed: { zh: "您没有新增此类数据的权限。", en: "You do not have permission to add such records." },
};

export default defineAutoWidget({
  name: "form",
  title: { zh: "表单", en: "Form" },
  icon: "notebook-pen",
  settings: sourceSetting,
  choices: { source: "entity" },
  load: ({ source }, reader) => ({ source, mayAdd: reader.mayAdd(source) }),
  Show: ({ data: { source, mayAdd }, locale }) =>
    mayAdd ? (
      <EmbeddedForm id="" source={source} locale={locale} />
    ) : (
      <p className="text-sm text-ink-2">{texts.closed[locale]}</p>
    ),
});
