import { useCallback, useId, useMemo, useSyncExternalStore } from "react";
import type { AutoColumn, FormGroup } from "#kit/auto.ts";
import type { LocalizedField } from "#kit/field.ts";
import { isSame } from "#kit/same.ts";
import type { Locale } from "#kit/text.ts";
import { fieldTypeOf, noDependencies, dependenciesIn } from "#render/field-types.ts";
import { FieldLine } from "./form-line.tsx";
import type { FormStore } from "./form-store.ts";

/** Calls the listener when one of these fields changes. Returns the function that unsubscribes. */
function subscribeToFields(store: FormStore, names: readonly string[], listener: () => void): () => void {
  const unsubscribers = names.map((name) => store.subscribe(name, listener));
  return () => unsubscribers.forEach((unsubscribe) => unsubscribe());
}

/** For each group of field names, whether one of the fields is visible. Subscribes only to the fields on which visibility depends. */
export function useVisibleGroups(store: FormStore, groups: readonly (readonly string[])[]): boolean[] {
  const key = JSON.stringify(groups);
  const [subscribe, getSnapshot] = useMemo(() => {
    const stableGroups = JSON.parse(key) as string[][];
    const decidingNames = new Set(stableGroups.flat().flatMap((name) => store.decidingFields(name)));
    return [
      (listener: () => void) => subscribeToFields(store, [...decidingNames], listener),
      () => JSON.stringify(stableGroups.map((names) => names.some((name) => store.isShown(name)))),
    ] as const;
  }, [store, key]);
  return JSON.parse(useSyncExternalStore(subscribe, getSnapshot)) as boolean[];
}

type ItemProps = { store: FormStore; item: AutoColumn; formId: string; locale: Locale };

/** The values of the fields on which a field depends. Subscribes to these fields only. */
function useDependencies(store: FormStore, config: LocalizedField): Readonly<Record<string, unknown>> {
  const [subscribe, getSnapshot] = useMemo(() => {
    const names = fieldTypeOf(config).dependsOn?.(config) ?? [];
    let latest = noDependencies;
    const readDependencies = () => {
      const dependencies = names.length === 0 ? noDependencies : dependenciesIn(config, store.values());
      if (!isSame(dependencies, latest)) latest = dependencies;
      return latest;
    };
    return [(listener: () => void) => subscribeToFields(store, names, listener), readDependencies] as const;
  }, [store, config]);
  return useSyncExternalStore(subscribe, getSnapshot);
}

/** A field connected to the form store: typing in it renders only this field again. */
export function ConnectedLine({ store, item, formId, locale }: ItemProps) {
  const { field: name, config, readOnly } = item;
  const state = useSyncExternalStore(
    useCallback((listener) => store.subscribe(name, listener), [store, name]),
    () => store.state(name),
  );
  const dependencies = useDependencies(store, config);
  const check = useCallback((_name: string, path?: string) => store.check(name, locale, path), [store, name, locale]);
  return (
    <FieldLine
      id={`${formId}-${name}`}
      name={name}
      field={config}
      value={state.value}
      dependencies={dependencies}
      problems={state.problems}
      locale={locale}
      readOnly={readOnly}
      onChange={store.set}
      onBlur={check}
    />
  );
}

/** A field with an `if` rule: subscribes to the fields on which its visibility depends. */
function ConditionalLine(props: ItemProps) {
  const { store, item } = props;
  const [isShown = false] = useVisibleGroups(store, [[item.field]]);
  return isShown ? <ConnectedLine {...props} /> : null;
}

/** Number of fields up to which the browser lays out all fields of a group. In larger groups (class `long`) it skips those outside the viewport. */
const maxShortGroup = 40;

type GroupProps = Omit<ItemProps, "item"> & { group: FormGroup; isHidden: boolean };

/** The name and the fields of a group. A group without a name uses the full width. */
export function FormGroupFields({ group: { groupName: name, items }, isHidden, ...shared }: GroupProps) {
  const id = useId();
  const lines = (
    // A block layout: a grid would measure all of its rows again on every keystroke.
    <div className={`form-lines min-w-0 ${items.length > maxShortGroup ? "long" : ""}`}>
      {items.map((item) => {
        const Line = item.config.if === undefined ? ConnectedLine : ConditionalLine;
        return <Line key={item.field} item={item} {...shared} />;
      })}
    </div>
  );
  if (name === "")
    return (
      <div className="max-w-[960px] py-7" hidden={isHidden}>
        {lines}
      </div>
    );
  return (
    <section
      aria-labelledby={id}
      hidden={isHidden}
      className="grid gap-x-10 gap-y-4 border-t border-line py-7 first:border-t-0 @2xl:grid-cols-[180px_minmax(0,960px)]"
    >
      <h2 id={id} className="text-sm font-semibold text-ink">
        {name}
      </h2>
      {lines}
    </section>
  );
}
