import { type PlaceholderDataFunction, useQuery } from "@tanstack/react-query";
import type { CallOutput } from "#kit/call.ts";
import type { RowCondition } from "#kit/row-condition.ts";
import { call } from "../call.ts";

type RuleCount = CallOutput<"POST paas/role/rows">;

/** More rows than are counted. */
const countCap = 10_001;

/** A number of rows for display: `10,000+` when the server stopped counting. */
export const countText = (count: number): string =>
  count >= countCap ? `${(countCap - 1).toLocaleString("en")}+` : String(count);

/** Queries how many rows of an entity match the rule of a role, of how many. Disabled without a rule. */
export const useRuleCount = (
  type: string,
  rows: RowCondition | undefined,
  placeholderData?: PlaceholderDataFunction<RuleCount>,
) =>
  useQuery({
    queryKey: ["ruleCount", type, rows],
    queryFn: ({ signal }) => call("POST paas/role/rows", { type, rows: rows! }, { signal }),
    enabled: rows !== undefined,
    ...(placeholderData === undefined ? {} : { placeholderData }),
    retry: false,
  });
