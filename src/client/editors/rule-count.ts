import { type PlaceholderDataFunction, useQuery } from "@tanstack/react-query";
import type { CallOutput } from "#kit/call.ts";
import type { RowCondition } from "#kit/row-condition.ts";
import { call } from "../call.ts";

type RuleCount = CallOutput<"POST paas/role/rows">;

/** More rows than are counted. */
const cap = 10_001;

/** A number of rows as it is shown: `10,000+` where no more were counted. */
export const countText = (count: number): string =>
  count >= cap ? `${(cap - 1).toLocaleString("en")}+` : String(count);

/** How many rows of an entity the rule of a role leaves; asked only while there is a rule. */
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
