import { type ReactNode, useEffect, useId, useSyncExternalStore } from "react";
import { type AutoForm, groupsIn } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { dateTime } from "#kit/format.ts";
import { formatText, type Locale } from "#kit/text.ts";
import { useOnline } from "#ui/online.ts";
import { Button } from "#ui/button.tsx";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import { lazyControl } from "#ui/lazy-control.tsx";
import { SaveBlockerContext } from "#ui/save-blocker.ts";
import { NestedEditor } from "#ui/nested-editor.ts";
import { RelationTitles } from "#client/relation-title.tsx";
import { ScreenLoading } from "#client/screen-states.tsx";
import { FieldTypesBoundary } from "#render/field-types-boundary.tsx";
import "#render/usual-field-types.ts";
import { FormGroupFields } from "./form-groups.tsx";
import { FormStoreContext } from "./form-store-context.ts";
import { NestedLine } from "./form-line.tsx";
import { type FormSaving, type SaveForm, useAutoForm } from "./use-auto-form.ts";

const texts = {
  save: { zh: "保存", en: "Save" },
  saving: { zh: "保存中…", en: "Saving…" },
  back: { zh: "上一步", en: "Back" },
  next: { zh: "下一步", en: "Next" },
  offline: { zh: "已离线，恢复网络后自动保存", en: "Offline: will be saved when you are back" },
  unsaved: { zh: "有未保存的修改", en: "Unsaved changes" },
  restored: { zh: "已恢复 {time} 未保存的修改。", en: "Your unsaved changes of {time} are back." },
  discard: { zh: "放弃修改", en: "Discard changes" },
};

// Few forms have steps.
const StepList = lazyControl(async () => (await import("#ui/step-list.tsx")).StepList, { height: 76 });
const ClashDialog = loadDialogLater(() => import("./form-clash.tsx").then((file) => file.ClashDialog));

/** An additional save button; `onSaved` replaces the action of the form after a save. */
export type SaveAction = { name: string; onSaved: (row: AnyRow) => void };

type FormProps = {
  form: AutoForm;
  locale: Locale;
  /** Absent: the form shows what it is like, without buttons. */
  onSave?: SaveForm;
  onSaved?: (row: AnyRow) => void;
  onDirty?: (isDirty: boolean) => void;
  /** Content next to the save button. */
  actions?: ReactNode;
  saveActions?: readonly SaveAction[];
  /** Identifies person, space and row: unsaved changes are stored in the browser under this key. Undefined: they are not stored. */
  draftKey?: string | undefined;
};

type FooterProps = Pick<FormProps, "form" | "locale" | "actions" | "saveActions"> & { saving: FormSaving };

type StatusProps = Pick<FormSaving, "store"> & { isWaiting: boolean; locale: Locale };

/** Shows whether there are unsaved changes, or that the save waits for the network. */
function FormStatus({ store, isWaiting, locale }: StatusProps) {
  const isDirty = useSyncExternalStore(store.subscribeDirty, store.isDirty);
  return (
    <span role="status" className="ml-auto text-sm text-ink-3">
      {isWaiting ? texts.offline[locale] : isDirty ? texts.unsaved[locale] : ""}
    </span>
  );
}

function SaveButtons({
  saveActions,
  isBusy,
  save,
}: { saveActions: FormProps["saveActions"] } & Pick<FormSaving, "isBusy" | "save">) {
  return saveActions?.map(({ name, onSaved }) => (
    <Button key={name} disabled={isBusy} onClick={() => void save(onSaved)}>
      {name}
    </Button>
  ));
}

/** The buttons below a form, with the problem of the form as a whole. Sticks to the bottom of the window. */
function FormFooter({
  form,
  locale,
  actions,
  saveActions,
  saving: { store, isBusy, failure, save, steps },
}: FooterProps) {
  // A save started offline waits for the network.
  const isWaiting = !useOnline() && isBusy;
  const isLastStep = steps?.isLast !== false;
  const saveText = isBusy && !isWaiting ? texts.saving[locale] : (form.saveWord ?? texts.save[locale]);
  return (
    <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-2 border-t border-line bg-paper px-1 py-3">
      {/* Next to the save button, so that it is visible in a long form. */}
      {failure !== undefined && (
        <p role="alert" className="form-problem w-full text-sm text-danger">
          {failure}
        </p>
      )}
      {steps !== undefined && steps.index > 0 && (
        <Button onClick={() => steps.goTo(steps.index - 1)}>{texts.back[locale]}</Button>
      )}
      {!isLastStep && (
        <Button type="submit" kind={steps?.isExistingRow === true ? "plain" : "primary"}>
          {texts.next[locale]}
        </Button>
      )}
      {!form.hiddenButton && (isLastStep || steps?.isExistingRow === true) && (
        <Button
          type={isLastStep ? "submit" : "button"}
          kind="primary"
          disabled={isBusy}
          aria-keyshortcuts="Control+S Meta+S"
          onClick={isLastStep ? undefined : () => void save()}
        >
          {saveText}
        </Button>
      )}
      {!form.hiddenButton && isLastStep && <SaveButtons saveActions={saveActions} isBusy={isBusy} save={save} />}
      {actions}
      <FormStatus store={store} isWaiting={isWaiting} locale={locale} />
    </div>
  );
}

function LoadedForm({ form, locale, onSave, onSaved, onDirty, actions, saveActions, draftKey }: FormProps) {
  const formId = useId();
  const saving = useAutoForm(form, locale, { formId, draftKey, onSave, onSaved: onSaved ?? (() => undefined) });
  const { store, clash, save, resolve, closeClash, blockSave, confirmation, steps, draft } = saving;
  const isDirty = useSyncExternalStore(store.subscribeDirty, store.isDirty);
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty]);
  const { alertText, buttomHelpText: bottomText = form.tooltip?.bottomHelpText } = form.tooltip ?? {};
  return (
    <RelationTitles value={form.titles}>
      <NestedEditor value={NestedLine}>
        <form
          id={formId}
          noValidate
          aria-label={form.name}
          onSubmit={(event) => {
            event.preventDefault();
            if (steps?.isLast === false) steps.next();
            else void save();
          }}
        >
          {alertText !== undefined && (
            <p className="my-4 border-l-2 border-seal bg-sheet py-2 pr-3 pl-4 whitespace-pre-line">{alertText}</p>
          )}
          {draft !== undefined && (
            <p
              role="status"
              className="my-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-l-2 border-brand bg-brand-tint py-2 pr-3 pl-4 text-sm"
            >
              {formatText(texts.restored, { time: dateTime(draft.at, "yyyy-MM-dd HH:mm") })[locale]}
              <Button onClick={draft.discard}>{texts.discard[locale]}</Button>
            </p>
          )}
          {steps !== undefined && (
            <StepList
              names={steps.all.map(({ group }) => group.groupName)}
              index={steps.index}
              isFree={steps.isExistingRow}
              locale={locale}
              onChoose={steps.goTo}
            />
          )}
          <SaveBlockerContext value={blockSave}>
            <FormStoreContext value={store}>
              <div className="@container">
                {groupsIn(form).map((group) => (
                  <FormGroupFields
                    key={group.groupName}
                    group={group}
                    // Other steps stay mounted: an upload in one of them continues.
                    isHidden={steps !== undefined && steps.current.groupName !== group.groupName}
                    store={store}
                    formId={formId}
                    locale={locale}
                  />
                ))}
              </div>
            </FormStoreContext>
          </SaveBlockerContext>
          {bottomText !== undefined && <p className="mb-6 max-w-prose whitespace-pre-line text-ink-3">{bottomText}</p>}
          {onSave !== undefined && (
            <FormFooter
              form={form}
              locale={locale}
              saving={saving}
              actions={actions}
              {...(saveActions === undefined ? {} : { saveActions })}
            />
          )}
        </form>
        {confirmation}
        {clash !== undefined && (
          <ClashDialog
            clash={clash}
            fields={groupsIn(form).flatMap((group) => group.items)}
            ownValues={store.values()}
            locale={locale}
            onResolve={resolve}
            onClose={closeClash}
          />
        )}
      </NestedEditor>
    </RelationTitles>
  );
}

/**
 * Renders a form as the server describes it (N-040). Sends only the changes; shows conflicts with another person's edit field by field; keeps typed
 * values when saving fails.
 */
export function AutoFormView(props: FormProps) {
  const fields = groupsIn(props.form).flatMap(({ items }) => items.map(({ config }) => config));
  return (
    <FieldTypesBoundary fields={fields} fallback={<ScreenLoading />}>
      <LoadedForm {...props} />
    </FieldTypesBoundary>
  );
}
