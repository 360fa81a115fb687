import type { EntityAccess, Level, Verb } from "./access.ts";
import type { EntityType } from "./entity.ts";
import type { Text } from "./text.ts";

/** Ids of one space's rows, made anew for every question. `page` is published once, as `snapshot`; `path` and `number` are no other row's. */
export type Rows = Record<EntityType, string> & { snapshot: string; path: string; number: number };

/** What an entity's expectation makes a row of: `mark` stands in all its texts, `memberId` is who added it, `accountId` nobody else's account. */
export type RowContext = {
  mark: string;
  text: Text;
  number: number;
  accountId: string;
  memberId: string;
  rows: Rows;
};

/**
 * What an entity asks of people, written down once more and independently of the program. One file beside the entity, named
 * `<type>.expect.ts`, default-exported; it imports nothing of the entity.
 */
export type EntityExpectation = {
  access: EntityAccess;
  /** Verbs that require a recent proof of identity. */
  stepUp?: readonly Verb[];
  /** True when a member knows only the rows they added. */
  byOwner?: true;
  /** Values of a row. A page has none: it is made with what is published of it. */
  row?: (context: RowContext) => object;
  /** Values of its internal columns. */
  internal?: (context: RowContext) => object;
  /** Values for a row that somebody may add. */
  add?: (rows: Rows) => object;
  /** One field that whoever may change rows may change. */
  change: object;
};

/** The entity that a call about any entity is made about, with values for it. */
export type EntityCase = { type: EntityType; add: object; change: object };

/**
 * What a call asks of its caller, written down once more and independently of the program. One file beside the call, named
 * `<name>.expect.ts`, default-exported; it imports nothing of the call.
 */
export type Expectation = {
  /** `entity`: as the entity's expectation says for the verb. `member`: anybody signed in. */
  least: Level | { entity: Verb | "import" };
  /** An input with which the call succeeds for those who may; absent for a call without input. */
  input?: (rows: Rows, entity: EntityCase) => object;
  /** True when `input` names a row: then the same call is made with a row of another space and with one that does not exist. */
  namesRow?: true;
  /** True when the call is asked once per entity. */
  perEntity?: true;
  /** True when the call requires a recent proof of identity. */
  stepUp?: true;
  /** Statuses of the answers to those who may; 200 by default. */
  answers?: readonly number[];
};

/** An id that no row has. */
export const noId = "0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b";
/** A ticket that was never issued. */
export const noTicket = "no-ticket-that-anybody-was-ever-given-here";
