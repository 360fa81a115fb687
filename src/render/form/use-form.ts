import { type RefObject, useCallback, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { errorMessage } from "#kit/error-message.ts";
import { noProblems, type Problems } from "#kit/problem-path.ts";
import type { Locale } from "#kit/text.ts";
import type { BlockSave } from "#ui/save-blocker.ts";
import { CallProblem } from "#client/call.ts";
import { type Compute, createFormStore, type FormField, type FormStore, type Values } from "./form-store.ts";

type FormOptions = {
  fields: readonly FormField[];
  compute?: Compute | undefined;
  initialValues?: Values;
  /** False: the values were loaded, and only changes are saved. */
  isNew?: boolean;
  locale: Locale;
  /** The element of the form: after validation the first invalid control in it gets the focus. */
  element?: RefObject<HTMLElement | null>;
  /** Finds the control of an invalid path; used instead of `element`. */
  controlAt?: (path: string) => HTMLElement | undefined;
  /** Message for the form as a whole when fields are marked as invalid; by default none. */
  markedText?: string;
  /** Maps a field name of the server to one of the form. */
  nameOf?: (name: string) => string;
  /** Handles an error response that is not about the input, such as a conflict or a required second step. Returns whether it was handled. */
  handleProblem?: (problem: CallProblem) => boolean;
  /** Minimum time for which the form is busy, ms. */
  minBusyTime?: number;
};

export type Form = {
  store: FormStore;
  isBusy: boolean;
  /** The problem of the form as a whole. */
  failure: string | undefined;
  /** Sets a value and clears the problems of its field; also the problem of the form, if there is no `markedText`. */
  change: (name: string, value: unknown) => void;
  /** Whether all visible fields among these are valid. Marks invalid fields and focuses the first. */
  isValid: (names: ReadonlySet<string>) => boolean;
  /** Validates all fields and runs `work`, unless a run is in progress. Shows an error of `work` in the form; typed values stay. */
  submit: (work: () => Promise<void>) => Promise<void>;
  /** Runs `work` without validation. */
  run: (work: () => Promise<void>) => Promise<void>;
  /**
   * Shows an error: next to the fields that the response names, else next to the field `field`, else for the form as a whole.
   * @throws the error itself, if it is not a `CallProblem`
   */
  showError: (error: unknown, field?: string) => void;
  /** Marks fields, or shows a problem of the form as a whole. */
  setProblems: (problems: Problems, failure?: string) => void;
  /** Replaces all values, by default with none, and clears all problems. */
  clear: (values?: Values) => void;
  /** See `FormStore.blockSave`. */
  blockSave: BlockSave;
};

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The form engine: values, validation, submission, errors and focus. The caller renders the form. The store lives as long as the component, so that
 * typed values survive a change of language or a refetch.
 */
export function useForm({
  fields,
  compute,
  initialValues = {},
  isNew = true,
  locale,
  element,
  controlAt,
  markedText,
  nameOf = (name) => name,
  handleProblem,
  minBusyTime = 0,
}: FormOptions): Form {
  const [store] = useState(() => createFormStore(fields, initialValues, isNew, compute));
  /** Number of runs in progress. Two can overlap: after a conflict the next run may begin within the minimum busy time of the first. */
  const [runCount, setRunCount] = useState(0);
  const [failure, setFailure] = useState<string>();
  useLayoutEffect(() => store.setFields(fields, compute), [store, fields, compute]);

  const blockSave = useCallback<BlockSave>(
    (reason) => {
      const unblock = store.blockSave(reason);
      return () => {
        unblock();
        setFailure((text) => (text === reason[locale] ? undefined : text));
      };
    },
    [store, locale],
  );

  /** Shows the problem of the form, if any, and focuses the first of the controls at the invalid paths. */
  function showProblems(paths: readonly string[], text: string | undefined): void {
    // Renders synchronously: rows with problems expand, and invalid controls are marked.
    flushSync(() => setFailure(text));
    if (paths.length === 0) return;
    const control =
      controlAt === undefined
        ? element?.current?.querySelector<HTMLElement>("[aria-invalid=true]")
        : paths.map(controlAt).find((candidate) => candidate !== undefined);
    control?.focus();
  }

  function showError(error: unknown, field?: string): void {
    if (!(error instanceof CallProblem)) {
      setFailure(errorMessage(error));
      throw error;
    }
    if (handleProblem?.(error) === true) return setFailure(undefined);
    const fieldTexts = Object.fromEntries(Object.entries(error.fields).map(([name, text]) => [nameOf(name), text]));
    const problemPaths = store.setProblems(fieldTexts);
    const paths =
      problemPaths.length === 0 && field !== undefined ? store.setProblems({ [field]: error.message }) : problemPaths;
    showProblems(paths, paths.length === 0 ? error.message : markedText === undefined ? undefined : error.message);
  }

  async function run(work: () => Promise<void>): Promise<void> {
    setRunCount((count) => count + 1);
    setFailure(undefined);
    const finished = work().catch(showError);
    await Promise.all([finished, minBusyTime === 0 ? undefined : sleep(minBusyTime)]).finally(() =>
      setRunCount((count) => count - 1),
    );
  }

  return {
    store,
    isBusy: runCount > 0,
    failure,
    run,
    showError,
    blockSave,
    change(name, value) {
      store.set(name, value);
      if (markedText === undefined) setFailure(undefined);
    },
    isValid(names) {
      const invalidPaths = store.checkAll(locale, names);
      showProblems(invalidPaths, invalidPaths.length === 0 ? undefined : markedText);
      return invalidPaths.length === 0;
    },
    async submit(work) {
      if (runCount > 0) return;
      const reason = store.saveBlockReason();
      if (reason !== undefined) return setFailure(reason[locale]);
      const invalidPaths = store.checkAll(locale);
      if (invalidPaths.length > 0) return showProblems(invalidPaths, markedText);
      await run(work);
    },
    setProblems(problems, text) {
      store.clearProblems();
      showProblems(store.setProblems(problems), text);
    },
    clear(values = {}) {
      store.reset(values);
      setFailure(undefined);
    },
  };
}

/** Text, problem and change handler of a field in a short form. */
export type FieldBinding = { value: string; problem: string | undefined; onChange: (value: string) => void };

/** Returns a function that looks up the binding of a field by name. Renders all fields again when one changes: for short forms. */
export function useFieldBindings({ store, change }: Pick<Form, "store" | "change">): (name: string) => FieldBinding {
  useSyncExternalStore(store.subscribeAll, store.revision);
  return (name) => {
    const { value, problems } = store.state(name);
    return {
      value: typeof value === "string" ? value : "",
      problem: problems[""],
      onChange: (next) => change(name, next),
    };
  };
}

/** The problems of a field whose value as a whole has this problem. */
export const wholeValueProblem = (text: string | undefined): Problems =>
  text === undefined ? noProblems : { "": text };
