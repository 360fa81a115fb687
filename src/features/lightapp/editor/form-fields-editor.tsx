import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { use, useMemo, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { type Problems, problemsAt } from "#kit/problem-path.ts";
import { call } from "#client/call.ts";
import { AutoFormView } from "#render/form/auto-form.tsx";
import { FormStoreContext } from "#render/form/form-store-context.ts";
import { CodeInput } from "#ui/code-input.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import type { FormFieldsEditorProps } from "#ui/form-fields-editor.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { UndoButtons } from "#ui/undo-buttons.tsx";
import { useSettled } from "#ui/use-settled.ts";
import { useUndo } from "#ui/use-undo.ts";
import { type Draft, draftOf, type EditDraft } from "../draft/draft.ts";
import { placeProblems, type Selection } from "../draft/problems.ts";
import { FieldsEditor } from "./fields-editor.tsx";
import { FormPreviewHost } from "./form-preview-host.ts";
import { useFieldTypes } from "./use-review.ts";
import "./editor.css";

const texts = {
  preview: { zh: "预览", en: "Preview" },
  empty: { zh: "暂无可预览的内容", en: "Nothing to preview yet" },
  emptyText: { zh: "添加一个字段，这里就会显示表单。", en: "Add a field, and the form appears here." },
};

/** The text of a form that nobody has begun. */
const blankText = '{ "fields": [] }';

/** The fields of a draft as text, without what belongs to lists. */
const textOf = ({ definition: { fields } }: Draft): string =>
  JSON.stringify({ fields: fields.map(({ column: _column, search: _search, ...field }) => field) }, null, 2);

/** The names of further secrets in the form around the editor. */
function useSecretKeys(): string[] {
  const store = use(FormStoreContext)!;
  useSyncExternalStore(store.subscribeAll, store.revision);
  const { secretKeys } = store.values();
  return Array.isArray(secretKeys) ? secretKeys.slice(0, 100).map((key) => String(key).slice(0, 100)) : [];
}

/** What the server says about the fields: the form, and what is wrong with them. */
function useFormReview(definition: string) {
  const locale = useLocale();
  const input = useSettled(JSON.stringify({ definition, secretKeys: useSecretKeys() }));
  return useQuery({
    queryKey: ["configuration form review", locale, input],
    queryFn: ({ signal }) =>
      call("POST paas/configForm/review", JSON.parse(input) as { definition: string; secretKeys: string[] }, {
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}

function FormPreview({ form }: { form: object | null | undefined }) {
  const locale = useLocale();
  const t = useText();
  return (
    <section aria-label={t(texts.preview)} className="form-preview">
      <h2 className="mb-3 text-xs font-semibold text-ink-3">{t(texts.preview)}</h2>
      {form ? (
        <div className="rounded-md border border-line bg-paper px-4 sm:px-6">
          <AutoFormView form={form as never} locale={locale} />
        </div>
      ) : (
        <EmptyState title={t(texts.empty)} text={t(texts.emptyText)} />
      )}
    </section>
  );
}

/** The editor of the fields of a form that belongs to no list: their order, the settings of the chosen one, and the form as it will be. */
export function LightFormEditor({ id, value, locale, disabled, problems, onChange, onBlur }: FormFieldsEditorProps) {
  const host = use(FormPreviewHost);
  const text = value ?? blankText;
  const draft = useMemo(() => draftOf({ definition: text }), [text]);
  const { edit: editText, undo, redo } = useUndo(text, onChange);
  const [selection, setSelection] = useState<Selection>({ kind: "app" });
  const { data: types = [] } = useFieldTypes();
  const review = useFormReview(text);
  const edit: EditDraft = (change, merge) => editText(textOf(change(draft)), merge);
  const found: Problems = { ...review.data?.problems, ...problemsAt(problems, "") };
  const placed = placeProblems(
    draft.definition,
    Object.entries({ ...found, ...problems }).map(([path, words]) => ({ path, text: words })),
  );
  if (draft.json !== undefined)
    return (
      <CodeInput
        {...{ id, locale, disabled, value, onChange, onBlur }}
        invalid={Object.keys(problems).length > 0}
        describedBy={undefined}
        name=""
        rows={16}
        language="json"
        placeholder={undefined}
      />
    );
  return (
    <div
      id={id}
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 outline-none"
      data-document-undo=""
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur()}
    >
      <span className="ml-auto">
        <UndoButtons undo={undo} redo={redo} />
      </span>
      <FieldsEditor
        draft={draft}
        types={types}
        problems={placed}
        selection={selection}
        onSelect={setSelection}
        onEdit={edit}
      />
      {host !== null && createPortal(<FormPreview form={review.data?.form} />, host)}
    </div>
  );
}
