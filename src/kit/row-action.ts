import type { RowIcon } from "./auto.ts";
import { matches, type RowCondition } from "./row-condition.ts";
import type { Text } from "./text.ts";

type Row = Readonly<Record<string, unknown>>;

/** With which rows something can be done. */
export type RowRules = {
  /** Rows that it is about; others do not offer it. */
  if?: RowCondition;
  /** Why it cannot be done with a row now: it is offered, and says so. The first rule that holds counts. */
  whyNot?: readonly { when: RowCondition; text: Text }[];
};

/** Asked before something is done. `{name}` in the title stands for the row's, or for how many there are. */
export type RowQuestion = { title: Text; isDangerous?: true };

/** What a browser does by itself, by name. `copyLink` copies an address of the space's site. */
export const rowEvents = ["copyLink"] as const;
export type RowEvent = (typeof rowEvents)[number];

type ActionBase = RowRules & {
  /** Its name on the wire; an entity has each once. */
  id: string;
  name: Text;
  icon: RowIcon;
};

/** Another place of the app where people work on the row. `{id}` in the address is the row's, `/admin` the area that they are in. */
export type LinkAction = ActionBase & {
  kind: "link";
  url: string;
  /** Where the title of a row leads, for readers too; all others are for people who may change the row. */
  isMain?: true;
};

/** Gives the rows these values, as a save by the same person would, with one row or with many; it can be undone. */
export type SetAction<F extends string = string> = ActionBase & {
  kind: "request";
  set: Readonly<Partial<Record<F, unknown>>>;
  question?: RowQuestion;
  /** Requires a recent proof of identity, beside what the entity requires. */
  stepUp?: true;
  /** The message afterwards. */
  done: Text;
};

/** Something that the browser does by itself with one row. `{id}` in the address is the row's. */
export type EventAction = ActionBase & { kind: "event"; event: RowEvent; url: string };

/** Something that people can do with rows of an entity, as data of its definition. What needs a program is a command of rows. */
export type EntityAction<F extends string = string> = LinkAction | SetAction<F> | EventAction;

/** The address that the title of a row leads to, where it is not its form; `{id}` in it is the row's. */
export const mainAddress = ({ actions = [] }: { actions?: readonly EntityAction[] }): string | undefined =>
  actions.filter((action) => action.kind === "link").find(({ isMain }) => isMain === true)?.url;

/** Whether a row offers something with these rules. */
export const isAbout = ({ if: condition }: RowRules, row: Row): boolean =>
  condition === undefined || matches(condition, row);

/** Why it cannot be done with a row that it is about; undefined: it can. */
export const whyNot = ({ whyNot: rules = [] }: RowRules, row: Row): Text | undefined =>
  rules.find(({ when }) => matches(when, row))?.text;

const actionName = /^[a-z][A-Za-z0-9]{0,59}$/;
/** Names that the calls about rows have as tools of assistants. */
const callNames = new Set(["list", "get", "add", "update", "delete"]);

/** Whether an action may have this name: one of its own among those of its entity, and not that of a call about rows. */
export const isActionName = (id: string, all: readonly { id: string }[]): boolean =>
  actionName.test(id) && !callNames.has(id) && all.filter((action) => action.id === id).length === 1;
