import type { Problems } from "#kit/problem-path.ts";
import { AppSettings, GroupSettings } from "./app-settings.tsx";
import type { Part } from "./design-view.tsx";
import type { Draft, EditDraft, FieldTypeInfo } from "../draft/draft.ts";
import { duplicateField, removeField } from "../draft/edit-draft.ts";
import { FieldSettings } from "./field-settings.tsx";
import { SubFieldsEditor } from "./fields-editor.tsx";
import type { Selection } from "../draft/problems.ts";

export type SettingsContext = {
  draft: Draft;
  /** The draft as it was saved last. */
  savedDraft: Draft;
  types: readonly FieldTypeInfo[];
  typesByName: ReadonlyMap<string, FieldTypeInfo>;
  selection: Selection;
  /** Another number when something else was chosen. */
  selectionCount: number;
  /** The problems of what is chosen, by the name of its control. */
  chosenProblems: Problems;
  /** Whether the type is fixed, because the light app was published. */
  isTypeFixed: boolean;
  isNew: boolean;
  edit: EditDraft;
  /** Called when what is chosen has another name or place. */
  onMoved: (selection: Selection) => void;
  onPart: (part: Part) => void;
};

/** The settings of what is chosen: a field, a group, or the light app. */
export function SelectedSettings(context: SettingsContext) {
  const { draft, savedDraft, types, typesByName, selection, selectionCount, chosenProblems, edit } = context;
  const { isTypeFixed, isNew, onMoved, onPart } = context;
  if (selection.kind === "group")
    return (
      <GroupSettings
        draft={draft}
        index={selection.index}
        problems={chosenProblems}
        onEdit={edit}
        onSelect={(index) => onMoved(index === undefined ? { kind: "app" } : { kind: "group", index })}
      />
    );
  const field =
    selection.kind === "field" ? draft.definition.fields.find((one) => one.field === selection.field) : undefined;
  if (field === undefined)
    return (
      <AppSettings
        draft={draft}
        types={typesByName}
        problems={chosenProblems}
        isTypeFixed={isTypeFixed}
        isNew={isNew}
        onEdit={edit}
      />
    );
  function duplicate(name: string): void {
    const copy = duplicateField(draft, name);
    edit(() => copy.draft);
    onMoved({ kind: "field", field: copy.field });
  }
  function remove(name: string): void {
    edit((current) => removeField(current, name));
    onMoved({ kind: "app" });
    onPart("fields");
  }
  return (
    <FieldSettings
      // Controls that keep what is typed begin anew with another field, but not when this one is renamed.
      key={selectionCount}
      draft={draft}
      field={field}
      types={types}
      problems={chosenProblems}
      isSaved={savedDraft.definition.fields.some((one) => one.field === field.field)}
      onEdit={edit}
      onSelect={(name) => onMoved({ kind: "field", field: name })}
      onDuplicate={() => duplicate(field.field)}
      onRemove={() => remove(field.field)}
    >
      <SubFieldsEditor
        field={field}
        savedField={savedDraft.definition.fields.find((one) => one.field === field.field)}
        types={types}
        problems={chosenProblems}
        onEdit={edit}
      />
    </FieldSettings>
  );
}
