import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type AutoForm, type Clash, groupsIn } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { seconds } from "#kit/format.ts";
import type { Locale } from "#kit/text.ts";
import type { BlockSave } from "#ui/save-blocker.ts";
import { type CallProblem, mayHaveSucceeded } from "#client/call.ts";
import { fieldTypeOf } from "#render/field-types.ts";
import { checkFieldsMessage, computeOf, sentValues, toFormField } from "./auto-fields.ts";
import { type Steps, useSteps } from "./use-steps.ts";
import type { FormStore, SubmittedChanges, Values } from "./form-store.ts";
import { useForm } from "./use-form.ts";
import { type RestoredDraft, useFormDraft } from "./use-form-draft.ts";
import { useLeaveWarning, useSaveKey } from "./use-save-key.ts";
import { type Confirm, usePayPassword } from "./use-pay-password.tsx";

/**
 * Saves the changes of a form. `version`: the version of the row on which they are based, undefined for a new row. Calls `confirm` first if the form
 * requires it; returns undefined if the person does not confirm.
 * @throws {CallProblem}
 */
export type SaveForm = (changes: Values, version: number | undefined, confirm: Confirm) => Promise<AnyRow | undefined>;

const never = () => false;

/** Minimum time for which the save button is disabled, ms (B-131). */
const minSaveTime = seconds(0.5);

/** The conflict that an error response reports; undefined for other errors. */
export function clashIn(problem: CallProblem): Clash | undefined {
  const data = problem.data as Partial<Clash> | undefined;
  return problem.status === 409 && typeof data?.version === "number" && data.fields !== undefined
    ? (data as Clash)
    : undefined;
}

/** The control at a path, or its container; of a localized value the Chinese control. */
function elementAt(formId: string, path: readonly string[]): HTMLElement | null {
  const id = [formId, ...path].join("-");
  return document.getElementById(id) ?? document.getElementById(`${id}-zh`);
}

/** The control at a path, or the nearest existing ancestor. Expands a collapsed row. */
function controlAt(formId: string, path: string): HTMLElement | undefined {
  const segments = path.split(".");
  for (let depth = segments.length; depth > 0; depth -= 1) {
    const element = elementAt(formId, segments.slice(0, depth));
    if (element === null) continue;
    if (depth < segments.length && element.ariaExpanded === "false") {
      flushSync(() => element.click());
      return elementAt(formId, segments) ?? element;
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
  /** `onDone` is called with the saved row instead of `onSaved`. */
  save: (onDone?: (row: AnyRow) => void) => Promise<void>;
  /** Resolves the conflict and saves again. `acceptedFields`: names of the fields that take the other person's value. */
  resolve: (acceptedFields: string[]) => void;
  closeClash: () => void;
  blockSave: BlockSave;
  /** The dialog for the payment password, while it is open. */
  confirmation: ReactNode;
  /** Set if the form is filled in step by step. */
  steps: Steps | undefined;
  /** The restored draft, if any. */
  draft: RestoredDraft | undefined;
};

/** The state of a row's form and its saving: sends changes with the version on which they are based; a conflict waits for `resolve`. */
export function useAutoForm(
  form: AutoForm,
  locale: Locale,
  {
    formId,
    draftKey,
    onSave,
    onSaved,
  }: {
    formId: string;
    draftKey: string | undefined;
    /** Undefined: the form shows what it is like, and cannot be saved. */
    onSave: SaveForm | undefined;
    onSaved: (row: AnyRow) => void;
  },
): FormSaving {
  const [version, setVersion] = useState(form.row?.version);
  const [clash, setClash] = useState<Clash>();
  const columns = useMemo(() => groupsIn(form).flatMap(({ items }) => items), [form]);
  const fields = useMemo(() => columns.map(toFormField), [columns]);
  /** Null for each field whose value is sent but never stored. */
  const emptyTransients = useMemo(() => {
    const transient = columns.filter(({ config }) => fieldTypeOf(config).storage === "none");
    return Object.fromEntries(transient.map(({ field }) => [field, null]));
  }, [columns]);
  const compute = useMemo(() => computeOf(columns), [columns]);
  /** `openStep` of the latest render: shows the step that contains a field. */
  const latestOpenStep = useRef<(field: string) => void>(undefined);
  const { store, isBusy, failure, submit, run, blockSave, isValid } = useForm({
    fields,
    compute,
    initialValues: form.values,
    isNew: form.row === null,
    locale,
    controlAt(path) {
      latestOpenStep.current?.(path.split(".")[0]!);
      return controlAt(formId, path);
    },
    markedText: checkFieldsMessage[locale],
    handleProblem(problem) {
      const reportedClash = clashIn(problem);
      setClash(reportedClash);
      return reportedClash !== undefined;
    },
    minBusyTime: minSaveTime,
  });

  const { steps, openStep } = useSteps(form, { store, isValid });
  useLayoutEffect(() => {
    latestOpenStep.current = openStep;
  });
  const payPassword = usePayPassword({ form: form.type, name: form.name, isRequired: form.checkSafePassword });

  async function sendChanges(
    { changes, values }: SubmittedChanges,
    base: number | undefined,
  ): Promise<AnyRow | undefined> {
    try {
      const row = await onSave?.(sentValues(columns, changes), base, payPassword.confirm);
      if (row === undefined) return undefined;
      payPassword.forget();
      // Edits made during the save stay as new changes. Submitted values that are never stored, such as SMS proofs, are cleared.
      store.rebase({ ...emptyTransients, ...row }, (name, value) => value !== values[name]);
      setVersion(row.version);
      return row;
    } catch (error) {
      if (!mayHaveSucceeded(error)) payPassword.forget();
      else if (base !== undefined) store.markUnconfirmed({ changes, values });
      throw error;
    }
  }

  async function send(base: number | undefined, onDone: (row: AnyRow) => void = onSaved): Promise<void> {
    // First repeats the changes whose response was lost: no effect if the server has saved them. Later edits are based on them.
    const unconfirmed = store.unconfirmed();
    const confirmed = unconfirmed && (await sendChanges(unconfirmed, base));
    if (unconfirmed !== undefined && confirmed === undefined) return;
    const row = await sendChanges({ changes: store.changes(), values: store.values() }, confirmed?.version ?? base);
    if (row !== undefined) onDone(row);
  }
  const save: FormSaving["save"] = (onDone) => submit(() => send(version, onDone));
  const draft = useFormDraft({
    store,
    fields,
    loadedValues: form.values,
    key: draftKey,
    version,
    onRestore: setVersion,
  });

  useSaveKey({ save: onSave === undefined ? undefined : () => void save(), isBusy, isDirty: store.isDirty, formId });
  useLeaveWarning(onSave === undefined ? never : store.isDirty);
  return {
    store,
    isBusy,
    failure,
    clash,
    save,
    resolve(acceptedFields) {
      if (clash === undefined) return;
      const otherValues = Object.fromEntries(Object.entries(clash.fields).map(([name, item]) => [name, item.theirs]));
      store.rebase(otherValues, (name) => !acceptedFields.includes(name));
      setVersion(clash.version);
      setClash(undefined);
      void run(() => send(clash.version));
    },
    closeClash: () => setClash(undefined),
    blockSave,
    confirmation: payPassword.dialog,
    steps,
    draft: draft && {
      ...draft,
      discard() {
        draft.discard();
        setVersion(form.row?.version);
      },
    },
  };
}
