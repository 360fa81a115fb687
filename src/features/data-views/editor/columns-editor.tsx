import { ListTree } from "lucide-react";
import { use, useState } from "react";
import { createPortal } from "react-dom";
import { type ViewColumn, viewLimits, viewValueKey } from "#kit/joined-view.ts";
import { problemsAt } from "#kit/problem-path.ts";
import { FieldsForm } from "#render/form/form-fields.tsx";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { UndoButtons } from "#ui/undo-buttons.tsx";
import type { ViewRowsEditorProps } from "#ui/view-rows-editor.ts";
import { ColumnList } from "./column-list.tsx";
import { EditorContext } from "./editor-context.ts";
import { FieldTree } from "./field-tree.tsx";
import { useFormUndo } from "./use-form-undo.ts";
import { useViewPreview } from "./use-view-preview.ts";
import { ViewPreview } from "./view-preview.tsx";

const texts = {
  chooseBase: { zh: "请先选择主数据", en: "Choose the base first" },
  choose: { zh: "选择字段", en: "Choose fields" },
  full: { zh: `最多 ${viewLimits.columns} 列`, en: `Up to ${viewLimits.columns} columns` },
};

/** Columns in which only this one has an order. */
const sortedOnlyBy = (columns: readonly ViewColumn[], index: number): ViewColumn[] =>
  columns.map((column, other) => (other === index || !column.sort ? column : { ...column, sort: null }));

/** The editor of the columns of a view: a tree of fields to choose from, the columns in order with their settings, and the list as it will be. */
export function ColumnsEditor(props: ViewRowsEditorProps) {
  const { id, rows, fields, base, max, locale, disabled, problems, onChange } = props;
  const t = useText();
  const { previewHost } = use(EditorContext)!;
  const undo = useFormUndo();
  const review = useViewPreview();
  const columns = rows as unknown as readonly ViewColumn[];
  const change = (next: readonly ViewColumn[]) => onChange(next as unknown as Record<string, unknown>[]);
  const [isTreeWanted, setTreeWanted] = useState<boolean>();
  // A view without columns begins with the tree.
  const [isNew] = useState(columns.length === 0);
  const isTreeOpen = base !== "" && (isTreeWanted ?? isNew);
  const { path: _path, aggregate: _aggregate, ...settings } = fields;
  const isFull = columns.length >= max;

  function problemOf(index: number): string | undefined {
    const [saved] = Object.values(problemsAt(problems, String(index)));
    return saved ?? review.preview?.problems[`columns.${index}.path`];
  }
  function changeSetting(index: number, name: string, value: unknown): void {
    const next = columns.with(index, { ...columns[index]!, [name]: value });
    change(name === "sort" && value !== null ? sortedOnlyBy(next, index) : next);
  }

  return (
    <div id={id} className="grid grid-cols-[minmax(0,1fr)] gap-3" data-document-undo="">
      <div className="flex items-center gap-2">
        <Button
          aria-expanded={isTreeOpen}
          aria-controls={`${id}-tree`}
          disabled={disabled || base === ""}
          onClick={() => setTreeWanted(!isTreeOpen)}
        >
          <ListTree size={16} strokeWidth={1.5} aria-hidden="true" />
          {t(texts.choose)}
        </Button>
        <span className="ml-auto">
          <UndoButtons {...undo} />
        </span>
      </div>
      {base === "" && <p className="text-sm text-ink-3">{t(texts.chooseBase)}</p>}
      <div id={`${id}-tree`} hidden={!isTreeOpen} className="view-tree">
        {isTreeOpen && (
          <>
            {isFull && <p className="mb-2 text-sm text-ink-3">{t(texts.full)}</p>}
            <FieldTree
              key={base}
              base={base}
              chosen={new Set(columns.map(viewValueKey))}
              disabled={disabled}
              isFull={isFull}
              onToggle={(value, isChosen) => {
                const key = viewValueKey(value);
                change(isChosen ? [...columns, value] : columns.filter((column) => viewValueKey(column) !== key));
              }}
            />
          </>
        )}
      </div>
      {columns.length > 0 && (
        <ColumnList
          id={id}
          columns={columns}
          names={review.preview?.names ?? {}}
          problemOf={problemOf}
          disabled={disabled}
          onChange={change}
          renderSettings={(column, index) => (
            <FieldsForm
              fields={settings}
              values={column as unknown as Record<string, unknown>}
              locale={locale}
              disabled={disabled}
              onChange={(name, value) => changeSetting(index, name, value)}
            />
          )}
        />
      )}
      {previewHost !== null && createPortal(<ViewPreview {...review} />, previewHost)}
    </div>
  );
}
