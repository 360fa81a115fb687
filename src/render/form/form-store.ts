import { type Condition, decidingFields, isShown as isShownBy } from "#kit/condition.ts";
import { isSame } from "#kit/same.ts";
import { carryProblems, joinPath, noProblems, type Problems, problemsAt, replaceAt } from "#kit/problem-path.ts";
import type { Locale, Text } from "#kit/text.ts";

export type Values = Record<string, unknown>;

/** A field of a form, whatever it represents: a field of an entity, a line of a dialog or of the sign-in. */
export type FormField = {
  name: string;
  isReadOnly?: boolean;
  /** Computed by `Rules.compute`; checked although it is read-only. */
  isComputed?: boolean;
  /** Is sent once and stored nowhere. */
  isSecret?: boolean;
  /** When it is shown. */
  condition?: Condition | undefined;
  /** Fields that its problems depend on. */
  siblings?: readonly string[];
  /** A value as it is compared and sent; unchanged by default. */
  trim?: (value: unknown) => unknown;
  /**
   * Its problems, by path in the value, in the reader's language. The server checks the same. `isTouched`: the value, or one that it depends on, was
   * changed.
   */
  problems?: (value: unknown, context: { values: Values; locale: Locale; isTouched: boolean }) => Problems;
};
/** Evaluates computed fields; `changed`: only those that depend on this field. */
export type Compute = (values: Values, changed?: string) => Values;
/** The submitted changes, and all values of the form at that time. */
export type SubmittedChanges = { changes: Values; values: Values };
export type FieldState = { value: unknown; problems: Problems };

/** The values of a form, field by field: typing in a field renders only that field and those that depend on it. */
export type FormStore = {
  state: (name: string) => FieldState;
  /** Calls back when the field's value or problems change. */
  subscribe: (name: string, listener: () => void) => () => void;
  /** Calls back on a change of any field; `revision` has then increased. */
  subscribeAll: (listener: () => void) => () => void;
  revision: () => number;
  /** Calls back when `isDirty` may have changed. */
  subscribeDirty: (listener: () => void) => () => void;
  /** Whether leaving would lose something: a change, or an operation in progress. */
  isDirty: () => boolean;
  /** Blocks saving while something is in progress, with the reason. Returns a function that ends it. */
  hold: (reason: Text) => () => void;
  /** Why saving is blocked; undefined when it is not. */
  holdReason: () => Text | undefined;
  isShown: (name: string) => boolean;
  /** The fields on which the visibility of a field depends. */
  decidingFields: (name: string) => string[];
  values: () => Values;
  set: (name: string, value: unknown) => void;
  /** Validates a field, or the value at a path of it, as when it loses the focus. */
  check: (name: string, locale: Locale, path?: string) => void;
  /** Checks all visible fields, or the named ones; returns the invalid paths, in the order of the form. */
  checkAll: (locale: Locale, names?: ReadonlySet<string>) => string[];
  /** Shows problems found elsewhere, by path; returns the paths that belong to this form. */
  setProblems: (problems: Problems) => string[];
  /** Clears all problems. */
  clearProblems: () => void;
  /** The values to save: for a new row all that are filled in, else those that differ from the stored ones. Hidden fields are left out. */
  changes: () => Values;
  /** The response to these changes was lost: the server may have them or not. Until `rebase`, their fields count as changed. */
  noteUnconfirmed: (sent: SubmittedChanges) => void;
  /** Changes whose response was lost. */
  unconfirmed: () => SubmittedChanges | undefined;
  /** Replaces the stored values, after a save or another person's change, and shows them, except where `isKept` says that the typed value stays. */
  rebase: (saved: Values, isKept: (name: string, value: unknown) => boolean) => void;
  /** Replaces the fields. Values of fields with the same name are kept. */
  setFields: (fields: readonly FormField[], compute?: Compute) => void;
  /** Resets the form to its initial values. */
  reset: (values: Values) => void;
};

/** The unconfirmed changes that remain once the server has answered about some fields: a conflict names only its own. */
function stillUnconfirmed({ changes, values }: SubmittedChanges, confirmed: Values): SubmittedChanges | undefined {
  const without = (all: Values) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !Object.hasOwn(confirmed, name)));
  const left = without(changes);
  return Object.keys(left).length === 0 ? undefined : { changes: left, values: without(values) };
}

/** `initial`: the values as read. `isNew`: there is no row yet, so defaults are sent too. */
export function createFormStore(
  first: readonly FormField[],
  initial: Values,
  isNew: boolean,
  firstCompute?: Compute,
): FormStore {
  let compute = firstCompute;
  let fields = new Map(first.map((field) => [field.name, field]));
  const states = new Map<string, FieldState>();
  const listeners = new Map<string, Set<() => void>>();
  const [allListeners, dirtyListeners] = [new Set<() => void>(), new Set<() => void>()];
  const dirty = new Set<string>();
  const holds = new Map<symbol, Text>();
  let base: Values = { ...initial };
  let revision = 0;
  let unconfirmedChanges: SubmittedChanges | undefined;

  const stateOf = (name: string): FieldState => {
    const state = states.get(name) ?? { value: base[name] ?? null, problems: noProblems };
    states.set(name, state);
    return state;
  };
  for (const { name } of first) stateOf(name);

  const asIs = (value: unknown) => value;
  const trimValue = (name: string, value: unknown) => (fields.get(name)?.trim ?? asIs)(value ?? null);
  /** Includes values without a field in the form: rules and formulas may use them. */
  const values = () => ({ ...base, ...Object.fromEntries([...states].map(([name, { value }]) => [name, value])) });
  let sendable: { revision: number; values: Values } | undefined;
  /** The values as they would be submitted: the server decides visibility by them. */
  function sendableValues(): Values {
    if (sendable?.revision !== revision) {
      const all = Object.entries(values()).map(([name, value]) => [name, trimValue(name, value)]);
      sendable = { revision, values: Object.fromEntries(all) as Values };
    }
    return sendable.values;
  }
  const conditionOf = (name: string) => fields.get(name)?.condition;
  const isShown = (name: string) => isShownBy(name, sendableValues(), conditionOf);
  const writable = () => [...fields.values()].filter(({ isReadOnly = false }) => !isReadOnly);

  function setState(name: string, next: FieldState): void {
    const previous = states.get(name);
    if (previous !== undefined && previous.value === next.value && isSame(previous.problems, next.problems)) return;
    states.set(name, next);
    revision += 1;
    for (const listener of [...(listeners.get(name) ?? []), ...allListeners]) listener();
  }

  const isDirty = () => dirty.size > 0 || holds.size > 0;

  function changeDirty(change: () => void): void {
    const wasDirty = isDirty();
    change();
    if (wasDirty !== isDirty()) for (const listener of dirtyListeners) listener();
  }

  function updateDirty(name: string): void {
    const isUnconfirmed = unconfirmedChanges !== undefined && Object.hasOwn(unconfirmedChanges.changes, name);
    changeDirty(() => void (!isChanged(name) && !isUnconfirmed ? dirty.delete(name) : dirty.add(name)));
  }

  function setComputed(changed?: string): void {
    if (compute === undefined) return;
    for (const [name, value] of Object.entries(compute(sendableValues(), changed)))
      if (!isSame(stateOf(name).value, value)) setState(name, { value, problems: noProblems });
  }
  setComputed();

  const isChanged = (name: string) => !isSame(trimValue(name, stateOf(name).value), trimValue(name, base[name]));
  const isTouched = (name: string): boolean => {
    const { isComputed = false, siblings = [] } = fields.get(name) ?? {};
    return (
      isNew || dirty.has(name) || siblings.some((sibling) => dirty.has(sibling)) || (isComputed && isChanged(name))
    );
  };

  function checkOne(name: string, locale: Locale, path?: string): Problems {
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
    hold(reason) {
      const key = Symbol();
      changeDirty(() => holds.set(key, reason));
      return () => changeDirty(() => holds.delete(key));
    },
    holdReason: () => holds.values().next().value,
    isShown,
    decidingFields: (name) => decidingFields(name, conditionOf),
    values,
    set(name, value) {
      const previous = stateOf(name);
      setState(name, { value, problems: carryProblems(previous.problems, previous.value, value) });
      updateDirty(name);
      setComputed(name);
    },
    check: (name, locale, path) => void checkOne(name, locale, path),
    checkAll: (locale, names) =>
      [...fields.values()]
        .filter(
          ({ name, isReadOnly = false, isComputed = false }) =>
            (!isReadOnly || isComputed) && names?.has(name) !== false,
        )
        .flatMap(({ name }) => Object.keys(checkOne(name, locale)).map((path) => joinPath(name, path))),
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
      const sent = writable().filter(({ name }) => isShown(name) && (isNew || dirty.has(name)));
      const pairs = sent.map(({ name }) => [name, trimValue(name, stateOf(name).value)] as const);
      return Object.fromEntries(isNew ? pairs.filter(([, value]) => value !== null) : pairs);
    },
    noteUnconfirmed(sent) {
      unconfirmedChanges = sent;
      for (const name of Object.keys(sent.changes)) updateDirty(name);
    },
    unconfirmed: () => unconfirmedChanges,
    rebase(saved, isKept) {
      isNew = false;
      unconfirmedChanges = unconfirmedChanges && stillUnconfirmed(unconfirmedChanges, saved);
      base = { ...base, ...saved };
      for (const [name, { value }] of states) {
        if (Object.hasOwn(saved, name) && !isKept(name, value))
          setState(name, { value: saved[name] ?? null, problems: noProblems });
        updateDirty(name);
      }
      sendable = undefined;
      setComputed();
    },
    setFields(next, nextCompute) {
      fields = new Map(next.map((field) => [field.name, field]));
      compute = nextCompute;
      sendable = undefined;
    },
    reset(next) {
      base = { ...next };
      unconfirmedChanges = undefined;
      dirty.clear();
      for (const name of states.keys()) setState(name, { value: base[name] ?? null, problems: noProblems });
      sendable = undefined;
      setComputed();
    },
  };
}
