import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronRight, ExternalLink, Zap } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { appScreens } from "#kit/app-screens.ts";
import { type PageEvent, targetOf } from "#kit/page-event.ts";
import { firstSegmentsOf } from "#kit/screens.ts";
import { call } from "#client/call.ts";
import { siteUrl, urlOnSite } from "#client/space-site.ts";
import { Button } from "#ui/button.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";
import { entry, line } from "./line.ts";
import { runPageAction } from "./run-page-action.ts";

const texts = {
  newTab: { zh: "（在新标签页中打开）", en: "(opens in a new tab)" },
  retry: { zh: "重试", en: "Try again" },
};
const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true, className: "shrink-0 text-ink-3" } as const;

const appSegments = new Set(firstSegmentsOf(appScreens));
const isInApp = (url: string) => appSegments.has(url.split(/[/?#]/)[1]?.toLowerCase() ?? "");

/** Something that an event does when it is pressed. */
function EventButton({ name, onPress, picture }: { name: string; onPress: () => Promise<void>; picture: ReactNode }) {
  const { mutate, isPending } = useMutation({ mutationFn: onPress });
  return (
    <button type="button" className={line} disabled={isPending} onClick={() => mutate()}>
      <span className="min-w-0 break-words">{name}</span>
      {picture}
    </button>
  );
}

/** An event as a link where it opens something, so that it opens in a new tab as links do, and as a button where it does something. */
function EventLine({ event }: { event: PageEvent }) {
  const t = useText();
  const locale = useLocale();
  const queries = useQueryClient();
  const target = targetOf(event, useLocation().pathname);
  const { name } = event;
  if (target.kind === "away")
    return (
      <a href={urlOnSite(siteUrl(target.url))} target="_blank" rel="noopener noreferrer" className={line}>
        <span className="min-w-0 break-words">
          {name}
          <span className="sr-only">{t(texts.newTab)}</span>
        </span>
        <ExternalLink {...icon} />
      </a>
    );
  if (target.kind === "page" && isInApp(target.url))
    return (
      <Link to={target.url} className={line}>
        <span className="min-w-0 break-words">{name}</span>
        <ChevronRight {...icon} />
      </Link>
    );
  if (target.kind === "page")
    return (
      <a href={urlOnSite(siteUrl(target.url))} className={line}>
        <span className="min-w-0 break-words">{name}</span>
        <ChevronRight {...icon} />
      </a>
    );
  async function press(): Promise<void> {
    if (target.kind === "fault") return notify("error", t(target.text));
    if (target.kind === "action" && (await runPageAction(target.action, name, locale)))
      await queries.invalidateQueries();
  }
  return <EventButton name={name} onPress={press} picture={<Zap {...icon} />} />;
}

/** The quick actions of the space that the reader can use. */
export function QuickEvents() {
  const t = useText();
  const locale = useLocale();
  const { data, isError, refetch } = useQuery({
    queryKey: ["quick actions", locale],
    queryFn: ({ signal }) => call("GET paas/quickActions", {}, { signal }),
  });
  return (
    <>
      {data?.map(({ id, ...event }) => (
        <li key={id} className={entry}>
          <EventLine event={event} />
        </li>
      ))}
      {isError && (
        <li className="px-5 py-3">
          <Button onClick={() => void refetch()}>{t(texts.retry)}</Button>
        </li>
      )}
    </>
  );
}
