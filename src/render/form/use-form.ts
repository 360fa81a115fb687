import { useEffect, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { AutoForm, Clash } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { seconds } from "#kit/format.ts";
import type { Locale } from "#kit/text.ts";
import { CallProblem, isUnheard } from "#client/call.ts";
import { checkText } from "./form-check.ts";
import { createFormStore, type FormStore, type SentChanges, type Values } from "./form-store.ts";

/** How a form is saved: the changes, and the version they were made on (absent for a new row). @throws {CallProblem} */
export type SaveForm = (changes: Values, version: number | undefined) => Promise<AnyRow>;

const pause = seconds(0.5);
const sleep = () => new Promise((resolve) => setTimeout(resolve, pause));

function clashIn(problem: CallProblem): Clash | undefined {
  const data = problem.data as Partial<Clash> | undefined;
  return problem.status === 409 && typeof data?.version === "number" && data.fields !== undefined
    ? (data as Clash)
    : undefined;
}

/** The control of the value at a path, that of its language where there are several; of a row that is closed, the row. */
function controlAt(formId: string, path: string): HTMLElement | undefined {
  const parts = path.split(".");
  const ids = parts.map((_, index) => [formId, ...parts.slice(0, parts.length - index)].join("-"));
  return ids
    .flatMap((id) => [document.getElementById(id), document.getElementById(`${id}-zh`)])
    .find((element) => element !== null);
}

export type FormSaving = {
  store: FormStore;
  isBusy: boolean;
  /** What is wrong with the whole rather than with one field. */
  failure: string | undefined;
  clash: Clash | undefined;
  save: () => Promise<void>;
  resolve: (theirs: string[]) => void;
  closeClash: () => void;
};

/** A form's store and its saving. The store lives as long as the component, so that another language or a refetch loses nothing typed. */
export function useForm(
  form: AutoForm,
  locale: Locale,
  { formId, onSave, onSaved }: { formId: string; onSave: SaveForm; onSaved: (row: AnyRow) => void },
): FormSaving {
  const [version, setVersion] = useState(form.row?.version);
  /** Saves under way: the one that a clash ended still has its pause when the next begins. */
  const [running, setRunning] = useState(0);
  const isBusy = running > 0;
  const [failure, setFailure] = useState<string>();
  const [clash, setClash] = useState<Clash>();
  const [store] = useState(() =>
    createFormStore(
      form.groups.flatMap((group) => group.items),
      form.values,
      form.row === null,
    ),
  );

  function focusFirstInvalid(paths: readonly string[], text: string | undefined): void {
    // Rows at fault open first.
    flushSync(() => setFailure(text));
    paths
      .map((path) => controlAt(formId, path))
      .find((element) => element !== undefined)
      ?.focus();
  }

  async function sendChanges({ changes, values }: SentChanges, base: number | undefined): Promise<AnyRow> {
    try {
      const row = await onSave(changes, base);
      // What was typed while the save was under way stays, and counts as a new change.
      store.rebase(row, (name, value) => value !== values[name]);
      setVersion(row.version);
      return row;
    } catch (error) {
      if (isUnheard(error) && base !== undefined) store.doubt({ changes, values });
      throw error;
    }
  }

  async function send(base: number | undefined): Promise<void> {
    setFailure(undefined);
    try {
      // What the server may have already is sent as it was, which changes nothing there; what was typed since counts from it.
      const doubted = store.doubted();
      const heard = doubted && (await sendChanges(doubted, base));
      const row = await sendChanges({ changes: store.changes(), values: store.values() }, heard?.version ?? base);
      onSaved(row);
    } catch (error) {
      if (!(error instanceof CallProblem)) throw error;
      const found = clashIn(error);
      if (found !== undefined) return setClash(found);
      store.setProblems(error.fields);
      focusFirstInvalid(Object.keys(error.fields), error.message);
    }
  }

  /** The button is disabled for 0.5 s, and as long as the saving takes (B-131). */
  async function whileBusy(work: () => Promise<void>): Promise<void> {
    setRunning((count) => count + 1);
    await Promise.all([work(), sleep()]).finally(() => setRunning((count) => count - 1));
  }

  async function save(): Promise<void> {
    if (isBusy) return;
    const faulty = store.checkAll(locale);
    if (faulty.length > 0) return focusFirstInvalid(faulty, checkText[locale]);
    await whileBusy(() => send(version));
  }

  useSaveKey(save);
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
      void whileBusy(() => send(clash.version));
    },
    closeClash: () => setClash(undefined),
  };
}

/** Ctrl+S and Cmd+S save. */
function useSaveKey(save: () => Promise<void>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      if (!event.repeat) void save();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}

/** The browser asks before it leaves a page with unsaved changes. */
function useLeaveWarning(store: FormStore): void {
  const warn = useMemo(() => (event: BeforeUnloadEvent) => store.isDirty() && event.preventDefault(), [store]);
  useEffect(() => {
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [warn]);
}
