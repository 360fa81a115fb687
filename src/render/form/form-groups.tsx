import { useCallback, useId, useMemo, useSyncExternalStore } from "react";
import type { AutoColumn, FormGroup } from "#kit/auto.ts";
import type { LocalizedField } from "#kit/field.ts";
import { isSame } from "#kit/same.ts";
import type { Locale } from "#kit/text.ts";
import { fieldTypeOf, noSiblings, siblingsIn } from "#render/field-types.ts";
import { FieldLine } from "./form-line.tsx";
import type { FormStore } from "./form-store.ts";

/** For each group, whether one of its fields is visible. Subscribes only to the fields that decide it. */
export function useVisibleGroups(store: FormStore, groups: readonly (readonly string[])[]): boolean[] {
  const key = JSON.stringify(groups);
  const [subscribe, read] = useMemo(() => {
    const all = JSON.parse(key) as string[][];
    const deciding = new Set(all.flat().flatMap((name) => store.decidingFields(name)));
    const listen = (listener: () => void) => {
      const ends = [...deciding].map((name) => store.subscribe(name, listener));
      return () => ends.forEach((end) => end());
    };
    return [listen, () => JSON.stringify(all.map((names) => names.some((name) => store.isShown(name))))] as const;
  }, [store, key]);
  return JSON.parse(useSyncExternalStore(subscribe, read)) as boolean[];
}

type ItemProps = { store: FormStore; item: AutoColumn; formId: string; locale: Locale };

/** The values of the sibling fields that a field type depends on; only such fields subscribe to them. */
function useSiblings(store: FormStore, config: LocalizedField): Readonly<Record<string, unknown>> {
  const [subscribe, read] = useMemo(() => {
    const names = fieldTypeOf(config).siblings?.(config) ?? [];
    let latest = noSiblings;
    const listen = (listener: () => void) => {
      const ends = names.map((name) => store.subscribe(name, listener));
      return () => ends.forEach((end) => end());
    };
    const compare = () => {
      const siblings = names.length === 0 ? noSiblings : siblingsIn(config, store.values());
      if (!isSame(siblings, latest)) latest = siblings;
      return latest;
    };
    return [listen, compare] as const;
  }, [store, config]);
  return useSyncExternalStore(subscribe, read);
}

/** A field bound to the store: typing renders nothing else. */
export function ConnectedLine({ store, item, formId, locale }: ItemProps) {
  const { field: name, config, readOnly } = item;
  const state = useSyncExternalStore(
    useCallback((listener) => store.subscribe(name, listener), [store, name]),
    () => store.state(name),
  );
  const siblings = useSiblings(store, config);
  const check = useCallback((_name: string, path?: string) => store.check(name, locale, path), [store, name, locale]);
  return (
    <FieldLine
      id={`${formId}-${name}`}
      name={name}
      field={config}
      value={state.value}
      siblings={siblings}
      problems={state.problems}
      locale={locale}
      readOnly={readOnly}
      onChange={store.set}
      onBlur={check}
    />
  );
}

/** A field with a rule listens to the fields that decide whether it shows. */
function ConditionalLine(props: ItemProps) {
  const { store, item } = props;
  const [isShown = false] = useVisibleGroups(store, [[item.field]]);
  return isShown ? <ConnectedLine {...props} /> : null;
}

/** Fields of a group up to which all of its lines are laid out, in sight or not: they cost little, and what is found in them stays where it is. */
const shortGroup = 40;

type GroupProps = Omit<ItemProps, "item"> & { group: FormGroup; isHidden: boolean };

/** The fields of a group below its name; one without a name has the whole width. */
export function FormGroupFields({ group: { groupName: name, items }, isHidden, ...shared }: GroupProps) {
  const id = useId();
  const lines = (
    // Blocks, because a grid measures all of its lines again with every key.
    <div className={`form-lines min-w-0 ${items.length > shortGroup ? "long" : ""}`}>
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
      className="grid gap-x-10 gap-y-4 border-t border-line py-7 first:border-t-0 lg:grid-cols-[180px_minmax(0,960px)]"
    >
      <h2 id={id} className="text-sm font-semibold text-ink">
        {name}
      </h2>
      {lines}
    </section>
  );
}
