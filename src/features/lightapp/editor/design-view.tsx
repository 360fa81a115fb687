import { useEffect, useRef } from "react";
import { useText } from "#ui/locale.ts";
import type { useReview } from "./use-review.ts";
import { FieldList } from "./field-list.tsx";
import { DraftPreview } from "./preview.tsx";
import type { PlacedProblem, Selection } from "../draft/problems.ts";
import { SelectedSettings, type SettingsContext } from "./selected-settings.tsx";
import { addGroup, setOptions } from "../draft/edit-draft.ts";

const texts = {
  group: { zh: "新分组", en: "New group" },
  basics: { zh: "基本信息", en: "Basics" },
  fields: { zh: "字段", en: "Fields" },
  preview: { zh: "预览", en: "Preview" },
  settings: { zh: "设置", en: "Settings" },
  panels: { zh: "编辑器的各部分", en: "Parts of the editor" },
};

const parts = ["fields", "preview", "settings"] as const;
/** A part of the editor, of which a narrow screen shows one. */
export type Part = (typeof parts)[number];

/** The names of the first group, and of the next. */
const groupNames = [texts.basics, texts.group] as const;

/** Scrolls a field of the preview's form into view. Returns whether the form has the field. */
function showInPreview(field: string): boolean {
  const preview = document.getElementById("part-preview");
  const controls = preview?.querySelectorAll(`[id$="-${field}"], [id$="-${field}-name"]`) ?? [];
  const control = [...controls].find((element) => element.getClientRects().length > 0);
  if (preview === null || control === undefined) return false;
  const [frame, place] = [preview.getBoundingClientRect(), control.getBoundingClientRect()];
  if (place.top < frame.top || place.bottom > frame.bottom)
    preview.scrollTop += place.top - frame.top - frame.height / 3;
  return true;
}

/** Follows the chosen field in the preview, a new one as soon as the preview has it. */
function useFieldInPreview({ selection, selectionCount }: SettingsContext, preview: unknown): void {
  const shownCount = useRef(0);
  const field = selection.kind === "field" ? selection.field : undefined;
  useEffect(() => {
    if (field === undefined || shownCount.current === selectionCount) return;
    if (showInPreview(field)) shownCount.current = selectionCount;
  }, [field, selectionCount, preview]);
}

type DesignProps = SettingsContext & {
  part: Part;
  problems: readonly PlacedProblem[];
  review: ReturnType<typeof useReview>;
  onSelect: (selection: Selection) => void;
  onAddField: () => void;
};

/** The fields, the preview, and the settings of what is chosen: side by side, or one at a time. */
export function DesignView(props: DesignProps) {
  const { part, problems, review, onSelect, onAddField, ...context } = props;
  const { draft, typesByName, selection, edit, onPart } = context;
  const t = useText();
  useFieldInPreview(context, review.shown);
  const partClass = (one: Part) => `${part === one ? "" : "max-lg:hidden"} min-w-0`;

  function resize(name: string, width: number | undefined): void {
    edit((current) => {
      const column = current.definition.fields.find(({ field }) => field === name)?.column;
      return setOptions(current, name, { column: { ...(column as object | undefined), width } });
    });
  }

  return (
    <>
      <div role="tablist" aria-label={t(texts.panels)} className="light-app-tabs">
        {parts.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            aria-selected={part === one}
            aria-controls={`part-${one}`}
            onClick={() => onPart(one)}
          >
            {t(texts[one])}
          </button>
        ))}
      </div>
      <div className="light-app-parts">
        <div id="part-fields" className={`${partClass("fields")} p-3`}>
          <FieldList
            draft={draft}
            types={typesByName}
            problems={problems}
            selection={selection}
            onSelect={onSelect}
            onEdit={edit}
            onAddField={onAddField}
            onAddGroup={() => edit((current) => addGroup(current, groupNames))}
          />
        </div>
        <div id="part-preview" className={`${partClass("preview")} bg-paper-2`}>
          <DraftPreview
            preview={review.shown}
            error={review.preview.error}
            isStale={review.preview.isPlaceholderData}
            onWidth={resize}
            onRetry={() => void review.preview.refetch()}
          />
        </div>
        <div id="part-settings" data-settings="" data-document-undo="" className={partClass("settings")}>
          <SelectedSettings {...context} />
        </div>
      </div>
    </>
  );
}
