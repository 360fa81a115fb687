import { Braces, PanelsTopLeft, Plus } from "lucide-react";
import { use, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { type AutoPagePart, autoPageLimits, partsText, readAutoPageParts, withPartIds } from "#kit/auto-page.ts";
import { CodeInput } from "#ui/code-input.tsx";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { Menu } from "#ui/menu.tsx";
import type { PartsEditorProps } from "#ui/parts-editor.ts";
import { UndoButtons } from "#ui/undo-buttons.tsx";
import { autoWidgets } from "../widget-types.ts";
import { EditorContext } from "./editor-context.ts";
import { addPart, changePart, duplicatePart, flatParts, partOfId, removePart } from "./edit-parts.ts";
import { newPart, newPartId } from "./new-part.ts";
import { PartIcon, PartList } from "./part-list.tsx";
import { PartPreview } from "./part-preview.tsx";
import { PartSettings, useSourceChoices } from "./part-settings.tsx";
import { useUndo } from "#ui/use-undo.ts";
import "./editor.css";

const texts = {
  add: { zh: "添加组件", en: "Add component" },
  group: { zh: "分组", en: "Group" },
  full: {
    zh: `最多 ${autoPageLimits.parts} 个组件`,
    en: `Up to ${autoPageLimits.parts} components`,
  },
  json: { zh: "以 JSON 编辑", en: "Edit as JSON" },
  design: { zh: "可视化编辑", en: "Edit visually" },
};

const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

/** Reads the parts, with an id for each; undefined for a text that is not valid. */
function readParts(value: string | null): AutoPagePart[] | undefined {
  const reading = readAutoPageParts(value ?? "[]", { isDraft: true });
  return "parts" in reading ? withPartIds(reading.parts, newPartId) : undefined;
}

/** The editor of the parts of an auto page: their list, the settings of the chosen one, and the page as it will be. */
export function PagePartsEditor(props: PartsEditorProps) {
  const { id, name, value, locale, disabled, page, onChange, onBlur, ...state } = props;
  const t = useText();
  const { previewHost } = use(EditorContext)!;
  const parts = useMemo(() => readParts(value), [value]);
  const [selectedId, setSelectedId] = useState<string>();
  const [isJsonWanted, setJsonWanted] = useState(false);
  const { edit, undo, redo } = useUndo(value ?? "[]", onChange);
  const choices = useSourceChoices(undefined);
  const selected = parts && partOfId(parts, selectedId);
  const isJson = isJsonWanted || parts === undefined;
  const JsonIcon = isJson ? PanelsTopLeft : Braces;
  const jsonName = t(isJson ? texts.design : texts.json);
  const isFull = parts !== undefined && flatParts(parts).length >= autoPageLimits.parts;
  const editParts = (next: readonly AutoPagePart[], merge?: string) => edit(partsText(next), merge);

  const additions = [...autoWidgets.values(), undefined].map((definition) => ({
    name: t(definition?.title ?? texts.group),
    icon: (
      <span aria-hidden="true">
        <PartIcon name={definition?.icon ?? "folder"} />
      </span>
    ),
    ...(isFull ? { reason: t(texts.full) } : {}),
    run() {
      const added = newPart(definition, choices.data ?? { entities: [] }, page.pageType);
      editParts(addPart(parts ?? [], added, selectedId));
      setSelectedId(added.id);
    },
  }));
  const preview = parts !== undefined && (
    <PartPreview text={value ?? "[]"} parts={parts} page={page} selectedId={selectedId} onSelect={setSelectedId} />
  );
  return (
    <div
      id={id}
      tabIndex={-1}
      className="parts-editor"
      data-document-undo={isJson ? undefined : ""}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur()}
    >
      <div className="flex items-center gap-2">
        {!isJson && !disabled && (
          <Menu
            align="start"
            label={t(texts.add)}
            className="button-link"
            trigger={
              <>
                <Plus {...icon} />
                {t(texts.add)}
              </>
            }
            items={additions}
          />
        )}
        <span className="ml-auto flex">
          <UndoButtons undo={isJson ? undefined : undo} redo={isJson ? undefined : redo} />
          <Button
            kind="quiet"
            size="icon"
            title={jsonName}
            aria-label={jsonName}
            disabled={parts === undefined}
            onClick={() => setJsonWanted(!isJson)}
          >
            <JsonIcon {...icon} />
          </Button>
        </span>
      </div>
      {isJson ? (
        <CodeInput
          {...state}
          {...{ locale, disabled, value, onChange, onBlur }}
          id={`${id}-json`}
          name={name}
          rows={24}
          language="json"
          placeholder={undefined}
        />
      ) : (
        <>
          <PartList parts={parts} selectedId={selectedId} onSelect={setSelectedId} onEdit={editParts} />
          {selected !== undefined && (
            <PartSettings
              // New inputs for another part: what was typed belongs to the part.
              key={selected.id}
              part={selected}
              onChange={(change, merge) => editParts(changePart(parts, selected.id!, change), merge)}
              onDuplicate={() => {
                const copied = duplicatePart(parts, selected.id!, newPartId);
                editParts(copied.parts);
                setSelectedId(copied.id);
              }}
              onRemove={() => {
                editParts(removePart(parts, selected.id!));
                setSelectedId(undefined);
              }}
            />
          )}
        </>
      )}
      {previewHost !== null && createPortal(preview, previewHost)}
    </div>
  );
}
