import type { Principal } from "./access.ts";
import type { EntityDefinition } from "./entity.ts";
import { matches } from "./row-condition.ts";
import type { Text } from "./text.ts";

type Row = Readonly<Record<string, unknown>>;

/** Whether the row is public on the site. */
export const isLive = ({ isLive: rule }: Pick<EntityDefinition, "isLive">, row: Row): boolean =>
  rule !== undefined && matches(rule, row);

/** Whether the row is read-only. */
export const isFrozen = ({ isFrozen: rule }: Pick<EntityDefinition, "isFrozen">, row: Row): boolean =>
  rule !== undefined && matches(rule, row);

/** The fields that people may not change in the row about themselves: the row whose id is their member id. */
export const readOnlyInOwnRow = (
  { readOnlyInOwnRow: fields = [] }: Pick<EntityDefinition, "readOnlyInOwnRow">,
  principal: Principal,
  row: Row,
): readonly string[] => (principal.kind === "user" && row.id === principal.memberId ? fields : []);

/** Why the row cannot be deleted in its current state; undefined when it can. */
export const whyNotDelete = ({ whyNotDelete: rules = [] }: EntityDefinition, row: Row): Text | undefined =>
  rules.find(({ when }) => matches(when, row))?.text;
