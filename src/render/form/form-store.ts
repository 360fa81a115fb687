import { holds, parseCondition } from "#kit/condition.ts";
import type { LocalizedField } from "#kit/field.ts";
import type { Locale } from "#kit/text.ts";
import { isSame } from "#kit/same.ts";
import { carryProblems, joinPath, noProblems, type Problems, problemsAt, replaceAt } from "#kit/problem-path.ts";
import { problemsOf, trimmed } from "./form-check.ts";

export type Values = Record<string, unknown>;
export type FormField = { field: string; readOnly: boolean; config: LocalizedField };
/** Changes as they were sent, and what the whole form held then. */
export type SentChanges = { changes: Values; values: Values };
export type FieldState = { value: unknown; problems: Problems };

/** What a form holds, field by field: typing in one field tells nobody but that field and those that depend on it. */
export type FormStore = {
  state: (name: string) => FieldState;
  /** Calls back when the field's value or problems change. */
  subscribe: (name: string, listener: () => void) => () => void;
  /** Calls back when `isDirty` may have changed. */
  subscribeDirty: (listener: () => void) => () => void;
  isDirty: () => boolean;
  isShown: (field: LocalizedField) => boolean;
  values: () => Values;
  set: (name: string, value: unknown) => void;
  /** Checks one field, or what stands at a path of it, as when the person leaves it. */
  check: (name: string, locale: Locale, path?: string) => void;
  /** Checks all that is shown; the paths at fault, in the order of the form. */
  checkAll: (locale: Locale) => string[];
  /** Takes over what somebody else found, by path. */
  setProblems: (problems: Problems) => void;
  /** What is to be saved: for a new row all that is filled in, else what differs from what was read. Hidden fields are not sent. */
  changes: () => Values;
  /**
   * The answer to these changes was lost: the server may have them or not. Until something is heard (`rebase`), what they touch counts as
   * changed whatever it says.
   */
  doubt: (sent: SentChanges) => void;
  /** Changes of which nothing was heard. */
  doubted: () => SentChanges | undefined;
  /** Counts changes from what is now saved, by oneself or by somebody else, and shows it, except where `isKept` says that what stands here stays. */
  rebase: (saved: Values, isKept: (name: string, value: unknown) => boolean) => void;
};

/** `initial`: the values as read. `isNew`: there is no row yet, so defaults are sent too. */
export function createFormStore(fields: readonly FormField[], initial: Values, isNew: boolean): FormStore {
  const configs = new Map(fields.map((item) => [item.field, item.config]));
  const writable = fields.filter((item) => !item.readOnly);
  const states = new Map<string, FieldState>(
    fields.map(({ field }) => [field, { value: initial[field] ?? null, problems: noProblems }]),
  );
  const listeners = new Map<string, Set<() => void>>();
  const dirtyListeners = new Set<() => void>();
  let base: Values = { ...initial };
  const dirty = new Set<string>();
  let doubted: SentChanges | undefined;

  const same = (name: string, one: unknown, other: unknown) => {
    const config = configs.get(name)!;
    return isSame(trimmed(config, one ?? null), trimmed(config, other ?? null));
  };
  const values = () => Object.fromEntries([...states].map(([name, state]) => [name, state.value]));
  const isShown = (config: LocalizedField) => {
    const rule = config.if === undefined ? undefined : parseCondition(config.if);
    return rule === undefined || holds(config.if, { [rule.field]: states.get(rule.field)?.value });
  };

  function setState(name: string, next: FieldState): void {
    const before = states.get(name);
    if (before === undefined || (before.value === next.value && isSame(before.problems, next.problems))) return;
    states.set(name, next);
    for (const listener of listeners.get(name) ?? []) listener();
  }

  function updateDirty(name: string): void {
    const wasDirty = dirty.size > 0;
    const isDoubted = doubted !== undefined && Object.hasOwn(doubted.changes, name);
    if (!isDoubted && same(name, states.get(name)!.value, base[name])) dirty.delete(name);
    else dirty.add(name);
    if (wasDirty !== dirty.size > 0) for (const listener of dirtyListeners) listener();
  }

  function checkOne(name: string, locale: Locale, path?: string): Problems {
    const [config, { value, problems }] = [configs.get(name)!, states.get(name)!];
    const found = isShown(config) ? problemsOf(config, value, values(), locale) : noProblems;
    setState(name, { value, problems: path === undefined ? found : replaceAt(problems, path, found) });
    return found;
  }

  return {
    state: (name) => states.get(name)!,
    subscribe(name, listener) {
      const fieldListeners = listeners.get(name) ?? new Set();
      listeners.set(name, fieldListeners.add(listener));
      return () => fieldListeners.delete(listener);
    },
    subscribeDirty(listener) {
      dirtyListeners.add(listener);
      return () => dirtyListeners.delete(listener);
    },
    isDirty: () => dirty.size > 0,
    isShown,
    values,
    set(name, value) {
      const before = states.get(name)!;
      setState(name, { value, problems: carryProblems(before.problems, before.value, value) });
      updateDirty(name);
    },
    check: (name, locale, path) => void checkOne(name, locale, path),
    checkAll: (locale) =>
      writable.flatMap(({ field }) => Object.keys(checkOne(field, locale)).map((path) => joinPath(field, path))),
    setProblems(problems) {
      for (const [name, { value }] of states) {
        const found = problemsAt(problems, name);
        if (found !== noProblems) setState(name, { value, problems: found });
      }
    },
    changes() {
      const sent = writable.filter(({ field, config }) => isShown(config) && (isNew || dirty.has(field)));
      const pairs = sent.map(({ field, config }) => [field, trimmed(config, states.get(field)!.value)] as const);
      return Object.fromEntries(isNew ? pairs.filter(([, value]) => value !== null) : pairs);
    },
    doubt(sent) {
      doubted = sent;
      for (const name of Object.keys(sent.changes)) updateDirty(name);
    },
    doubted: () => doubted,
    rebase(saved, isKept) {
      isNew = false;
      doubted = undefined;
      base = { ...base, ...saved };
      for (const [name, { value }] of states) {
        if (Object.hasOwn(saved, name) && !isKept(name, value))
          setState(name, { value: saved[name] ?? null, problems: noProblems });
        updateDirty(name);
      }
    },
  };
}
