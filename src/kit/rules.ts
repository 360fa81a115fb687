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

/** Why the row cannot be deleted in its current state; undefined when it can. */
export const whyNotDelete = ({ whyNotDelete: rules = [] }: EntityDefinition, row: Row): Text | undefined =>
  rules.find(({ when }) => matches(when, row))?.text;
