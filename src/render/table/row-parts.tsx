import { Ellipsis, Eye, LayoutTemplate, type LucideIcon, Pencil, Trash2 } from "lucide-react";
import { memo, type ReactNode } from "react";
import { actionKey, isBatchAction, type ListColumn, type RowAction, type RowIcon } from "#kit/auto.ts";
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

/** Renders the link to a row's form; the screen decides the URL. */
export type RenderLink = (row: AnyRow, children: ReactNode) => ReactNode;

/** Opens the inline editor in a cell. */
export type EditCell = (row: AnyRow, column: ListColumn, cell: HTMLElement) => void;

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
  /** Opens the menu with the further actions of a row at this button. */
  onMenu: (row: AnyRow, button: HTMLButtonElement) => void;
};

/** The icons of the buttons in a row. */
const buttonIcons: Partial<Record<RowIcon, LucideIcon>> = { edit: Pencil, view: Eye, delete: Trash2 };

/** Links and deletion have buttons in the row; all other actions are in its menu. */
const isButtonAction = ({ type, event }: RowAction): boolean => type === "link" || event === "delete";
/** The actions in the menu of a row. */
export const menuActions = (actions: readonly RowAction[]): RowAction[] =>
  actions.filter((action) => !isButtonAction(action));

/** Number of buttons in a row with these actions, the menu button included. */
export const buttonCount = (actions: readonly RowAction[]): number =>
  actions.filter(isButtonAction).length + (menuActions(actions).length > 0 ? 1 : 0);

/** The action buttons of a row. Unavailable actions are disabled and show the reason on hover and press. */
export function RowActionButtons({
  row,
  columns,
  actions,
  locale,
  onAction,
  onMenu,
}: Pick<RowProps, "row" | "columns" | "actions" | "locale" | "onAction" | "onMenu">) {
  const name = rowName(columns, row, locale) ?? "";
  const moreLabel = formatText(texts.more, { name: name === "" ? texts.row[locale] : name })[locale];
  return (
    <>
      {actions.filter(isButtonAction).map((action) => {
        const Icon = buttonIcons[action.icon] ?? LayoutTemplate;
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
      {menuActions(actions).length > 0 && (
        <button
          type="button"
          className="row-action"
          title={moreLabel}
          aria-label={moreLabel}
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

/** The checkbox that selects a row. */
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

/** The value of a column; in the title column, a link to the row. Memoised, because most columns stay visible during horizontal scrolling. */
export const ColumnValue = memo(function Value({
  column,
  row,
  locale,
  renderLink,
}: { column: TableColumn } & Pick<RowProps, "row" | "locale" | "renderLink">) {
  const value = <CellValue column={column} value={row[column.field]} locale={locale} />;
  return column.isTitle && renderLink !== undefined ? renderLink(row, value) : value;
});
