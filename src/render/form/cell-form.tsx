import { useEffect, useId, useRef } from "react";
import { type AutoForm, groupsIn } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import type { Locale } from "#kit/text.ts";
import { RelationTitles } from "#client/relation-title.tsx";
import { Button } from "#ui/button.tsx";
import { SaveBlockerContext } from "#ui/save-blocker.ts";
import { NestedEditor } from "#ui/nested-editor.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { FieldTypesBoundary } from "#render/field-types-boundary.tsx";
import { ConnectedLine } from "./form-groups.tsx";
import { FieldValue, NestedLine } from "./form-line.tsx";
import { type SaveForm, useAutoForm } from "./use-auto-form.ts";

const texts = {
  save: { zh: "保存", en: "Save" },
  saving: { zh: "保存中…", en: "Saving…" },
  cancel: { zh: "取消", en: "Cancel" },
  clash: { zh: "他人刚刚将其改为：", en: "Someone else has just changed this to:" },
  mine: { zh: "保留我的", en: "Keep mine" },
  theirs: { zh: "使用对方的", en: "Use theirs" },
};

type CellFormProps = {
  /** A form of one field. */
  form: AutoForm;
  locale: Locale;
  onSave: SaveForm;
  onSaved: (row: AnyRow) => void;
  onClose: () => void;
};

const controlSelector = "input, textarea, select, [role=combobox], [contenteditable=true], button";

function LoadedCellForm({ form, locale, onSave, onSaved, onClose }: CellFormProps) {
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  const { store, isBusy, failure, clash, save, resolve, blockSave, confirmation } = useAutoForm(form, locale, {
    formId,
    // No draft: a click outside closes the editor.
    draftKey: undefined,
    onSave,
    onSaved,
  });
  useEffect(() => {
    // A localized field has a control per language: focuses the one in the reader's language.
    const control =
      element.current?.querySelector<HTMLElement>(`div[lang=${locale}] :is(${controlSelector})`) ??
      element.current?.querySelector<HTMLElement>(controlSelector);
    control?.focus();
  }, [locale]);
  const item = groupsIn(form)[0]?.items[0];
  if (item === undefined) return null;
  const conflict = clash?.fields[item.field];
  return (
    <RelationTitles value={form.titles}>
      <NestedEditor value={NestedLine}>
        <form
          ref={element}
          noValidate
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (store.isDirty()) void save();
            else onClose();
          }}
        >
          <SaveBlockerContext value={blockSave}>
            <ConnectedLine item={item} store={store} formId={formId} locale={locale} />
          </SaveBlockerContext>
          {failure !== undefined && (
            <p role="alert" className="form-problem text-sm text-danger">
              {failure}
            </p>
          )}
          {conflict === undefined ? (
            <div className="flex justify-end gap-2">
              <Button onClick={onClose}>{texts.cancel[locale]}</Button>
              <Button type="submit" kind="primary" disabled={isBusy}>
                {(isBusy ? texts.saving : texts.save)[locale]}
              </Button>
            </div>
          ) : (
            <div role="alert" className="grid gap-2 rounded-sm border border-line-2 bg-paper-2 p-3 text-sm">
              <p className="text-ink-2">{texts.clash[locale]}</p>
              <div className="break-words">
                <FieldValue field={item.config} value={conflict.theirs} locale={locale} />
              </div>
              <div className="flex flex-wrap justify-end gap-2">
                <Button onClick={() => resolve([item.field])}>{texts.theirs[locale]}</Button>
                <Button kind="primary" onClick={() => resolve([])}>
                  {texts.mine[locale]}
                </Button>
              </div>
            </div>
          )}
        </form>
        {confirmation}
      </NestedEditor>
    </RelationTitles>
  );
}

/** An inline editor for one field of a row. Saves with the version of the row that was read; shows errors and conflicts below the control. */
export function CellForm(props: CellFormProps) {
  const fields = groupsIn(props.form).flatMap(({ items }) => items.map(({ config }) => config));
  return (
    <FieldTypesBoundary fields={fields} fallback={<Skeleton className="h-20" />}>
      <LoadedCellForm {...props} />
    </FieldTypesBoundary>
  );
}
