import type { Access } from "./access.ts";
import type { CallInput, CallName, CallOutput, Method } from "./call.ts";
import type { Text } from "./text.ts";

/** The method of an event of type 2, by its `apiType` (B-061 to B-064). */
export const apiMethods = { 1: "GET", 2: "POST", 3: "PUT", 4: "DELETE" } as const satisfies Record<number, Method>;
export type ApiType = keyof typeof apiMethods;

type ActionOf<N extends CallName> = {
  /** The unique name by which rows refer to the action. */
  id: string;
  name: Text;
  /** The call that it makes, with this input. */
  call: N;
  input: CallInput<N>;
  /** The call is made with the method that this stands for; 4 asks for confirmation. */
  apiType: ApiType;
  /** Who is offered the action. The call itself checks the caller's access. */
  access: Access;
  /** What `apiType` 4 deletes, for its question; by default the name of the event. */
  subject?: Text;
  /** The message afterwards. */
  done: Text;
  /** The address of the file that the call made, to download. A method, so that each action is a `PageAction`. */
  file?(answer: CallOutput<N>): string;
};

/** An action that an event on a page can trigger: a call of the server. Rows and pages only name actions; the program defines them. */
export type PageAction = ActionOf<CallName>;

/** Declares an action for events on pages. One file `src/features/<feature>/<id>.action.ts`, default-exported; it imports kit alone. */
export const definePageAction = <const N extends CallName>(action: ActionOf<N>): ActionOf<N> => action;

/** The address by which events name an action: the path of its call, with the input as query. */
export function actionUrl({ call, input }: PageAction): string {
  const path = call.slice(call.indexOf(" ") + 1).replace(/^api\//i, "");
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)])).toString();
  return `/api/${path}${query === "" ? "" : `?${query}`}`;
}
