import { useMemo } from "react";
import { clientOptions, type ClientType } from "#kit/client-type.ts";
import type { Fields } from "#kit/field.ts";
import type { PageRecord } from "#kit/page.ts";
import { FieldsForm, localizeFormFields } from "#render/form/form-fields.tsx";
import { useLocale } from "#ui/locale.ts";
import { useEditor } from "#features/builder/editor/editor.ts";

const fields: Fields = {
  clients: {
    type: "checkboxlist",
    name: { zh: "仅在这些客户端显示", en: "Only in these clients" },
    options: clientOptions,
    helpBlock: { zh: "不选则在所有客户端显示。", en: "Shown in all clients if none is chosen." },
  },
};

/** `record` limited to clients; without a choice, it is in all of them. */
function withClients(record: PageRecord, clients: readonly ClientType[]): PageRecord {
  const { clients: _replaced, ...others } = record;
  return clients.length === 0 ? others : { ...others, clients: [...clients] };
}

/** The clients in which a component is shown. */
export function ClientFields({ record: { id, clients } }: { record: PageRecord }) {
  const locale = useLocale();
  const { store } = useEditor();
  const localizedFields = useMemo(() => localizeFormFields(fields, locale), [locale]);
  return (
    <FieldsForm
      fields={localizedFields}
      values={{ clients: clients ?? null }}
      locale={locale}
      onChange={(_field, value) => {
        const before = store.record(id);
        if (before === undefined) return;
        const after = withClients(before, (value ?? []) as ClientType[]);
        store.edit({ records: [{ id, before, after }] });
      }}
    />
  );
}
