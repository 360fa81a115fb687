import type { QueryClient } from "@tanstack/react-query";
import { appScreens } from "#kit/app-screens.ts";
import { type EventTarget, type PageEvent, targetOf } from "#kit/page-event.ts";
import { firstSegmentsOf } from "#kit/screen-paths.ts";
import type { Locale } from "#kit/text.ts";
import { siteUrl, withLanguageForOtherHost } from "#client/space-site.ts";
import { notify } from "#ui/toast.tsx";
import { runPageAction } from "./run-page-action.ts";

/** The effect of an event in the app. `screen`: opens an address of the app. `site`: opens an absolute URL of the space's site. */
type EventEffect =
  | { kind: "screen"; url: string }
  | { kind: "site"; url: string; opensNewTab: boolean }
  | Extract<EventTarget, { kind: "action" | "fault" }>;

const appSegments = new Set(firstSegmentsOf(appScreens));
const isInApp = (url: string) => appSegments.has(url.split(/[/?#]/)[1]?.toLowerCase() ?? "");

/** The effect of an event that is shown at `path`. */
export function effectOf(event: PageEvent, path: string): EventEffect {
  const target = targetOf(event, path);
  if (target.kind === "page" && isInApp(target.url)) return { kind: "screen", url: target.url };
  if (target.kind === "page" || target.kind === "away")
    return { kind: "site", url: withLanguageForOtherHost(siteUrl(target.url)), opensNewTab: target.kind === "away" };
  return target;
}

type EventContext = { locale: Locale; navigate: (url: string) => unknown; queries: QueryClient };

/** Runs the event `name`: opens its address, calls its action and refetches all data, or shows why it does nothing. */
export async function runEvent(
  effect: EventEffect,
  name: string,
  { locale, navigate, queries }: EventContext,
): Promise<void> {
  if (effect.kind === "fault") notify("error", effect.text[locale]);
  else if (effect.kind === "screen") navigate(effect.url);
  else if (effect.kind === "site" && effect.opensNewTab) window.open(effect.url, "_blank", "noopener,noreferrer");
  else if (effect.kind === "site") location.assign(effect.url);
  else if (await runPageAction(effect.action, name, locale)) await queries.invalidateQueries();
}
