import { type PlaceholderDataFunction, useQuery } from "@tanstack/react-query";
import { countCap } from "#kit/total.ts";
import type { CallOutput } from "#kit/call.ts";
import type { RowCondition } from "#kit/row-condition.ts";
import { call } from "../call.ts";

type RuleCount = CallOutput<"POST paas/role/rows">;

/** A number of rows for display: `10,000+` when the server stopped counting. */
export const countText = (count: number): string =>
  count >= countCap ? `${(countCap - 1).toLocaleString("en")}+` : String(count);

/** Queries how many rows an entity has, and how many of them match the rule of a role. Disabled without a rule. */
export const useRuleCount = (
  type: string,
  rule: RowCondition | undefined,
  placeholderData?: PlaceholderDataFunction<RuleCount>,
) =>
  useQuery({
    queryKey: ["ruleCount", type, rule],
    queryFn: ({ signal }) => call("POST paas/role/rows", { type, rows: rule! }, { signal }),
    enabled: rule !== undefined,
    ...(placeholderData === undefined ? {} : { placeholderData }),
    retry: false,
  });
