import { type Condition, decidingFields, isShown as isShownBy } from "#kit/condition.ts";
import { isSame } from "#kit/same.ts";
import { carryProblems, joinPath, noProblems, type Problems, problemsAt, replaceAt } from "#kit/problem-path.ts";
import type { Locale, Text } from "#kit/text.ts";

export type Values = Record<string, unknown>;

/** A field of any form: of an entity, a dialog or the sign-in. */
export type FormField = {
  name: string;
  isReadOnly?: boolean;
  /** Its value is computed by the `Compute` function of the form; it is checked although it is read-only. */
  isComputed?: boolean;
  /** The value is sent once and stored nowhere. */
  isSecret?: boolean;
  /** The rule that decides whether the field is shown; undefined: always shown. */
  condition?: Condition | undefined;
  /** Names of the fields on which the problems of this field depend. */
  dependsOn?: readonly string[];
  /** Normalizes a value before it is compared and sent; by default unchanged. */
  normalize?: (value: unknown) => unknown;
  /**
   * The problems of a value, by path in the value, in the reader's language. The server applies the same checks. `isTouched`: the person has changed
   * this value or one that it depends on. Always true in a form for a new row; for a computed field also when its value has changed.
   */
  problems?: (value: unknown, context: { values: Values; locale: Locale; isTouched: boolean }) => Problems;
};
/** Evaluates the computed fields; with `changed`, only those that depend on the field of this name. */
export type Compute = (values: Values, changed?: string) => Values;
/** The submitted changes, and all values of the form at that time. */
export type SubmittedChanges = { changes: Values; values: Values };
export type FieldState = { value: unknown; problems: Problems };

/** The state of a form, with subscriptions per field: typing in a field renders only that field and those that depend on it. */
export type FormStore = {
  state: (name: string) => FieldState;
  /** Calls the listener when the value or the problems of the field change. Returns the function that unsubscribes. */
  subscribe: (name: string, listener: () => void) => () => void;
  /** Calls the listener on a change of any field; `revision` has then increased. */
  subscribeAll: (listener: () => void) => () => void;
  revision: () => number;
  /** Calls the listener when `isDirty` has changed. */
  subscribeDirty: (listener: () => void) => () => void;
  /** Whether leaving the form would lose a change or an operation in progress. */
  isDirty: () => boolean;
  /** Blocks saving while an operation, such as an upload, is in progress. Returns the function that ends the block. */
  blockSave: (reason: Text) => () => void;
  /** Why saving is blocked; undefined if saving is possible. */
  saveBlockReason: () => Text | undefined;
  isShown: (name: string) => boolean;
  /** The fields on which the visibility of a field depends. */
  decidingFields: (name: string) => string[];
  values: () => Values;
  set: (name: string, value: unknown) => void;
  /** Validates a field, or the value at a path in it, and shows the problems. Called when a control loses the focus. */
  check: (name: string, locale: Locale, path?: string) => void;
  /** Validates all visible fields, or those of the given names; returns the paths of invalid values, in the order of the form. */
  checkAll: (locale: Locale, names?: ReadonlySet<string>) => string[];
  /** Shows problems from the server, by path; returns the paths that belong to this form. */
  setProblems: (problems: Problems) => string[];
  clearProblems: () => void;
  /** The values to save: for a new row all that are filled in, otherwise those that differ from the stored values. Never those of hidden fields. */
  changes: () => Values;
  /** Records that the response to these changes was lost, so the server may have saved them or not. Until `rebase`, their fields count as changed. */
  markUnconfirmed: (sent: SubmittedChanges) => void;
  /** The changes of `markUnconfirmed`; undefined if there are none. */
  unconfirmed: () => SubmittedChanges | undefined;
  /** Replaces the stored values after a save or another person's change. Shows them, except in fields whose current value `isKept`. */
  rebase: (saved: Values, isKept: (name: string, value: unknown) => boolean) => void;
  /** Replaces the fields; fields with the same name keep their values. */
  setFields: (fields: readonly FormField[], compute?: Compute) => void;
  /** Replaces all values and discards all changes. */
  reset: (values: Values) => void;
};

/** The unconfirmed changes without those that the server has confirmed; undefined if none remain. A conflict confirms only some fields. */
function remainingUnconfirmed({ changes, values }: SubmittedChanges, confirmed: Values): SubmittedChanges | undefined {
  const withoutConfirmed = (all: Values) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !Object.hasOwn(confirmed, name)));
  const remaining = withoutConfirmed(changes);
  return Object.keys(remaining).length === 0 ? undefined : { changes: remaining, values: withoutConfirmed(values) };
}

/** `initialValues`: the stored values, or the defaults of a new row. `isNew`: the row does not exist yet, so defaults are sent too. */
export function createFormStore(
  initialFields: readonly FormField[],
  initialValues: Values,
  isNew: boolean,
  initialCompute?: Compute,
): FormStore {
  let compute = initialCompute;
  let fields = new Map(initialFields.map((field) => [field.name, field]));
  const states = new Map<string, FieldState>();
  const listeners = new Map<string, Set<() => void>>();
  const [allListeners, dirtyListeners] = [new Set<() => void>(), new Set<() => void>()];
  const dirtyNames = new Set<string>();
  const saveBlocks = new Map<symbol, Text>();
  let base: Values = { ...initialValues };
  let revision = 0;
  let unconfirmedChanges: SubmittedChanges | undefined;

  const stateOf = (name: string): FieldState => {
    const state = states.get(name) ?? { value: base[name] ?? null, problems: noProblems };
    states.set(name, state);
    return state;
  };
  for (const { name } of initialFields) stateOf(name);

  const unchanged = (value: unknown) => value;
  const normalizedValue = (name: string, value: unknown) => (fields.get(name)?.normalize ?? unchanged)(value ?? null);
  /** All values, including those without a field in the form, which rules and formulas may use. */
  const values = () => ({ ...base, ...Object.fromEntries([...states].map(([name, { value }]) => [name, value])) });
  let sendableCache: { revision: number; values: Values } | undefined;
  /** The values as they would be submitted, cached by revision. Visibility depends on them, because the server evaluates the same rules. */
  function sendableValues(): Values {
    if (sendableCache?.revision !== revision) {
      const all = Object.entries(values()).map(([name, value]) => [name, normalizedValue(name, value)]);
      sendableCache = { revision, values: Object.fromEntries(all) as Values };
    }
    return sendableCache.values;
  }
  const conditionOf = (name: string) => fields.get(name)?.condition;
  const isShown = (name: string) => isShownBy(name, sendableValues(), conditionOf);
  const writableFields = () => [...fields.values()].filter(({ isReadOnly = false }) => !isReadOnly);

  function setState(name: string, next: FieldState): void {
    const previous = states.get(name);
    if (previous !== undefined && previous.value === next.value && isSame(previous.problems, next.problems)) return;
    states.set(name, next);
    revision += 1;
    for (const listener of [...(listeners.get(name) ?? []), ...allListeners]) listener();
  }

  const isDirty = () => dirtyNames.size > 0 || saveBlocks.size > 0;

  /** Runs a change of the dirty state and notifies its listeners. */
  function changeDirty(change: () => void): void {
    const wasDirty = isDirty();
    change();
    if (wasDirty !== isDirty()) for (const listener of dirtyListeners) listener();
  }

  function updateDirty(name: string): void {
    const isUnconfirmed = unconfirmedChanges !== undefined && Object.hasOwn(unconfirmedChanges.changes, name);
    changeDirty(() => void (isChanged(name) || isUnconfirmed ? dirtyNames.add(name) : dirtyNames.delete(name)));
  }

  function setComputed(changed?: string): void {
    if (compute === undefined) return;
    for (const [name, value] of Object.entries(compute(sendableValues(), changed)))
      if (!isSame(stateOf(name).value, value)) setState(name, { value, problems: noProblems });
  }
  setComputed();

  const isChanged = (name: string) =>
    !isSame(normalizedValue(name, stateOf(name).value), normalizedValue(name, base[name]));
  const isTouched = (name: string): boolean => {
    const { isComputed = false, dependsOn = [] } = fields.get(name) ?? {};
    return (
      isNew ||
      dirtyNames.has(name) ||
      dependsOn.some((dependency) => dirtyNames.has(dependency)) ||
      (isComputed && isChanged(name))
    );
  };

  function checkField(name: string, locale: Locale, path?: string): Problems {
    const { value, problems } = stateOf(name);
    const check = isShown(name) ? fields.get(name)?.problems : undefined;
    const fieldProblems = check?.(value, { values: values(), locale, isTouched: isTouched(name) }) ?? noProblems;
    setState(name, { value, problems: path === undefined ? fieldProblems : replaceAt(problems, path, fieldProblems) });
    return fieldProblems;
  }

  return {
    state: stateOf,
    subscribe(name, listener) {
      const fieldListeners = listeners.get(name) ?? new Set();
      listeners.set(name, fieldListeners.add(listener));
      return () => fieldListeners.delete(listener);
    },
    subscribeAll(listener) {
      allListeners.add(listener);
      return () => allListeners.delete(listener);
    },
    revision: () => revision,
    subscribeDirty(listener) {
      dirtyListeners.add(listener);
      return () => dirtyListeners.delete(listener);
    },
    isDirty,
    blockSave(reason) {
      const key = Symbol();
      changeDirty(() => saveBlocks.set(key, reason));
      return () => changeDirty(() => saveBlocks.delete(key));
    },
    saveBlockReason: () => saveBlocks.values().next().value,
    isShown,
    decidingFields: (name) => decidingFields(name, conditionOf),
    values,
    set(name, value) {
      const previous = stateOf(name);
      setState(name, { value, problems: carryProblems(previous.problems, previous.value, value) });
      updateDirty(name);
      setComputed(name);
    },
    check: (name, locale, path) => void checkField(name, locale, path),
    checkAll: (locale, names) =>
      [...fields.values()]
        .filter(
          ({ name, isReadOnly = false, isComputed = false }) =>
            (!isReadOnly || isComputed) && names?.has(name) !== false,
        )
        .flatMap(({ name }) => Object.keys(checkField(name, locale)).map((path) => joinPath(name, path))),
    setProblems: (problems) =>
      [...fields.keys()].flatMap((name) => {
        const fieldProblems = problemsAt(problems, name);
        if (fieldProblems !== noProblems) setState(name, { value: stateOf(name).value, problems: fieldProblems });
        return Object.keys(fieldProblems).map((path) => joinPath(name, path));
      }),
    clearProblems() {
      for (const [name, { value }] of states) setState(name, { value, problems: noProblems });
    },
    changes() {
      const fieldsToSend = writableFields().filter(({ name }) => isShown(name) && (isNew || dirtyNames.has(name)));
      const entries = fieldsToSend.map(({ name }) => [name, normalizedValue(name, stateOf(name).value)] as const);
      return Object.fromEntries(isNew ? entries.filter(([, value]) => value !== null) : entries);
    },
    markUnconfirmed(sent) {
      unconfirmedChanges = sent;
      for (const name of Object.keys(sent.changes)) updateDirty(name);
    },
    unconfirmed: () => unconfirmedChanges,
    rebase(saved, isKept) {
      isNew = false;
      unconfirmedChanges = unconfirmedChanges && remainingUnconfirmed(unconfirmedChanges, saved);
      base = { ...base, ...saved };
      for (const [name, { value }] of states) {
        if (Object.hasOwn(saved, name) && !isKept(name, value))
          setState(name, { value: saved[name] ?? null, problems: noProblems });
        updateDirty(name);
      }
      sendableCache = undefined;
      setComputed();
    },
    setFields(next, nextCompute) {
      fields = new Map(next.map((field) => [field.name, field]));
      compute = nextCompute;
      sendableCache = undefined;
    },
    reset(next) {
      base = { ...next };
      unconfirmedChanges = undefined;
      for (const name of states.keys()) setState(name, { value: base[name] ?? null, problems: noProblems });
      changeDirty(() => dirtyNames.clear());
      sendableCache = undefined;
      setComputed();
    },
  };
}
