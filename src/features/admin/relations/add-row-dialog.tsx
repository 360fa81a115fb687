import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import type { AnyRow } from "#kit/entity.ts";
import { call } from "#client/call.ts";
import { ScreenLoading } from "#client/screen-states.tsx";
import { AutoFormView } from "#render/form/auto-form.tsx";
import type { SaveForm } from "#render/form/use-auto-form.ts";
import { Button } from "#ui/button.tsx";
import { ask } from "#ui/confirm.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { randomId } from "#ui/random-id.ts";
import { type AddRowProps, RelationDialogs } from "#ui/relation-dialogs.ts";
import { formTitle } from "./form-title.ts";
import { useRelationDialogs } from "./relation-dialogs.ts";

const texts = {
  add: { zh: "新增", en: "Add" },
  cancel: { zh: "取消", en: "Cancel" },
  lose: { zh: "有未保存的修改", en: "Unsaved changes" },
  loseText: { zh: "关闭后，未保存的修改将会丢失。", en: "Your changes will be lost if you close this form." },
  leave: { zh: "关闭", en: "Close" },
  stay: { zh: "继续编辑", en: "Keep editing" },
};

/** A dialog with the form of a new row, opened from a relation field of a form for another entity, or from a tree of rows. */
export function AddRowDialog({ type, values, onAdded, onClose }: AddRowProps) {
  const locale = useLocale();
  const t = useText();
  const [idempotencyKey] = useState(randomId);
  const {
    data: description,
    error,
    refetch,
  } = useQuery({
    queryKey: ["form", type, "new", "dialog", locale],
    queryFn: ({ signal }) => call("GET Api/Ui/AutoForm", { type }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
  const [initialValues] = useState(values);
  const form = useMemo(
    () => description && { ...description, values: { ...description.values, ...initialValues } },
    [description, initialValues],
  );
  const isDirty = useRef(false);
  const setDirty = useCallback((isFormDirty: boolean) => void (isDirty.current = isFormDirty), []);
  const dialogs = useRelationDialogs(form?.addable);

  const save: SaveForm = async (changes, _version, confirm) => {
    const confirmation = await confirm(changes);
    const send = () => call("POST Api/{type}/QuerySave", { ...changes, ...confirmation, type }, { idempotencyKey });
    return confirmation && ((await send()) as AnyRow);
  };

  async function closeAfterQuestion(): Promise<void> {
    const question = { title: t(texts.lose), text: t(texts.loseText), yes: t(texts.leave), no: t(texts.stay) };
    if (!isDirty.current || (await ask({ ...question, isDangerous: true }))) onClose();
  }
  return (
    <Dialog
      isOpen
      size="wide"
      title={form === undefined ? t(texts.add) : formTitle(form, locale)}
      hasClose
      onClose={() => void closeAfterQuestion()}
      actions={null}
    >
      {/* React events bubble from the dialog to the form whose field opened it: that form must not be submitted. The bar of buttons at the bottom
          of the form has the colour `--paper` of a screen: in a dialog it gets the dialog's. */}
      <div className="grid min-h-40 pb-2 [--paper:var(--sheet)]" onSubmit={(event) => event.stopPropagation()}>
        {error !== null ? (
          <LoadFailure onRetry={() => void refetch()} />
        ) : form === undefined ? (
          <ScreenLoading />
        ) : (
          <RelationDialogs value={dialogs}>
            <AutoFormView
              form={form}
              locale={locale}
              onSave={save}
              onSaved={({ id }) => onAdded(id)}
              onDirty={setDirty}
              actions={<Button onClick={() => void closeAfterQuestion()}>{t(texts.cancel)}</Button>}
            />
          </RelationDialogs>
        )}
      </div>
    </Dialog>
  );
}
