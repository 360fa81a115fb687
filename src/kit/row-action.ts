import type { RowIcon } from "./auto.ts";
import { matches, type RowCondition } from "./row-condition.ts";
import type { Text } from "./text.ts";

type Row = Readonly<Record<string, unknown>>;

/** The rows for which an action or a row command is available. */
export type RowRules = {
  /** The rows to which the action applies; for all other rows it is hidden. */
  if?: RowCondition;
  /** Reasons for which the action is unavailable: it is shown disabled, with the text of the first rule that matches the row. */
  whyNot?: readonly { when: RowCondition; text: Text }[];
};

/** The confirmation before an action. `{name}` in the title is the row's title, or the number of rows. */
export type RowQuestion = { title: Text; isDangerous?: true };

/** Actions that the browser performs itself. `copyLink` copies an address of the space's site. */
export const rowEvents = ["copyLink"] as const;
export type RowEvent = (typeof rowEvents)[number];

type ActionBase = RowRules & {
  /** The name of the action on the wire, unique within the entity. */
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
  /** Requires a recent proof of identity, in addition to the access that the entity requires. */
  stepUp?: true;
  /** The message after the action has succeeded. */
  done: Text;
};

/** An action that the browser performs with one row. `{id}` in the address is the row's id. */
export type EventAction = ActionBase & { kind: "event"; event: RowEvent; url: string };

/** An action on rows, declared as data of the entity. An action that needs code is a row command. */
export type EntityAction<F extends string = string> = LinkAction | SetAction<F> | EventAction;

/** The address that the row's title links to, with `{id}` for the row's id; undefined when the title links to the row's form. */
export const mainAddress = ({ actions = [] }: { actions?: readonly EntityAction[] }): string | undefined =>
  actions.filter((action) => action.kind === "link").find(({ isMain }) => isMain === true)?.url;

/** Whether an action with these rules applies to a row. */
export const appliesTo = ({ if: condition }: RowRules, row: Row): boolean =>
  condition === undefined || matches(condition, row);

/** Why an action is unavailable for a row to which it applies; undefined when it is available. */
export const whyNot = ({ whyNot: rules = [] }: RowRules, row: Row): Text | undefined =>
  rules.find(({ when }) => matches(when, row))?.text;

const actionIdPattern = /^[a-z][A-Za-z0-9]{0,59}$/;
/** The tool names of the calls about rows, which assistants use. */
const toolNames = new Set(["list", "get", "add", "update", "delete"]);

/** Whether an action may have this id: unique within its entity, and not the tool name of a call about rows. */
export const isActionName = (id: string, actions: readonly { id: string }[]): boolean =>
  actionIdPattern.test(id) && !toolNames.has(id) && actions.filter((action) => action.id === id).length === 1;
