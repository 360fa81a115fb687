import { type ApiType, actionUrl, type PageAction } from "./page-action.ts";
import { findAction } from "./page-actions.ts";
import type { Text } from "./text.ts";
import { fullUrl, safeUrl } from "./url.ts";

/** The types of events: 1 opens a page, 2 makes a call, 30 opens another site. */
export const eventTypes = { page: 1, action: 2, link: 30 } as const;

/** The event of a button or link on a page, in the wire's format (N-054). Values that come from rows may be missing or wrong. */
export type PageEvent = {
  name: string;
  type: number;
  url: string;
  /** The method of an event of type 2. */
  apiType?: ApiType | undefined;
};

/** The properties by which an event of type 2 names its action on the wire. */
export const actionEvent = (action: PageAction): Pick<PageEvent, "type" | "url" | "apiType"> => ({
  type: eventTypes.action,
  url: actionUrl(action),
  apiType: action.apiType,
});

/** Fixed wordings (B-065). */
const faults = {
  noAction: { zh: "操作按钮配置错误", en: "This button is not set up correctly" },
  noName: { zh: "事件名称不能为空", en: "The event has no name" },
  noUrl: { zh: "Url链接不能为空", en: "The event has no URL" },
} satisfies Record<string, Text>;

/** What an event does. `page`: opens a path of the app or the site; `away`: opens the notice about leaving for another site. */
export type EventTarget =
  | { kind: "page"; url: string }
  | { kind: "away"; url: string }
  | { kind: "action"; action: PageAction }
  | { kind: "fault"; text: Text };

const isConsole = (path: string) => /^\/console(?:\/|$)/i.test(path);

/**
 * What an event does on the page at `path`. Nothing in an event is trusted: an address of type 1 is a path of this site, one of type 30 another site
 * by http or https, and a call is one that the program has an action for.
 */
export function targetOf(event: Partial<PageEvent> | undefined, path: string): EventTarget {
  const fault = (name: keyof typeof faults): EventTarget => ({ kind: "fault", text: faults[name] });
  const { type, apiType } = event ?? {};
  const [name, url] = [event?.name?.trim() ?? "", event?.url?.trim() ?? ""];
  if (event === undefined || !Object.values(eventTypes).some((known) => known === type)) return fault("noAction");
  if (name === "") return fault("noName");
  if (url === "") return fault("noUrl");
  if (type === eventTypes.action) {
    const action = findAction(apiType, url);
    return action === undefined ? fault("noAction") : { kind: "action", action };
  }
  if (type === eventTypes.link) {
    const target = fullUrl(url);
    if (target === undefined) return fault("noAction");
    return { kind: "away", url: `/site/redirect?${new URLSearchParams({ url: target.href }).toString()}` };
  }
  if (!url.startsWith("/") || safeUrl(url) === undefined) return fault("noAction");
  return { kind: "page", url: isConsole(path) ? url.replace(/^\/admin(?=[/?#]|$)/i, "/console") : url };
}
