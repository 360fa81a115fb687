import { actionUrl, apiMethods, type PageAction } from "./page-action.ts";

/** All actions that events on pages can name. A definition imports kit only. */
export const pageActions: readonly PageAction[] = Object.values(
  import.meta.glob<PageAction>("../features/**/*.action.ts", { eager: true, import: "default" }),
).toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** The action that an event of type 2 names; undefined when the program has none with this method and address. */
export function findAction(apiType: unknown, url: string): PageAction | undefined {
  if (typeof apiType !== "number" || !Object.hasOwn(apiMethods, apiType)) return undefined;
  return pageActions.find(
    (action) => action.apiType === apiType && actionUrl(action).toLowerCase() === url.toLowerCase(),
  );
}
