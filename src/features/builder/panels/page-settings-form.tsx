import { useMemo } from "react";
import type { Fields } from "#kit/field.ts";
import { AssistScopeContext } from "#render/form/form-store-context.ts";
import { localizeFormFields, FieldsForm } from "#render/form/form-fields.tsx";
import { useLocale } from "#ui/locale.ts";
import { useEditor, useSetting } from "#features/builder/editor/editor.ts";
import { useAssistScope } from "./use-assist-scope.ts";

/** A form of some of the page's settings. Typing in one field is one undo step. */
export function PageSettingsForm({ fields, isFirst = false }: { fields: Fields; isFirst?: boolean }) {
  const locale = useLocale();
  const { store } = useEditor();
  const setting = useSetting();
  const localizedFields = useMemo(() => localizeFormFields(fields, locale), [fields, locale]);
  const { scope, capture } = useAssistScope(store.setting);
  return (
    <AssistScopeContext value={scope}>
      <FieldsForm
        isFirst={isFirst}
        disabled={store.isContentOnly}
        fields={localizedFields}
        values={setting}
        locale={locale}
        onChange={(field, value) => {
          const before = store.setting();
          const after = { ...before, [field]: value };
          store.edit({ records: [], setting: { before, after } }, { capture: capture(`setting ${field}`) });
        }}
      />
    </AssistScopeContext>
  );
}
