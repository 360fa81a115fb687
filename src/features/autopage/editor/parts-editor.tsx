import { Braces, PanelsTopLeft, Plus, Redo2, Undo2 } from "lucide-react";
import { use, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { type AutoPagePart, autoPageLimits, partsText, readAutoPageParts, withPartIds } from "#kit/auto-page.ts";
import { CodeInput } from "#ui/code-input.tsx";
import { Button } from "#ui/button.tsx";
import { keyLabel } from "#ui/command.ts";
import { useText } from "#ui/locale.ts";
import { Menu } from "#ui/menu.tsx";
import type { PartsEditorProps } from "#ui/parts-editor.ts";
import { autoWidgets } from "../widget-types.ts";
import { EditorContext } from "./editor-context.ts";
import { addPart, changePart, duplicatePart, flatParts, partOfId, removePart } from "./edit-parts.ts";
import { newPart, newPartId } from "./new-part.ts";
import { PartIcon, PartList } from "./part-list.tsx";
import { PartPreview } from "./part-preview.tsx";
import { PartSettings, useSourceChoices } from "./part-settings.tsx";
import { useUndo } from "./use-undo.ts";
import "./editor.css";

const texts = {
  add: { zh: "添加组件", en: "Add component" },
  group: { zh: "分组", en: "Group" },
  full: {
    zh: `最多 ${autoPageLimits.parts} 个组件`,
    en: `Up to ${autoPageLimits.parts} components`,
  },
  undo: { zh: "撤销（{keys}）", en: "Undo ({keys})" },
  redo: { zh: "重做（{keys}）", en: "Redo ({keys})" },
  json: { zh: "以 JSON 编辑", en: "Edit as JSON" },
  design: { zh: "可视化编辑", en: "Edit visually" },
};

const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

/** Reads the parts, with an id for each; undefined for a text that is not valid. */
function readParts(value: string | null): AutoPagePart[] | undefined {
  const reading = readAutoPageParts(value ?? "[]", { isDraft: true });
  return "parts" in reading ? withPartIds(reading.parts, newPartId) : undefined;
}

type ToolsProps = {
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  isJson: boolean;
  onJson: ((isJson: boolean) => void) | undefined;
};

function Tools({ undo, redo, isJson, onJson }: ToolsProps) {
  const t = useText();
  const steps = [
    { text: texts.undo, keys: "$mod+KeyZ", Icon: Undo2, run: undo },
    { text: texts.redo, keys: "$mod+Shift+KeyZ", Icon: Redo2, run: redo },
  ];
  const JsonIcon = isJson ? PanelsTopLeft : Braces;
  const jsonName = t(isJson ? texts.design : texts.json);
  return (
    <span className="ml-auto flex">
      {steps.map(({ text, keys, Icon, run }) => {
        const name = t(text).replace("{keys}", keyLabel(keys));
        return (
          <Button
            key={keys}
            kind="quiet"
            size="icon"
            title={name}
            aria-label={name}
            disabled={run === undefined}
            onClick={run}
          >
            <Icon {...icon} />
          </Button>
        );
      })}
      <Button
        kind="quiet"
        size="icon"
        title={jsonName}
        aria-label={jsonName}
        disabled={onJson === undefined}
        onClick={() => onJson?.(!isJson)}
      >
        <JsonIcon {...icon} />
      </Button>
    </span>
  );
}

/** The editor of the parts of an auto page: their list, the settings of the chosen one, and the page as it will be. */
export function PagePartsEditor(props: PartsEditorProps) {
  const { id, name, value, locale, disabled, page, onChange, onBlur, ...state } = props;
  const t = useText();
  const { previewHost } = use(EditorContext)!;
  const parts = useMemo(() => readParts(value), [value]);
  const [selectedId, setSelectedId] = useState<string>();
  const [isJsonWanted, setJsonWanted] = useState(false);
  const { edit, undo, redo, onKeyDown } = useUndo(value ?? "[]", onChange);
  const choices = useSourceChoices(undefined);
  const selected = parts && partOfId(parts, selectedId);
  const isJson = isJsonWanted || parts === undefined;
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
    // Undo is for all controls inside, as long as they do not handle its keys themselves.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      id={id}
      tabIndex={-1}
      className="parts-editor"
      onKeyDown={isJson ? undefined : onKeyDown}
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
        <Tools
          undo={isJson ? undefined : undo}
          redo={isJson ? undefined : redo}
          isJson={isJson}
          onJson={parts === undefined ? undefined : setJsonWanted}
        />
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
