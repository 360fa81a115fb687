import type { CallOutput } from "#kit/call.ts";
import { useText } from "#ui/locale.ts";
import { StatusTag } from "#ui/status-tag.tsx";
import { stateColors, stateTexts, texts } from "./texts.ts";

type Page = CallOutput<"POST paas/import/rows">;
type Cell = Page["rows"][number]["cells"][number];

/** A cell of the sheet, below the crossed-out previous value and above the problem of the cell, if there are any. */
function SheetCell({ cell: { text, before, problem } }: { cell: Cell }) {
  const t = useText();
  return (
    <td className={`max-w-72 min-w-28 px-3 py-2 align-top ${problem === undefined ? "" : "bg-danger/10"}`}>
      {before !== undefined && (
        <del className="block truncate text-sm text-ink-3">
          <span className="sr-only">{t(texts.before)}</span>
          {before === "" ? t(texts.empty) : before}
        </del>
      )}
      <span className={`line-clamp-3 break-words whitespace-pre-line ${before === undefined ? "" : "font-medium"}`}>
        {text === "" && before !== undefined ? t(texts.empty) : text}
      </span>
      {problem !== undefined && <span className="mt-0.5 block text-sm text-danger">{problem}</span>}
    </td>
  );
}

/** The rows of a sheet with the effect of the import on each. */
export function ReviewTable({ columns, rows }: Pick<Page, "columns" | "rows">) {
  const t = useText();
  if (rows.length === 0) return <p className="py-8 text-center text-ink-3">{t(texts.noRows)}</p>;
  return (
    // Focusable, because it scrolls sideways.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div
      role="region"
      aria-label={t(texts.sheet)}
      tabIndex={0}
      className="max-h-[65vh] overflow-auto rounded-sm border border-line bg-sheet"
    >
      <table className="w-full border-collapse text-left">
        <thead className="sticky top-0 z-10 bg-paper-2 text-sm text-ink-2">
          <tr>
            <th scope="col" className="px-3 py-2 font-medium">
              {t(texts.row)}
            </th>
            <th scope="col" className="px-3 py-2 font-medium">
              {t(texts.state)}
            </th>
            {columns.map(({ field, name }) => (
              <th key={field} scope="col" className="px-3 py-2 font-medium whitespace-nowrap">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ number, state, cells, problem }) => (
            <tr key={number}>
              <th scope="row" className="px-3 py-2 align-top font-normal text-ink-3 tabular-nums">
                {number}
              </th>
              <td className="px-3 py-2 align-top">
                <StatusTag color={stateColors[state]}>{t(stateTexts[state])}</StatusTag>
                {problem !== undefined && <p className="mt-0.5 min-w-40 text-sm text-danger">{problem}</p>}
              </td>
              {cells.map((cell, index) => (
                <SheetCell key={columns[index]!.field} cell={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
