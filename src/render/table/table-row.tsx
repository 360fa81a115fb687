import { Eye, LayoutTemplate, Link2, type LucideIcon, MessageSquareText, Pencil, Trash2, Undo2 } from "lucide-react";
import { memo, type ReactNode } from "react";
import { actionKey, isBatchAction, type PlayColumn, type RowAction, type RowIcon } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { formatText, type Locale } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { CellValue, rowName } from "./table-cell.tsx";

const texts = {
  select: { zh: "选择 {name}", en: "Select {name}" },
  row: { zh: "此行", en: "this row" },
};

/** Makes a link to where a row is edited; the screen knows how its links work. */
export type RenderLink = (row: AnyRow, children: ReactNode) => ReactNode;

export type RowProps = {
  row: AnyRow;
  columns: readonly PlayColumn[];
  actions: readonly RowAction[];
  locale: Locale;
  isSelected: boolean;
  isSelectable: boolean;
  renderLink: RenderLink | undefined;
  onSelect: (id: string, isSelected: boolean) => void;
  onAction: (action: RowAction, row: AnyRow) => void;
};

const icons: Record<RowIcon, LucideIcon> = {
  open: LayoutTemplate,
  edit: Pencil,
  view: Eye,
  delete: Trash2,
  link: Link2,
  message: MessageSquareText,
  revoke: Undo2,
};

/** What can be done with a row. Actions that cannot be done now are disabled and say why on hover and press. */
function Actions({ row, columns, actions, locale, onAction }: RowProps) {
  const name = rowName(columns, row, locale) ?? "";
  return actions.map((action) => {
    const Icon = icons[action.icon];
    const isDisabled = action.disabled !== undefined;
    return (
      <Button
        key={actionKey(action)}
        kind="quiet"
        size="icon"
        className={isDisabled ? "cursor-not-allowed text-ink-3 opacity-55" : "text-ink-3"}
        title={action.disabled ?? action.name}
        aria-label={`${action.name} ${name}`.trim()}
        aria-disabled={isDisabled}
        onClick={() => onAction(action, row)}
      >
        <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
      </Button>
    );
  });
}

/** A row can be selected when at least one batch action is possible for it. */
export const isSelectableBy = (actions: readonly RowAction[]): boolean =>
  actions.some((action) => isBatchAction(action) && action.disabled === undefined);

function SelectBox({ row, columns, actions, locale, isSelected, onSelect }: RowProps) {
  const name = rowName(columns, row, locale) ?? texts.row[locale];
  return (
    <Checkbox
      checked={isSelected}
      disabled={!isSelectableBy(actions)}
      label={formatText(texts.select, { name })[locale]}
      onCheckedChange={(next) => onSelect(row.id, next)}
    />
  );
}

function Value({
  column,
  row,
  locale,
  renderLink,
}: { column: PlayColumn } & Pick<RowProps, "row" | "locale" | "renderLink">) {
  const value = <CellValue column={column} value={row[column.field]} locale={locale} />;
  return column.isTitle && renderLink !== undefined ? renderLink(row, value) : value;
}

/** One line of a list. Memoised: selecting one row renders one row. */
export const TableRow = memo(function TableRow(props: RowProps) {
  const { row, columns, actions, isSelected, isSelectable, renderLink } = props;
  return (
    <tr
      data-row={row.id}
      aria-selected={isSelectable ? isSelected : undefined}
      className={`group border-b border-line last:border-b-0 hover:bg-paper-2 aria-selected:bg-brand-tint${renderLink === undefined ? "" : " cursor-pointer"}`}
    >
      {isSelectable && (
        <td className="w-11 pl-4">
          <SelectBox {...props} />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.field}
          className={`h-10 px-3 first:pl-4 ${column.align === "end" ? "text-right tabular-nums" : ""} ${column.isTitle ? "min-w-56" : "whitespace-nowrap"}`}
        >
          <div className="max-w-96 truncate">
            <Value {...props} column={column} />
          </div>
        </td>
      ))}
      {actions.length > 0 && (
        <td className="w-0 pr-2 text-right whitespace-nowrap">
          <Actions {...props} />
        </td>
      )}
    </tr>
  );
});

/** The same line on narrow screens. */
export const TableCard = memo(function TableCard(props: RowProps) {
  const { row, columns, isSelected, isSelectable, renderLink } = props;
  const title = columns.find(({ isTitle }) => isTitle) ?? columns[0];
  return (
    <li
      data-row={row.id}
      className={`grid gap-2 border-b border-line px-4 py-3 last:border-b-0 ${isSelected ? "bg-brand-tint" : ""} ${renderLink === undefined ? "" : "cursor-pointer"}`}
    >
      <div className="flex items-start gap-3">
        {isSelectable && (
          <span className="pt-1">
            <SelectBox {...props} />
          </span>
        )}
        <span className="min-w-0 flex-1 font-medium break-words">
          {title !== undefined && <Value {...props} column={title} />}
        </span>
        <span className="-my-1.5 -mr-2 flex">
          <Actions {...props} />
        </span>
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1.5 text-sm">
        {columns
          .filter((column) => column !== title)
          .map((column) => (
            <div key={column.field} className="min-w-0">
              <dt className="text-xs text-ink-3">{column.name}</dt>
              <dd className="truncate">
                <Value {...props} column={column} />
              </dd>
            </div>
          ))}
      </dl>
    </li>
  );
});
