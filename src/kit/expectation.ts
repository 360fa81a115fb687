import type { EntityAccess, Level, Verb } from "./access.ts";
import type { EntityType } from "./entity.ts";
import type { Text } from "./text.ts";

/** Ids of one space's rows, created for every request of a test. `page` is published once, as `snapshot`; `path` and `number` are unique. */
export type Rows = Record<EntityType, string> & { snapshot: string; path: string; number: number };

/**
 * The input for the rows of an entity's expectation: `mark` appears in all texts, `memberId` is the row's author, `accountId` is an account that no
 * other row refers to.
 */
export type RowContext = {
  mark: string;
  text: Text;
  number: number;
  accountId: string;
  memberId: string;
  rows: Rows;
};

/**
 * The expected behaviour of an entity, written by hand and independently of its definition. Default export of `<type>.expect.ts` beside the entity;
 * it imports nothing of it.
 */
export type EntityExpectation = {
  access: EntityAccess;
  /** Verbs that require a recent proof of identity. */
  stepUp?: readonly Verb[];
  /** True when a member only reads the rows they added. */
  byOwner?: true;
  /** Values of a row. Without it, as for a page, the row comes with the fixture. */
  row?: (context: RowContext) => object;
  /** Values of its internal columns. */
  internal?: (context: RowContext) => object;
  /** Values for a row that may be added. */
  add?: (rows: Rows) => object;
  /** A field that everyone with update access may change. */
  change: object;
};

/** An entity with which calls about any entity are tested, and values for a new row and for a change. */
export type EntityCase = { type: EntityType; add: object; change: object };

/**
 * The expected access of a call, written by hand and independently of its definition. Default export of `<name>.expect.ts` beside the call; it
 * imports nothing of it.
 */
export type Expectation = {
  /** The lowest level that has access; `{ verb }`: as the expectation of the call's entity says for this verb. */
  requiredAccess: Level | { verb: Verb | "import" };
  /** An input with which the call succeeds for those with access; absent for a call without input. */
  input?: (rows: Rows, entity: EntityCase) => object;
  /** True when `input` names a row: the call is then repeated with a row of another space and with an unknown id. */
  namesRow?: true;
  /** True when the call is tested once per entity. */
  perEntity?: true;
  /** True when the call requires a recent proof of identity. */
  stepUp?: true;
  /** Statuses of the responses to those with access; 200 by default. */
  answers?: readonly number[];
};

/** An id that no row has. */
export const unknownId = "0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b";
/** A ticket that was never issued. */
export const unknownTicket = "no-ticket-that-anybody-was-ever-given-here";
