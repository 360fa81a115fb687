import { Ellipsis, Eye, LayoutTemplate, type LucideIcon, Pencil, Trash2 } from "lucide-react";
import { memo, type ReactNode } from "react";
import { actionKey, isBatchAction, type PlayColumn, type RowAction, type RowIcon } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { formatText, type Locale } from "#kit/text.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { type Selection, useIsSelected } from "./selection.ts";
import { CellValue, rowName, type TableColumn } from "./table-cell.tsx";

const texts = {
  more: { zh: "{name} 的更多操作", en: "More actions for {name}" },
  select: { zh: "选择 {name}", en: "Select {name}" },
  row: { zh: "此行", en: "this row" },
};

/** Renders the link to a row's form; links are up to the screen. */
export type RenderLink = (row: AnyRow, children: ReactNode) => ReactNode;

/** Edits a value inline. */
export type EditCell = (row: AnyRow, column: PlayColumn, cell: HTMLElement) => void;

/** Whether the values of a row can be changed now. */
export const isRowEditable = (actions: readonly RowAction[]): boolean =>
  actions.some((action) => action.event === "edit" && action.disabled === undefined);

/** The props of a row. All are stable objects, because rows are memoized. */
export type RowProps = {
  row: AnyRow;
  /** All columns of the list; a row renders the visible ones. */
  columns: readonly TableColumn[];
  actions: readonly RowAction[];
  locale: Locale;
  selection: Selection;
  isSelectable: boolean;
  renderLink: RenderLink | undefined;
  onSelect: (id: string, isSelected: boolean) => void;
  onAction: (action: RowAction, row: AnyRow) => void;
  /** Opens what else can be done with a row, at its button. */
  onMenu: (row: AnyRow, button: HTMLButtonElement) => void;
};

/** The icons of what stands on a line. */
const icons: Partial<Record<RowIcon, LucideIcon>> = { edit: Pencil, view: Eye, delete: Trash2 };

/** Links and deletion have buttons in the row; all other actions are in its menu. */
const isOnLine = ({ type, event }: RowAction): boolean => type === "link" || event === "delete";
export const inMenu = (actions: readonly RowAction[]): RowAction[] => actions.filter((action) => !isOnLine(action));

/** How many buttons a line has for these actions. */
export const buttonCount = (actions: readonly RowAction[]): number =>
  actions.filter(isOnLine).length + (inMenu(actions).length > 0 ? 1 : 0);

/** The actions of a row. Unavailable ones are disabled and say why on hover and press. */
export function Actions({
  row,
  columns,
  actions,
  locale,
  onAction,
  onMenu,
}: Pick<RowProps, "row" | "columns" | "actions" | "locale" | "onAction" | "onMenu">) {
  const name = rowName(columns, row, locale) ?? "";
  const more = formatText(texts.more, { name: name === "" ? texts.row[locale] : name })[locale];
  return (
    <>
      {actions.filter(isOnLine).map((action) => {
        const Icon = icons[action.icon] ?? LayoutTemplate;
        const isDisabled = action.disabled !== undefined;
        return (
          <button
            key={actionKey(action)}
            type="button"
            className="row-action"
            title={action.disabled ?? action.name}
            aria-label={`${action.name} ${name}`.trim()}
            aria-disabled={isDisabled}
            onClick={() => onAction(action, row)}
          >
            <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
          </button>
        );
      })}
      {inMenu(actions).length > 0 && (
        <button
          type="button"
          className="row-action"
          title={more}
          aria-label={more}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => onMenu(row, currentTarget)}
        >
          <Ellipsis size={16} strokeWidth={1.5} aria-hidden="true" />
        </button>
      )}
    </>
  );
}

/** A row is selectable when at least one batch action is possible for it. */
export const isSelectableBy = (actions: readonly RowAction[]): boolean =>
  actions.some((action) => isBatchAction(action) && action.disabled === undefined);

export const SelectBox = memo(function SelectBox({
  row,
  columns,
  actions,
  locale,
  selection,
  onSelect,
}: Pick<RowProps, "row" | "columns" | "actions" | "locale" | "selection" | "onSelect">) {
  const isSelected = useIsSelected(selection, row.id);
  const name = rowName(columns, row, locale) ?? texts.row[locale];
  return (
    <Checkbox
      checked={isSelected}
      disabled={!isSelectableBy(actions)}
      label={formatText(texts.select, { name })[locale]}
      onCheckedChange={(next) => onSelect(row.id, next)}
    />
  );
});

/** The value of a column; that of the title is the link to the row. Memoised: most columns stay in sight while the list is scrolled sideways. */
export const Value = memo(function Value({
  column,
  row,
  locale,
  renderLink,
}: { column: TableColumn } & Pick<RowProps, "row" | "locale" | "renderLink">) {
  const value = <CellValue column={column} value={row[column.field]} locale={locale} />;
  return column.isTitle && renderLink !== undefined ? renderLink(row, value) : value;
});
