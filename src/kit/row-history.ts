/** What was done to a row. `restore` brings a deleted one back. */
export type ChangeVerb = "add" | "update" | "delete" | "restore";

/** Who changed a row: a member of its space, a visitor of its site, the program itself, or another space that shares the row. */
export type ChangeActor = "member" | "visitor" | "program" | "space";

/** Days for which the changes of rows are remembered. */
export const daysKept = 400;
