import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type AutoForm, type Clash, groupsIn } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { seconds } from "#kit/format.ts";
import type { Locale } from "#kit/text.ts";
import type { BlockSave } from "#ui/save-blocker.ts";
import { type CallProblem, mayHaveSucceeded } from "#client/call.ts";
import { fieldTypeOf } from "#render/field-types.ts";
import { checkText, computeOf, toFormField } from "./auto-fields.ts";
import { type Steps, useSteps } from "./form-steps.tsx";
import type { FormStore, SubmittedChanges, Values } from "./form-store.ts";
import { useForm } from "./use-form.ts";
import { type RestoredDraft, useFormDraft } from "./use-form-draft.ts";
import { type Confirm, usePayPassword } from "./use-pay-password.tsx";

/**
 * Saves a form: the changes, and the version they were made on (absent for a new row). The save is confirmed first, if required. Undefined: the
 * person did not confirm.
 * @throws {CallProblem}
 */
export type SaveForm = (changes: Values, version: number | undefined, confirm: Confirm) => Promise<AnyRow | undefined>;

/** The button is disabled for 0.5 s, and as long as the saving takes (B-131). */
const minBusyTime = seconds(0.5);

export function clashIn(problem: CallProblem): Clash | undefined {
  const data = problem.data as Partial<Clash> | undefined;
  return problem.status === 409 && typeof data?.version === "number" && data.fields !== undefined
    ? (data as Clash)
    : undefined;
}

/** The element at a path: an input, of the first language if there are several, or its container. */
function elementAt(formId: string, path: readonly string[]): HTMLElement | null {
  const id = [formId, ...path].join("-");
  return document.getElementById(id) ?? document.getElementById(`${id}-zh`);
}

/** The input at a path, or the nearest existing ancestor. A collapsed row is expanded first. */
function controlAt(formId: string, path: string): HTMLElement | undefined {
  const parts = path.split(".");
  for (let depth = parts.length; depth > 0; depth -= 1) {
    const element = elementAt(formId, parts.slice(0, depth));
    if (element === null) continue;
    if (depth < parts.length && element.ariaExpanded === "false") {
      flushSync(() => element.click());
      return elementAt(formId, parts) ?? element;
    }
    return element;
  }
  return undefined;
}

export type FormSaving = {
  store: FormStore;
  isBusy: boolean;
  /** The problem of the form as a whole. */
  failure: string | undefined;
  clash: Clash | undefined;
  /** `onDone` replaces the action after other saves. */
  save: (onDone?: (row: AnyRow) => void) => Promise<void>;
  resolve: (theirs: string[]) => void;
  closeClash: () => void;
  hold: BlockSave;
  /** The dialog for the payment password, while it is open. */
  confirmation: ReactNode;
  /** Set if the form is filled in step by step. */
  steps: Steps | undefined;
  /** The restored draft, if any. */
  draft: RestoredDraft | undefined;
};

/** The form of a row and its saving: sends changes with the version they are based on; a conflict waits for a decision. */
export function useAutoForm(
  form: AutoForm,
  locale: Locale,
  {
    formId,
    draftKey,
    onSave,
    onSaved,
  }: { formId: string; draftKey: string | undefined; onSave: SaveForm; onSaved: (row: AnyRow) => void },
): FormSaving {
  const [version, setVersion] = useState(form.row?.version);
  const [clash, setClash] = useState<Clash>();
  const columns = useMemo(() => groupsIn(form).flatMap(({ items }) => items), [form]);
  const fields = useMemo(() => columns.map(toFormField), [columns]);
  const emptyTransients = useMemo(() => {
    const transient = columns.filter(({ config }) => fieldTypeOf(config).storage === "none");
    return Object.fromEntries(transient.map(({ field }) => [field, null]));
  }, [columns]);
  const compute = useMemo(() => computeOf(columns), [columns]);
  /** Shows the step that contains a field. */
  const openStep = useRef<(field: string) => void>(undefined);
  const { store, isBusy, failure, submit, run, hold, isValid } = useForm({
    fields,
    compute,
    initialValues: form.values,
    isNew: form.row === null,
    locale,
    controlAt(path) {
      openStep.current?.(path.split(".")[0]!);
      return controlAt(formId, path);
    },
    markedText: checkText[locale],
    handles(problem) {
      const next = clashIn(problem);
      setClash(next);
      return next !== undefined;
    },
    pause: minBusyTime,
  });

  const { steps, open } = useSteps(form, { store, isValid });
  useLayoutEffect(() => {
    openStep.current = open;
  });
  const payPassword = usePayPassword({ form: form.type, name: form.name, isAsked: form.checkSafePassword });

  async function sendChanges(
    { changes, values }: SubmittedChanges,
    base: number | undefined,
  ): Promise<AnyRow | undefined> {
    try {
      const row = await onSave(changes, base, payPassword.confirm);
      if (row === undefined) return undefined;
      payPassword.forget();
      // Edits made during the save are kept as new changes. Submitted values that are not stored, such as proofs, are cleared.
      store.rebase({ ...emptyTransients, ...row }, (name, value) => value !== values[name]);
      setVersion(row.version);
      return row;
    } catch (error) {
      if (!mayHaveSucceeded(error)) payPassword.forget();
      else if (base !== undefined) store.noteUnconfirmed({ changes, values });
      throw error;
    }
  }

  async function send(base: number | undefined, onDone: (row: AnyRow) => void = onSaved): Promise<void> {
    // First repeats the changes whose response was lost, which has no effect if the server has them; later edits are based on them.
    const unconfirmed = store.unconfirmed();
    const confirmed = unconfirmed && (await sendChanges(unconfirmed, base));
    if (unconfirmed !== undefined && confirmed === undefined) return;
    const row = await sendChanges({ changes: store.changes(), values: store.values() }, confirmed?.version ?? base);
    if (row !== undefined) onDone(row);
  }
  const save: FormSaving["save"] = (onDone) => submit(() => send(version, onDone));
  const restored = useFormDraft({ store, fields, start: form.values, key: draftKey, version, onRestore: setVersion });

  useSaveKey(() => save(), formId);
  useLeaveWarning(store);
  return {
    store,
    isBusy,
    failure,
    clash,
    save,
    resolve(theirs) {
      if (clash === undefined) return;
      const other = Object.fromEntries(Object.entries(clash.fields).map(([name, item]) => [name, item.theirs]));
      store.rebase(other, (name) => !theirs.includes(name));
      setVersion(clash.version);
      setClash(undefined);
      void run(() => send(clash.version));
    },
    closeClash: () => setClash(undefined),
    hold,
    confirmation: payPassword.dialog,
    steps,
    draft: restored && {
      ...restored,
      discard() {
        restored.discard();
        setVersion(form.row?.version);
      },
    },
  };
}

/** The dialog around an element. */
const dialogAround = (element: unknown) =>
  element instanceof Element ? element.closest("[role=dialog], [role=alertdialog]") : null;

/** Ctrl+S and Cmd+S save the form with the focus; a form in a dialog takes precedence. */
function useSaveKey(save: () => Promise<void>, formId: string): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      const hasFocus = dialogAround(event.target) === dialogAround(document.getElementById(formId));
      if (!event.repeat && hasFocus) void save();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}

/** The browser warns before a page with unsaved changes is left. */
function useLeaveWarning(store: FormStore): void {
  const warn = useMemo(() => (event: BeforeUnloadEvent) => store.isDirty() && event.preventDefault(), [store]);
  useEffect(() => {
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [warn]);
}
