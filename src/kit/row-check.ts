import { isRuleMet } from "./condition.ts";
import type { FieldProblems } from "./problem.ts";
import { matches } from "./row-condition.ts";
import type { Scalar } from "./filter.ts";
import { isEmpty } from "./field.ts";
import type { Text } from "./text.ts";

/** How a check compares two fields. */
export const checkOperators = ["gt", "gte", "lt", "lte", "eq", "ne"] as const;

/** A rule between the fields of a row, as plain data. */
export type RowCheck =
  /** Compares two fields, if both are filled in. */
  | { kind: "compare"; field: string; op: (typeof checkOperators)[number]; other: string; text: Text }
  /** At least one of the fields is filled in. */
  | { kind: "requireOne"; fields: string[]; text: Text }
  /** The field is filled in if the rule holds: `status=signed||ended`. */
  | { kind: "requireIf"; field: string; if: string; text: Text };

type Row = Readonly<Record<string, unknown>>;

function isFulfilled(check: RowCheck, row: Row): boolean {
  if (check.kind === "requireOne") return check.fields.some((name) => !isEmpty(row[name]));
  if (check.kind === "requireIf") return !isRuleMet(check.if, row) || !isEmpty(row[check.field]);
  const { field, op, other } = check;
  return isEmpty(row[field]) || isEmpty(row[other]) || matches({ field, op, value: row[other] as Scalar }, row);
}

/** The problems of a row, at the first field that each check names. */
export function findProblems(checks: readonly RowCheck[], row: Row): FieldProblems {
  return Object.fromEntries(
    checks
      .filter((check) => !isFulfilled(check, row))
      .map((check) => [check.kind === "requireOne" ? check.fields[0]! : check.field, check.text]),
  );
}
