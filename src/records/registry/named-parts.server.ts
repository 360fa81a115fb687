import type { Grant } from "#kit/access.ts";

/** The lists of a grant that name parts of an entity to which it is limited. */
type PartList = "actions" | "pages";

const allowsPart = (grant: Grant, list: PartList, name: string): boolean => grant[list]?.includes(name) ?? true;

/**
 * Whether grants together give an action or a page. A grant on some rows that gives it would extend it to the rows of the others, so either a grant
 * on all rows gives it, or every grant does.
 */
export const givePart = (grants: readonly Grant[], list: PartList, name: string): boolean =>
  grants.some((grant) => grant.rows === undefined && allowsPart(grant, list, name)) ||
  grants.every((grant) => allowsPart(grant, list, name));
