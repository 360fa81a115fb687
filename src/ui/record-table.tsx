import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** The classes of a cell; on a phone a row is a grid and has the space around its cells itself. */
export const cellClass = "text-left align-baseline sm:px-4 sm:py-3";
/** The classes of a cell with a number. */
export const numberCellClass = `${cellClass} whitespace-nowrap tabular-nums sm:text-right`;

type RecordTableProps = {
  label: string;
  heads: readonly { key: string; name: string; isNumber?: boolean }[];
  /** The rows. */
  children: ReactNode;
};

/** A table of a screen of its own; on a phone its heads are only read aloud. */
export function RecordTable({ label, heads, children }: RecordTableProps) {
  return (
    // Focusable, so that a table wider than the screen can be scrolled by keyboard.
    <div role="region" aria-label={label} tabIndex={0} className="overflow-x-auto border border-line bg-sheet">
      <table className="w-full border-collapse text-[0.9375rem]">
        <thead className="max-sm:sr-only">
          <tr>
            {heads.map(({ key, name, isNumber = false }) => (
              <th
                key={key}
                scope="col"
                className={classNames(
                  isNumber ? numberCellClass : cellClass,
                  "text-sm font-medium whitespace-nowrap text-ink-2",
                )}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
