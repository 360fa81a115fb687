import { Fragment, memo, useCallback, useEffect, useMemo } from "react";
import { hasPlaceAt } from "#kit/client-override.ts";
import { changedLocales } from "#kit/changed-locales.ts";
import { setField } from "#kit/edit.ts";
import type { PageRecord } from "#kit/page.ts";
import { formatText } from "#kit/text.ts";
import { AssistScopeContext } from "#render/form/form-store-context.ts";
import { localizeFormFields, FieldsForm } from "#render/form/form-fields.tsx";
// The types of the settings of most components.
import "#render/usual-field-types.ts";
import { ContentOnly } from "#ui/nested-editor.ts";
import { loadLater } from "#ui/load-later.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { RowBindingEditor } from "#ui/row-binding-editor.ts";
import { moveDown, moveUp } from "#features/builder/commands/order.ts";
import { duplicate, makeGroup, remove, ungroup } from "#features/builder/commands/selection.ts";
import { CommandTools } from "#features/builder/editor/command.tsx";
import { bindingEditor } from "#features/builder/bindings/binding-editor-later.ts";
import { useEditor, useRecord, useSetting } from "#features/builder/editor/editor.ts";
import { nameOf, settingsOf } from "#features/builder/document/names.ts";
import { useAspect } from "#features/builder/document/value.ts";
import { BoxFields } from "./box-fields.tsx";
import { selectedCount } from "./multi-select.tsx";
import { useAssistScope } from "./use-assist-scope.ts";

const boundFields = loadLater(() =>
  import("#features/builder/bindings/bound-fields.tsx").then((file) => file.BoundFields),
);
const clientFields = loadLater(() => import("./client-fields.tsx").then((file) => file.ClientFields));
const originNote = loadLater(() => import("#features/builder/gallery/origin-note.tsx").then((file) => file.OriginNote));
const overrideFields = loadLater(() => import("./override-fields.tsx").then((file) => file.OverrideFields));
const variantNote = loadLater(() => import("./override-fields.tsx").then((file) => file.VariantNote));
const stackedPlace = loadLater(() => import("./override-fields.tsx").then((file) => file.StackedPlace));
const translationFields = loadLater(() => import("./translation-fields.tsx").then((file) => file.TranslationFields));
const arrangeTools = loadLater(() => import("./arrange-tools.tsx").then((file) => file.ArrangeTools));

const texts = {
  unknown: { zh: "无法读取该组件，只能删除。", en: "This component cannot be read. You can only delete it." },
  none: { zh: "这个组件没有可设置的内容。", en: "This component has no settings." },
};

const singleCommands = [moveUp, moveDown, duplicate, remove];
const groupCommands = [moveUp, moveDown, ungroup, duplicate, remove];
const widgetsCommands = [duplicate, remove];
const nodesCommands = [makeGroup, duplicate, remove];

/** `kind`: the kind of the first selected record. Either all selected records are widgets, or none is. */
function RecordActions({ kind, isAlone }: { kind: PageRecord["kind"] | undefined; isAlone: boolean }) {
  const forOne = kind === "group" ? groupCommands : singleCommands;
  const forSeveral = kind === "widget" ? widgetsCommands : nodesCommands;
  return (
    <div className="flex">
      <CommandTools commands={isAlone ? forOne : forSeveral} />
    </div>
  );
}

function PanelHeader({ title, children }: { title: string; children?: React.ReactNode }) {
  return (
    <header className="flex h-12 shrink-0 items-center justify-between border-b border-line pr-2 pl-4">
      <h2 className="panel-title truncate">{title}</h2>
      {children}
    </header>
  );
}

/**
 * The settings form of a record. Typing in one field is one undo step. The tools stay from record to record; only what a person may have typed into
 * begins anew.
 */
const RecordFields = memo(function RecordFields({ id }: { id: string }) {
  const locale = useLocale();
  const t = useText();
  const { store, broken, view } = useEditor();
  const record = useRecord(id);
  useEffect(() => {
    clientFields.preload();
    variantNote.preload();
    stackedPlace.preload();
    overrideFields.preload();
    translationFields.preload();
  }, []);
  const hasRow = (useSetting().row ?? null) !== null;
  const isBound = hasRow || record?.bindings !== undefined;
  useEffect(() => {
    if (isBound) boundFields.preload();
  }, [isBound]);
  const isFromMarket = record?.origin !== undefined;
  useEffect(() => {
    if (isFromMarket) originNote.preload();
  }, [isFromMarket]);
  const settings = record && !broken.has(id) ? settingsOf(record) : undefined;
  const fields = useMemo(() => settings && localizeFormFields(settings, locale), [settings, locale]);
  const { scope, capture } = useAssistScope(useCallback(() => store.record(id)?.value ?? {}, [store, id]));
  // The width that is edited follows from the view.
  const width = useAspect(view, () => store.editedWidth());
  if (record === undefined) return null;
  const isStacked = width !== undefined && !hasPlaceAt(record, width);
  return (
    <>
      <PanelHeader title={nameOf(record, locale)}>
        <RecordActions kind={record.kind} isAlone />
      </PanelHeader>
      <div className="scroll grid min-h-0 flex-1 content-start gap-5 overflow-auto p-4">
        {isFromMarket && <originNote.Component record={record} />}
        {record.kind !== "group" && <variantNote.Component />}
        {record.kind !== "widget" && <arrangeTools.Component isAlone />}
        <Fragment key={id}>
          {record.kind === "node" &&
            !broken.has(id) &&
            (isStacked ? <stackedPlace.Component id={id} /> : <BoxFields node={record} />)}
          {fields === undefined ? (
            <p className="text-ink-2">{t(texts.unknown)}</p>
          ) : Object.keys(fields).length === 0 ? (
            <p className="text-ink-2">{t(texts.none)}</p>
          ) : (
            <AssistScopeContext value={scope}>
              <RowBindingEditor value={bindingEditor}>
                <ContentOnly value={store.isContentOnly}>
                  <FieldsForm
                    fields={fields}
                    disabled={store.isContentOnly && record.kind === "group"}
                    values={record.value}
                    locale={locale}
                    onChange={(field, value) => {
                      const current = store.record(id);
                      if (current === undefined) return;
                      const languages = changedLocales(current.value[field], value);
                      store.edit(setField(current, field, value), {
                        capture: capture(`field ${id} ${field} ${languages}`),
                      });
                    }}
                  />
                </ContentOnly>
              </RowBindingEditor>
            </AssistScopeContext>
          )}
          {isBound && <boundFields.Component record={record} />}
          <overrideFields.Component id={id} />
          {!broken.has(id) && <translationFields.Component record={record} />}
        </Fragment>
        <clientFields.Component record={record} />
      </div>
    </>
  );
});

/** What can be set of the selected components. `ids`: at least one. */
export function SelectionPanel({ ids }: { ids: readonly string[] }) {
  const t = useText();
  const { store } = useEditor();
  useEffect(() => arrangeTools.preload(), []);
  if (ids.length === 1) return <RecordFields id={ids[0]!} />;
  const kind = store.record(ids[0]!)?.kind;
  return (
    <>
      <PanelHeader title={t(formatText(selectedCount, { n: ids.length }))}>
        <RecordActions kind={kind} isAlone={false} />
      </PanelHeader>
      {kind !== "widget" && (
        <div className="p-4">
          <arrangeTools.Component isAlone={false} />
        </div>
      )}
    </>
  );
}
