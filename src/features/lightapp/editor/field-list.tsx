import { FolderPlus, GripVertical, Plus, Settings2 } from "lucide-react";
import { createElement, type DragEvent, type KeyboardEvent, useRef, useState } from "react";
import { formatText, textIn } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import type { Draft, DraftField, EditDraft, FieldTypeInfo } from "../draft/draft.ts";
import { type FieldPlace, moveField, placeOf, sectionsOf, stepField } from "../draft/edit-draft.ts";
import { fieldIcon } from "./field-icons.ts";
import { isSameSelection, type PlacedProblem, type Selection } from "../draft/problems.ts";

const texts = {
  app: { zh: "轻应用设置", en: "Light app settings" },
  fields: { zh: "字段", en: "Fields" },
  addField: { zh: "添加字段", en: "Add field" },
  addGroup: { zh: "添加分组", en: "Add group" },
  noGroup: { zh: "不在表单中", en: "Not in the form" },
  unnamed: { zh: "未命名", en: "Unnamed" },
  noFields: { zh: "暂无字段", en: "No fields yet" },
  dropHere: { zh: "可将字段拖到这里", en: "Drag fields here" },
  move: { zh: "移动{name}：可拖动，或按上下方向键", en: "Move {name}: drag, or press the up and down arrows" },
  position: { zh: "{name}：第 {n} 个，共 {count} 个", en: "{name}: {n} of {count}" },
  required: { zh: "必填", en: "Required" },
  wrong: { zh: "有错误", en: "has a problem" },
};

const rowClass =
  "flex min-h-9 w-full min-w-0 items-center gap-2.5 rounded-sm text-left text-sm pointer-coarse:min-h-11";
const toneOf = (isSelected: boolean) =>
  isSelected ? "bg-brand-tint text-ink" : "text-ink-2 hover:bg-paper-3 hover:text-ink";

/** The icon of a field type, as a small drawing. */
const FieldIcon = ({ type, className }: { type: FieldTypeInfo | undefined; className: string }) =>
  createElement(fieldIcon(type), { size: 16, strokeWidth: 1.5, "aria-hidden": true, className });

/** The mark of something that has a problem. */
function ProblemDot() {
  const t = useText();
  return (
    <span className="ml-auto size-2 shrink-0 rounded-full bg-danger">
      <span className="sr-only">{t(texts.wrong)}</span>
    </span>
  );
}

type ListProps = {
  draft: Draft;
  types: ReadonlyMap<string, FieldTypeInfo>;
  problems: readonly PlacedProblem[];
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onEdit: EditDraft;
  onAddField: () => void;
  /** Absent: the fields have no groups, and nothing around them has settings. */
  onAddGroup?: () => void;
};

type ItemProps = {
  field: DraftField;
  type: FieldTypeInfo | undefined;
  isSelected: boolean;
  isWrong: boolean;
  isDragged: boolean;
  onSelect: () => void;
  onStep: (step: -1 | 1) => void;
  onDrag: (isDragged: boolean) => void;
  onDragOver: (event: DragEvent) => void;
};

function FieldItem({ field, type, isSelected, isWrong, isDragged, onSelect, onStep, onDrag, onDragOver }: ItemProps) {
  const locale = useLocale();
  const t = useText();
  const label = textIn(field.name, locale) || field.field;
  const isRequired = field.required === true;
  function stepByKey(event: KeyboardEvent): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
    if (step === undefined) return;
    event.preventDefault();
    onStep(step);
  }
  return (
    <li className={`flex items-center ${isDragged ? "opacity-50" : ""}`} onDragOver={onDragOver}>
      <button
        type="button"
        draggable
        data-move={field.field}
        className="handle grid h-9 shrink-0 cursor-grab place-items-center px-1 rounded-sm text-ink-3"
        aria-label={t(formatText(texts.move, { name: label }))}
        onKeyDown={stepByKey}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = "move";
          event.dataTransfer.setData("text/plain", field.field);
          onDrag(true);
        }}
        onDragEnd={() => onDrag(false)}
      >
        <GripVertical size={14} strokeWidth={1.5} aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-current={isSelected}
        data-field={field.field}
        className={`${rowClass} px-2 ${toneOf(isSelected)}`}
        onClick={onSelect}
      >
        <FieldIcon type={type} className={`shrink-0 ${isSelected ? "text-brand" : "text-ink-3"}`} />
        <span className="field-label truncate">{label}</span>
        {isRequired && (
          <span className="-ml-1 text-danger" title={t(texts.required)}>
            <span aria-hidden="true">*</span>
            <span className="sr-only">{t(texts.required)}</span>
          </span>
        )}
        {isWrong ? (
          <ProblemDot />
        ) : (
          <span className="field-name truncate font-mono text-xs text-ink-3">{field.field}</span>
        )}
      </button>
    </li>
  );
}

/** The fields in the order of the form, by group: choose, add, drag, or move with the arrow keys. */
export function FieldList({ draft, types, problems, selection, onSelect, onEdit, onAddField, onAddGroup }: ListProps) {
  const locale = useLocale();
  const t = useText();
  const list = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<string>();
  const [announcement, setAnnouncement] = useState("");
  const { definition } = draft;
  const sections = sectionsOf(definition);
  const isWrong = (one: Selection) => problems.some((problem) => isSameSelection(problem.selection, one));

  function step(field: DraftField, direction: -1 | 1): void {
    const next = stepField(draft, field.field, direction);
    onEdit(() => next);
    const index = next.definition.fields.findIndex((other) => other.field === field.field);
    const place = { name: textIn(field.name, locale) || field.field, n: index + 1, count: definition.fields.length };
    setAnnouncement(t(formatText(texts.position, place)));
    // The handle moves to another list when the field changes its group.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-move="${field.field}"]`)?.focus());
  }

  const dragOver = (to: FieldPlace) => (event: DragEvent) => {
    if (dragged === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const from = placeOf(definition, dragged);
    if (from === undefined || (from.section === to.section && from.index === to.index)) return;
    onEdit((current) => moveField(current, dragged, to), `drag ${dragged}`);
  };

  return (
    <div ref={list} className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      {onAddGroup !== undefined && (
        <button
          type="button"
          aria-current={selection.kind === "app"}
          className={`${rowClass} px-2 ${toneOf(selection.kind === "app")}`}
          onClick={() => onSelect({ kind: "app" })}
        >
          <Settings2 size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-ink-3" />
          {t(texts.app)}
          {isWrong({ kind: "app" }) && <ProblemDot />}
        </button>
      )}
      {definition.fields.length === 0 && <p className="px-2 text-sm text-ink-3">{t(texts.noFields)}</p>}
      {sections.map(({ group, fields }, section) => {
        const name = group === undefined ? t(texts.noGroup) : textIn(definition.groups[group]!.name, locale);
        const own: Selection | undefined = group === undefined ? undefined : { kind: "group", index: group };
        return (
          <div
            key={group ?? "none"}
            role="group"
            aria-label={definition.groups.length === 0 ? t(texts.fields) : name || t(texts.unnamed)}
            onDragOver={fields.length === 0 ? dragOver({ section, index: 0 }) : undefined}
          >
            {definition.groups.length > 0 &&
              (own === undefined ? (
                <p className="px-2 pb-1 text-xs text-ink-3">{name}</p>
              ) : (
                <button
                  type="button"
                  aria-current={isSameSelection(selection, own)}
                  className={`mb-1 flex min-h-8 w-full items-center gap-2 rounded-sm px-2 text-left text-xs font-semibold pointer-coarse:min-h-11 ${toneOf(isSameSelection(selection, own))}`}
                  onClick={() => onSelect(own)}
                >
                  <span className="truncate">{name || t(texts.unnamed)}</span>
                  {isWrong(own) && <ProblemDot />}
                </button>
              ))}
            {fields.length === 0 && group !== undefined && (
              <p className="rounded-sm border border-dashed border-line px-2 py-2 text-xs text-ink-3">
                {t(texts.dropHere)}
              </p>
            )}
            <ul>
              {fields.map((field, index) => (
                <FieldItem
                  key={field.field}
                  field={field}
                  type={types.get(field.type.toLowerCase())}
                  isSelected={selection.kind === "field" && selection.field === field.field}
                  isWrong={isWrong({ kind: "field", field: field.field })}
                  isDragged={dragged === field.field}
                  onSelect={() => onSelect({ kind: "field", field: field.field })}
                  onStep={(direction) => step(field, direction)}
                  onDrag={(isDragged) => setDragged(isDragged ? field.field : undefined)}
                  onDragOver={dragOver({ section, index })}
                />
              ))}
            </ul>
          </div>
        );
      })}
      <div className="flex flex-wrap gap-2 px-1">
        <Button className="flex-1" onClick={onAddField}>
          <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
          {t(texts.addField)}
        </Button>
        {onAddGroup !== undefined && (
          <Button size="icon" title={t(texts.addGroup)} aria-label={t(texts.addGroup)} onClick={onAddGroup}>
            <FolderPlus size={16} strokeWidth={1.5} aria-hidden="true" />
          </Button>
        )}
      </div>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </div>
  );
}
