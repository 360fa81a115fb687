import type { Text } from "#kit/text.ts";
import type { Cell } from "./cell.server.ts";

/** The reasons why the content of a cell cannot be imported. */
export const cellFaults = {
  formula: { zh: "不支持公式，请粘贴为值后再导入", en: "Formulas are not imported. Paste the value instead." },
  error: { zh: "单元格的计算结果有误", en: "This cell contains an error" },
  long: { zh: "内容过长", en: "This cell has too much text" },
} satisfies Record<string, Text>;

/** A cell as read from a file. */
export type FileCell = Cell | boolean | { fault: keyof typeof cellFaults };

/** A non-empty row of a file; `number`: its row number in the spreadsheet program, from 1. Trailing cells may be missing. */
export type SheetRow = { number: number; cells: readonly FileCell[] };

/** Limits of a sheet; `rows` counts non-empty ones. */
export type SheetLimits = { rows: number; columns: number };

/** Maximum UTF-16 units of a cell, the limit of spreadsheet programs. */
export const maxCellUnits = 32_767;
