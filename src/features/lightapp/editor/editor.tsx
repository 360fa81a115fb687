import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import type { AnyRow } from "#kit/entity.ts";
import { dateTime } from "#kit/format.ts";
import { type AutoForm, groupsIn } from "#kit/auto.ts";
import { formatText, type Locale, textIn } from "#kit/text.ts";
import { deleteFormDraft } from "#render/form/form-drafts.ts";
import { useLeaveQuestion } from "#render/form/use-leave-question.ts";
import { useLeaveWarning, useSaveKey } from "#render/form/use-save-key.ts";
import { Button } from "#ui/button.tsx";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { useTitle } from "#ui/title.ts";
import { DesignView, type Part } from "./design-view.tsx";
import { type Draft, draftOf, valuesOf } from "../draft/draft.ts";
import { addField } from "../draft/edit-draft.ts";
import { EditorHead } from "./editor-head.tsx";
import { JsonView } from "./json-view.tsx";
import { type PlacedProblem, placeProblems, problemsOf, type Selection } from "../draft/problems.ts";
import type { PublishOutcome } from "./publish-dialog.tsx";
import { ProblemSummary } from "./problem-summary.tsx";
import { type Saved, useDraft } from "./use-draft.ts";
import { useFieldTypes, useReview } from "./use-review.ts";
import { useSaving } from "./use-saving.ts";
import "./editor.css";

const texts = {
  new: { zh: "新建轻应用", en: "New light app" },
  restored: { zh: "已恢复 {time} 未保存的修改。", en: "Your unsaved changes of {time} are back." },
  discard: { zh: "放弃修改", en: "Discard changes" },
};

const FieldPicker = loadDialogLater(() => import("./field-picker.tsx").then((file) => file.FieldPicker));
const ClashDialog = loadDialogLater(() => import("#render/form/form-clash.tsx").then((file) => file.ClashDialog));
const MergeDialog = loadDialogLater(() => import("./merge-dialog.tsx").then((file) => file.MergeDialog));
const PublishDialog = loadDialogLater(() => import("./publish-dialog.tsx").then((file) => file.PublishDialog));

export type EditorProps = {
  form: AutoForm;
  /** The draft to begin with, if it is not that of the row. */
  initialDraft: Draft | undefined;
  /** The key of unsaved changes in the browser. */
  storageKey: string;
  /** Called to discard the unsaved changes that were restored. */
  onDiscard: () => void;
  /** Buttons for the saved row. */
  renderActions: (isDirty: () => boolean) => ReactNode;
  /** Called after the first save. */
  onAdded: (row: AnyRow) => void;
  /** Called after the row was published, with the message of the server. */
  onPublished: (outcome: PublishOutcome, type: string) => Promise<number | undefined>;
};

/** The row's values as the editor begins with them. */
function savedOf({ row, values }: AutoForm): Saved {
  return { id: row?.id, draft: draftOf(row ?? values), version: row?.version };
}

/** Whether a draft still has the part that was selected, which a step of undo may have removed. */
const contains = ({ definition: { fields, groups } }: Draft, selection: Selection): boolean =>
  selection.kind === "app" ||
  (selection.kind === "group"
    ? groups[selection.index] !== undefined
    : fields.some(({ field }) => field === selection.field));

/** A new light app begins with its name. */
const firstPart = ({ row }: AutoForm): Part => (row === null ? "settings" : "fields");

/** Moves the focus to the control of a setting in a language, once its panel is there, and selects its text. */
function focusSetting(path: string, language: Locale = "zh"): void {
  requestAnimationFrame(() => {
    const isInside = path.includes(".");
    const setting = path.slice(path.lastIndexOf(".") + 1);
    const controls = document.querySelectorAll<HTMLElement>(
      `${isInside ? "[data-inside]" : "[data-settings]"} :is(input, textarea, button, [role=switch])`,
    );
    const suffixes = [`-${setting}`, `-${setting}-${language}`];
    const control = [...controls].find(({ id }) => suffixes.some((suffix) => id.endsWith(suffix)));
    control?.focus();
    if (control instanceof HTMLInputElement) control.select();
  });
}

/** The editor of a light app: its fields, what comes of them, and the settings of what is chosen. */
export function LightAppEditor(props: EditorProps) {
  const { form, initialDraft, storageKey, renderActions, onDiscard, onAdded, onPublished } = props;
  const locale = useLocale();
  const t = useText();
  const editorId = useId();
  const [saved, setSaved] = useState<Saved>(() => savedOf(form));
  const { id } = saved;
  const state = useDraft({
    saved,
    initialDraft,
    storageKey,
    onRestore: (version) => setSaved((current) => ({ ...current, version, isOther: version !== current.version })),
  });
  const { draft, edit } = state;
  const [selection, setSelection] = useState<Selection>({ kind: "app" });
  const [selectionCount, setSelectionCount] = useState(0);
  const [part, setPart] = useState<Part>(firstPart(form));
  const [isJson, setJson] = useState(draft.json !== undefined);
  const [dialog, setDialog] = useState<"picker" | "publish">();
  const review = useReview(draft, id);
  const { data: types = [] } = useFieldTypes();
  const typesByName = useMemo(() => new Map(types.map((type) => [type.type, type])), [types]);
  const title = textIn(draft.name, locale) || t(texts.new);
  useTitle(title);

  const finishPublication = async (outcome: Parameters<typeof onPublished>[0]) => {
    const version = await onPublished(outcome, saved.draft.tableName);
    setSaved((current) => ({ ...current, version: version ?? current.version }));
    await review.check.refetch();
  };

  // A ref, not state: a save that opens another address makes the draft clean just before the router asks.
  const isDirty = useRef(false);
  useEffect(() => {
    isDirty.current = state.isDirty;
  });
  const [isDirtyNow] = useState(() => () => isDirty.current);
  useLeaveQuestion(isDirty, () => deleteFormDraft(storageKey));
  useLeaveWarning(isDirtyNow);

  function select(next: Selection): void {
    setSelection(next);
    setSelectionCount((count) => count + 1);
    setPart("settings");
  }
  function openProblem(problem: PlacedProblem): void {
    const isJsonProblem = draft.json !== undefined || problem.path === "definition";
    setJson(isJsonProblem);
    if (isJsonProblem) return;
    select(problem.selection);
    focusSetting(problem.setting);
  }
  const saving = useSaving({
    state,
    saved,
    onSaved(next, row) {
      setSaved(next);
      isDirty.current = false;
      if (id === undefined) onAdded(row);
    },
    onRefused: openProblem,
  });
  async function openPublish(): Promise<void> {
    if (!state.isDirty && id !== undefined) return setDialog("publish");
    if ((await saving.save()) !== undefined) setDialog("publish");
  }
  useSaveKey({ save: () => void saving.saveAndSay(), isBusy: saving.isBusy, isDirty: isDirtyNow, formId: editorId });

  const problems = useMemo(
    () => [...saving.problems, ...placeProblems(draft.definition, review.check.data?.problems ?? [])],
    [saving.problems, draft.definition, review.check.data],
  );
  // Who has not begun is not told what is missing.
  const isUntouched = id === undefined && state.undo === undefined && draft.tableName === "";
  const shownProblems = isUntouched ? saving.problems : problems;
  const isText = isJson || draft.json !== undefined;
  const chosen = contains(draft, selection) ? selection : ({ kind: "app" } as const);

  return (
    <div id={editorId} className="light-app-editor">
      <EditorHead
        title={title}
        row={form.row}
        isDirty={state.isDirty}
        isLive={review.isLive}
        isBusy={saving.isBusy}
        isJson={isText}
        undo={state.undo}
        redo={state.redo}
        onJson={draft.json === undefined ? setJson : undefined}
        onSave={() => void saving.saveAndSay()}
        onPublish={() => void openPublish()}
      >
        {renderActions(isDirtyNow)}
      </EditorHead>
      {state.restoredAt !== undefined && (
        <p
          role="status"
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-brand-tint px-4 py-2 text-sm sm:px-6 lg:px-8"
        >
          {t(formatText(texts.restored, { time: dateTime(state.restoredAt, "yyyy-MM-dd HH:mm") }))}
          <Button onClick={onDiscard}>{t(texts.discard)}</Button>
        </p>
      )}
      <ProblemSummary draft={draft} problems={shownProblems} onOpen={openProblem} />
      {isText ? (
        <div className="min-h-0 flex-1 overflow-y-auto" data-document-undo="">
          <JsonView draft={draft} problems={shownProblems} onEdit={edit} />
        </div>
      ) : (
        <DesignView
          part={part}
          problems={shownProblems}
          review={review}
          draft={draft}
          savedDraft={saved.draft}
          types={types}
          typesByName={typesByName}
          selection={chosen}
          selectionCount={selectionCount}
          chosenProblems={problemsOf(shownProblems, chosen)}
          isTypeFixed={form.row !== null && form.row.publishedAt !== null}
          isNew={id === undefined}
          edit={edit}
          onSelect={select}
          onMoved={setSelection}
          onPart={setPart}
          onAddField={() => setDialog("picker")}
        />
      )}
      {dialog === "picker" && (
        <FieldPicker
          types={types}
          onPick={(type) => {
            const after = chosen.kind === "field" ? chosen.field : undefined;
            const added = addField(draft, type, after);
            edit(() => added.draft);
            setDialog(undefined);
            select({ kind: "field", field: added.field });
            focusSetting("name", locale);
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === "publish" && id !== undefined && saved.version !== undefined && (
        <PublishDialog
          draft={saved.draft}
          id={id}
          version={saved.version}
          onOpenProblem={openProblem}
          onPublished={(outcome) => {
            setDialog(undefined);
            void finishPublication(outcome);
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {saving.merge !== undefined && (
        <MergeDialog
          {...saving.merge}
          types={types}
          onResolve={(keys) => void saving.resolveMerge(keys)}
          onClose={saving.closeClash}
        />
      )}
      {saving.clash !== undefined && saving.merge === undefined && (
        <ClashDialog
          clash={saving.clash}
          fields={groupsIn(form).flatMap(({ items }) => items)}
          ownValues={valuesOf(draft)}
          locale={locale}
          onResolve={(names) => void saving.resolve(names)}
          onClose={saving.closeClash}
        />
      )}
    </div>
  );
}
