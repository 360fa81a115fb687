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
  /** The form's element: the focus goes to its first invalid input. */
  element?: RefObject<HTMLElement | null>;
  /** Or to what this finds for the paths at fault. */
  controlAt?: (path: string) => HTMLElement | undefined;
  /** The message for the form when fields are marked; by default none. */
  markedText?: string;
  /** Maps a field name of the server to one of the form. */
  nameOf?: (name: string) => string;
  /** Handles a refusal that is no mistake of input, such as a conflict or a second step. Returns whether it did. */
  handles?: (problem: CallProblem) => boolean;
  /** Minimum ms during which the form is busy. */
  pause?: number;
};

export type Form = {
  store: FormStore;
  isBusy: boolean;
  /** The problem of the form as a whole. */
  failure: string | undefined;
  /** Called on typing: clears the problems of the field and of the form. */
  change: (name: string, value: unknown) => void;
  /** Whether the visible ones of these fields are valid; the focus goes to the first invalid one. */
  isValid: (names: ReadonlySet<string>) => boolean;
  /** Validates everything and runs `work`, once at a time. An error of `work` is shown in the form; nothing typed is lost. */
  submit: (work: () => Promise<void>) => Promise<void>;
  /** Runs the work without validation. */
  run: (work: () => Promise<void>) => Promise<void>;
  /** Shows an error: next to the fields that the response names, else next to the field `field`, else for the form as a whole. */
  refuse: (error: unknown, field?: string) => void;
  /** Marks fields, or shows a problem of the form as a whole. */
  setProblems: (problems: Problems, failure?: string) => void;
  clear: (values?: Values) => void;
  /** Blocks saving, with a reason, until an operation has ended. */
  hold: BlockSave;
};

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The form engine: values, validation, submission, errors and focus. The layout is up to its users: the auto form, the dialog, the sign-in. The store
 * lives as long as the component, so that a change of language or a refetch loses nothing typed.
 */
export function useForm({
  fields,
  compute,
  initialValues: start = {},
  isNew = true,
  locale,
  element,
  controlAt,
  markedText,
  nameOf = (name) => name,
  handles,
  pause = 0,
}: FormOptions): Form {
  const [store] = useState(() => createFormStore(fields, start, isNew, compute));
  /** The number of runs in progress: one that ended in a conflict still has its minimum time when the next begins. */
  const [running, setRunning] = useState(0);
  const [failure, setFailure] = useState<string>();
  useLayoutEffect(() => store.setFields(fields, compute), [store, fields, compute]);

  const hold = useCallback<BlockSave>(
    (reason) => {
      const end = store.hold(reason);
      return () => {
        end();
        setFailure((text) => (text === reason[locale] ? undefined : text));
      };
    },
    [store, locale],
  );

  /** Shows problems; the focus goes to the first invalid field. */
  function focusFirst(paths: readonly string[], text: string | undefined): void {
    // Rows at fault open first, and boxes are marked.
    flushSync(() => setFailure(text));
    if (paths.length === 0) return;
    const control =
      controlAt === undefined
        ? element?.current?.querySelector<HTMLElement>("[aria-invalid=true]")
        : paths.map(controlAt).find((candidate) => candidate !== undefined);
    control?.focus();
  }

  function refuse(error: unknown, field?: string): void {
    if (!(error instanceof CallProblem)) {
      setFailure(errorMessage(error));
      throw error;
    }
    if (handles?.(error) === true) return setFailure(undefined);
    const fieldTexts = Object.fromEntries(Object.entries(error.fields).map(([name, text]) => [nameOf(name), text]));
    const problemPaths = store.setProblems(fieldTexts);
    const paths =
      problemPaths.length === 0 && field !== undefined ? store.setProblems({ [field]: error.message }) : problemPaths;
    focusFirst(paths, paths.length === 0 ? error.message : markedText === undefined ? undefined : error.message);
  }

  async function run(work: () => Promise<void>): Promise<void> {
    setRunning((count) => count + 1);
    setFailure(undefined);
    const done = work().catch(refuse);
    await Promise.all([done, pause === 0 ? undefined : sleep(pause)]).finally(() => setRunning((count) => count - 1));
  }

  return {
    store,
    isBusy: running > 0,
    failure,
    run,
    refuse,
    hold,
    change(name, value) {
      store.set(name, value);
      if (markedText === undefined) setFailure(undefined);
    },
    isValid(names) {
      const faulty = store.checkAll(locale, names);
      focusFirst(faulty, faulty.length === 0 ? undefined : markedText);
      return faulty.length === 0;
    },
    async submit(work) {
      if (running > 0) return;
      const reason = store.holdReason();
      if (reason !== undefined) return setFailure(reason[locale]);
      const faulty = store.checkAll(locale);
      if (faulty.length > 0) return focusFirst(faulty, markedText);
      await run(work);
    },
    setProblems(problems, text) {
      store.clearProblems();
      focusFirst(store.setProblems(problems), text);
    },
    clear(values = {}) {
      store.reset(values);
      setFailure(undefined);
    },
  };
}

/** A field of a short form: its text, its problem, and its change handler. */
export type FormLine = { value: string; problem: string | undefined; onChange: (value: string) => void };

/** The fields of a short form, by name: all are rendered again when one changes. */
export function useLines({ store, change }: Pick<Form, "store" | "change">): (name: string) => FormLine {
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

/** A text as the problem of a field. */
export const asProblems = (text: string | undefined): Problems => (text === undefined ? noProblems : { "": text });
