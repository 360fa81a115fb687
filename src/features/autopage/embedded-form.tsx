import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AutoForm } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import type { Locale } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { AutoFormView } from "#render/form/auto-form.tsx";
import type { SaveForm } from "#render/form/use-auto-form.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { randomId } from "#ui/random-id.ts";
import { notify } from "#ui/toast.tsx";

const texts = {
  saved: { zh: "保存成功", en: "Saved" },
};

/** The form of a new row of an entity on an auto page; after a save it is empty again. `id` is unused: `lazyControl` requires it. */
export function EmbeddedForm({ source, locale }: { id: string; source: string; locale: Locale }) {
  const client = useQueryClient();
  const [addedCount, setAddedCount] = useState(0);
  const [idempotencyKey, setIdempotencyKey] = useState(randomId);
  const query = useQuery({
    queryKey: ["form", source, "widget", locale],
    queryFn: ({ signal }) => call("GET Api/Ui/AutoForm", { type: source }, { signal }),
    staleTime: Infinity,
  });
  const save: SaveForm = async (changes, _version, confirm) => {
    const confirmation = await confirm({ ...changes });
    if (confirmation === undefined) return undefined;
    const body = { ...changes, ...confirmation, type: source };
    return (await call("POST Api/{type}/QuerySave", body, { idempotencyKey })) as AnyRow;
  };
  async function finish(): Promise<void> {
    notify("success", texts.saved[locale]);
    setIdempotencyKey(randomId());
    setAddedCount((count) => count + 1);
    // The figures of the page count the new row.
    await Promise.all([
      client.invalidateQueries({ queryKey: ["table"] }),
      client.invalidateQueries({ queryKey: ["auto page"] }),
    ]);
  }
  return (
    <QueryContent query={query} height="h-60">
      {(form) => (
        <AutoFormView
          key={addedCount}
          form={form as AutoForm}
          locale={locale}
          onSave={save}
          onSaved={() => void finish()}
        />
      )}
    </QueryContent>
  );
}
