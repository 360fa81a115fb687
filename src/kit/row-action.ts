import type { RowIcon } from "./auto.ts";
import { matches, type RowCondition } from "./row-condition.ts";
import type { Text } from "./text.ts";

type Row = Readonly<Record<string, unknown>>;

/** The rows for which something is available. */
export type RowRules = {
  /** The rows that it applies to; hidden for others. */
  if?: RowCondition;
  /** Why it is unavailable for a row: shown disabled, with this reason. The first rule that holds applies. */
  whyNot?: readonly { when: RowCondition; text: Text }[];
};

/** The confirmation before an action. `{name}` in the title is the row's title, or the number of rows. */
export type RowQuestion = { title: Text; isDangerous?: true };

/** Actions that the browser performs itself. `copyLink` copies an address of the space's site. */
export const rowEvents = ["copyLink"] as const;
export type RowEvent = (typeof rowEvents)[number];

type ActionBase = RowRules & {
  /** Its name on the wire, unique within the entity. */
  id: string;
  name: Text;
  icon: RowIcon;
};

/** A link to another screen for the row. `{id}` in the address is the row's id, `/admin` the current area. */
export type LinkAction = ActionBase & {
  kind: "link";
  url: string;
  /** The target of the row's title, for readers too; all other links are for people who may change the row. */
  isMain?: true;
};

/** Sets values in one row or in many, like a save by the same person; it can be undone. */
export type SetAction<F extends string = string> = ActionBase & {
  kind: "request";
  set: Readonly<Partial<Record<F, unknown>>>;
  question?: RowQuestion;
  /** Requires a recent proof of identity, beside what the entity requires. */
  stepUp?: true;
  /** The message afterwards. */
  done: Text;
};

/** An action that the browser performs with one row. `{id}` in the address is the row's id. */
export type EventAction = ActionBase & { kind: "event"; event: RowEvent; url: string };

/** An action on rows, declared as data of the entity. One that needs code is a row command. */
export type EntityAction<F extends string = string> = LinkAction | SetAction<F> | EventAction;

/** The target of the row's title, when it is not its form; `{id}` in it is the row's id. */
export const mainAddress = ({ actions = [] }: { actions?: readonly EntityAction[] }): string | undefined =>
  actions.filter((action) => action.kind === "link").find(({ isMain }) => isMain === true)?.url;

/** Whether something with these rules applies to a row. */
export const isAbout = ({ if: condition }: RowRules, row: Row): boolean =>
  condition === undefined || matches(condition, row);

/** Why it is unavailable for a row that it applies to; undefined when it is available. */
export const whyNot = ({ whyNot: rules = [] }: RowRules, row: Row): Text | undefined =>
  rules.find(({ when }) => matches(when, row))?.text;

const actionName = /^[a-z][A-Za-z0-9]{0,59}$/;
/** The tool names of the calls about rows, which assistants use. */
const callNames = new Set(["list", "get", "add", "update", "delete"]);

/** Whether an action may have this name: unique within its entity, and not the tool name of a call about rows. */
export const isActionName = (id: string, all: readonly { id: string }[]): boolean =>
  actionName.test(id) && !callNames.has(id) && all.filter((action) => action.id === id).length === 1;
