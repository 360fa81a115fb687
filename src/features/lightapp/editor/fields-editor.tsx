import { useMemo, useState } from "react";
import { type Problems, problemsAt } from "#kit/problem-path.ts";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import { useText } from "#ui/locale.ts";
import {
  type Draft,
  type DraftField,
  type EditDraft,
  type FieldTypeInfo,
  subDraftOf,
  subFieldsOf,
} from "../draft/draft.ts";
import { addField, duplicateField, editSubFields, removeField } from "../draft/edit-draft.ts";
import { type PlacedProblem, problemsOf, type Selection, subProblems } from "../draft/problems.ts";
import { FieldList } from "./field-list.tsx";
import { FieldSettings } from "./field-settings.tsx";
import { PanelSection } from "./panel.tsx";

const texts = { subFields: { zh: "其中的字段", en: "Fields inside" } };

const FieldPicker = loadDialogLater(() => import("./field-picker.tsx").then((file) => file.FieldPicker));

type FieldsProps = {
  draft: Draft;
  types: readonly FieldTypeInfo[];
  problems: readonly PlacedProblem[];
  selection: Selection;
  /** Whether the fields are in a field of rows or in a group. */
  isInside?: boolean;
  /** Whether a field was saved: only the name of a new one follows its label. */
  isSaved?: (field: string) => boolean;
  onSelect: (selection: Selection) => void;
  onEdit: EditDraft;
};

/** The fields of a form that belongs to no list: their order, and the settings of the chosen one. */
export function FieldsEditor(props: FieldsProps) {
  const { draft, types, problems, selection, isInside = false, isSaved = () => true, onSelect, onEdit } = props;
  const [isPicking, setPicking] = useState(false);
  const typesByName = useMemo(() => new Map(types.map((type) => [type.type, type])), [types]);
  const usable = isInside ? types.filter(({ isForSubFields }) => isForSubFields) : types;
  const field =
    selection.kind === "field" ? draft.definition.fields.find((one) => one.field === selection.field) : undefined;
  const fieldProblems = problemsOf(problems, selection);
  return (
    <>
      <FieldList
        draft={draft}
        types={typesByName}
        problems={problems}
        selection={selection}
        onSelect={onSelect}
        onEdit={onEdit}
        onAddField={() => setPicking(true)}
      />
      {field !== undefined && (
        <div data-settings={isInside ? undefined : ""} className="rounded-md border border-line bg-sheet">
          <FieldSettings
            key={field.field}
            isFormOnly
            isInside={isInside}
            draft={draft}
            field={field}
            types={usable}
            problems={fieldProblems}
            isSaved={isSaved(field.field)}
            onEdit={onEdit}
            onSelect={(name) => onSelect({ kind: "field", field: name })}
            onDuplicate={() => {
              const copy = duplicateField(draft, field.field);
              onEdit(() => copy.draft);
              onSelect({ kind: "field", field: copy.field });
            }}
            onRemove={() => {
              onEdit((current) => removeField(current, field.field));
              onSelect({ kind: "app" });
            }}
          >
            {!isInside && <SubFieldsEditor field={field} types={types} problems={fieldProblems} onEdit={onEdit} />}
          </FieldSettings>
        </div>
      )}
      {isPicking && (
        <FieldPicker
          types={usable}
          onPick={(type) => {
            const added = addField(draft, type, field?.field);
            onEdit(() => added.draft);
            setPicking(false);
            onSelect({ kind: "field", field: added.field });
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  );
}

type SubFieldsProps = {
  field: DraftField;
  /** The field as it was saved last. */
  savedField?: DraftField | undefined;
  types: readonly FieldTypeInfo[];
  /** The problems of the field by their controls. */
  problems: Problems;
  onEdit: EditDraft;
};

/** The fields in a field of rows or in a group; nothing for other fields. */
export function SubFieldsEditor({ field, savedField, types, problems, onEdit }: SubFieldsProps) {
  const t = useText();
  const draft = useMemo(() => subDraftOf(field), [field]);
  const placed = subProblems(draft.definition, problems);
  const [selection, setSelection] = useState<Selection>(() => placed[0]?.selection ?? { kind: "app" });
  const info = types.find(({ type }) => type === field.type.toLowerCase());
  if (info?.hasFields !== true) return null;
  const saved = savedField === undefined ? [] : subFieldsOf(savedField).map(({ field: name }) => name);
  const own = problemsAt(problems, "fields")[""];
  return (
    <PanelSection title={t(texts.subFields)}>
      <div data-inside="" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {own !== undefined && (
          <p role="alert" className="text-sm text-danger">
            {own}
          </p>
        )}
        <FieldsEditor
          isInside
          draft={draft}
          types={types}
          problems={placed}
          selection={selection}
          isSaved={(name) => saved.includes(name)}
          onSelect={setSelection}
          onEdit={(change, merge) =>
            onEdit(
              (current) => editSubFields(current, field.field, change),
              merge === undefined ? undefined : `${field.field} ${merge}`,
            )
          }
        />
      </div>
    </PanelSection>
  );
}
