import { type ReactNode, useCallback, useEffect, useId, useMemo, useSyncExternalStore } from "react";
import type { AutoColumn, AutoForm } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import type { LocalizedField } from "#kit/field.ts";
import { isSame } from "#kit/same.ts";
import type { Locale } from "#kit/text.ts";
import { useOnline } from "#ui/online.ts";
import { Button } from "#ui/button.tsx";
import { FormHold } from "#ui/form-hold.ts";
import { NestedEditor } from "#ui/nested-editor.ts";
import { RelationTitles } from "#client/relation-title.tsx";
import { ScreenLoading } from "#client/screen-states.tsx";
import { fieldTypeOf, noSiblings, siblingsIn } from "#render/field-types.ts";
import { FieldTypesBoundary } from "#render/field-types-boundary.tsx";
import { ClashDialog } from "./form-clash.tsx";
import { FieldLine, NestedLine } from "./form-line.tsx";
import { toFormField } from "./auto-fields.ts";
import type { FormStore } from "./form-store.ts";
import { type SaveForm, useAutoForm } from "./use-auto-form.ts";

const texts = {
  save: { zh: "保存", en: "Save" },
  saving: { zh: "保存中…", en: "Saving…" },
  offline: { zh: "已离线，恢复网络后自动保存", en: "Offline: will be saved when you are back" },
  unsaved: { zh: "有未保存的修改", en: "Unsaved changes" },
};

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

/** One field and its place in the store: what is typed here renders nothing else. */
function ConnectedLine({ store, item, formId, locale }: ItemProps) {
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

/** A field with a rule listens to the field that its rule names. */
function ConditionalLine({ follows, ...props }: ItemProps & { follows: string }) {
  const { store, item } = props;
  const isShown = useSyncExternalStore(
    useCallback((listener) => store.subscribe(follows, listener), [store, follows]),
    () => store.isShown(item.field),
  );
  return isShown ? <ConnectedLine {...props} /> : null;
}

function Group({
  name,
  items,
  ...shared
}: {
  name: string;
  items: AutoColumn[];
  store: FormStore;
  formId: string;
  locale: Locale;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-4 border-t border-line py-7 first:border-t-0 lg:grid-cols-[180px_minmax(0,960px)]"
    >
      <h2 id={id} className="text-sm font-semibold text-ink">
        {name}
      </h2>
      <div className="grid min-w-0 gap-5">
        {items.map((item) => {
          const { follows } = toFormField(item);
          return follows === undefined ? (
            <ConnectedLine key={item.field} item={item} {...shared} />
          ) : (
            <ConditionalLine key={item.field} item={item} follows={follows} {...shared} />
          );
        })}
      </div>
    </section>
  );
}

type FormProps = {
  form: AutoForm;
  locale: Locale;
  onSave: SaveForm;
  onSaved: (row: AnyRow) => void;
  onDirty?: (isDirty: boolean) => void;
  /** Stands beside the save button. */
  actions?: ReactNode;
};

function LoadedForm({ form, locale, onSave, onSaved, onDirty, actions }: FormProps) {
  const formId = useId();
  const { store, isBusy, failure, clash, save, resolve, closeClash, hold, confirmation } = useAutoForm(form, locale, {
    formId,
    onSave,
    onSaved,
  });
  const isDirty = useSyncExternalStore(store.subscribeDirty, store.isDirty);
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty]);
  // A save without a network waits for it.
  const isWaiting = !useOnline() && isBusy;
  return (
    <RelationTitles value={form.titles}>
      <NestedEditor value={NestedLine}>
        <form
          noValidate
          aria-label={form.name}
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <FormHold value={hold}>
            {form.groups.map((group) => (
              <Group
                key={group.groupName}
                name={group.groupName}
                items={group.items}
                store={store}
                formId={formId}
                locale={locale}
              />
            ))}
          </FormHold>
          <footer className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-2 border-t border-line bg-paper px-1 py-3">
            {/* At the pressed button, so that it is in sight however long the form is. */}
            {failure !== undefined && (
              <p role="alert" className="form-problem w-full text-sm text-danger">
                {failure}
              </p>
            )}
            {!form.hiddenButton && (
              <Button type="submit" kind="primary" disabled={isBusy} aria-keyshortcuts="Control+S Meta+S">
                {isBusy && !isWaiting ? texts.saving[locale] : (form.saveWord ?? texts.save[locale])}
              </Button>
            )}
            {actions}
            <span role="status" className="ml-auto text-sm text-ink-3">
              {isWaiting ? texts.offline[locale] : isDirty ? texts.unsaved[locale] : ""}
            </span>
          </footer>
        </form>
        {confirmation}
        {clash !== undefined && (
          <ClashDialog
            clash={clash}
            fields={form.groups.flatMap((group) => group.items)}
            mine={store.values()}
            locale={locale}
            onResolve={resolve}
            onClose={closeClash}
          />
        )}
      </NestedEditor>
    </RelationTitles>
  );
}

/**
 * A form made from the server's description (N-040). Only what changed is sent; a clash with another person's edit is
 * shown field by field; nothing that was typed is lost when saving fails.
 */
export function AutoFormView(props: FormProps) {
  const fields = props.form.groups.flatMap(({ items }) => items.map(({ config }) => config));
  return (
    <FieldTypesBoundary fields={fields} waiting={<ScreenLoading />}>
      <LoadedForm {...props} />
    </FieldTypesBoundary>
  );
}
