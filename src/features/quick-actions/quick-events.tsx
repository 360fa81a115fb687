import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronRight, ExternalLink, Zap } from "lucide-react";
import { Link, useLocation } from "react-router";
import { appScreens } from "#kit/app-screens.ts";
import { type PageEvent, targetOf } from "#kit/page-event.ts";
import { firstSegmentsOf } from "#kit/screens.ts";
import { call } from "#client/call.ts";
import { siteUrl, urlOnSite } from "#client/space-site.ts";
import { Button } from "#ui/button.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";
import { entryClass, entryControlClass, entryIcon } from "./entry-style.ts";
import { runPageAction } from "./run-page-action.ts";

const texts = {
  newTab: { zh: "（在新标签页中打开）", en: "(opens in a new tab)" },
  retry: { zh: "重试", en: "Try again" },
};

const appSegments = new Set(firstSegmentsOf(appScreens));
const isInApp = (url: string) => appSegments.has(url.split(/[/?#]/)[1]?.toLowerCase() ?? "");

type EventNameProps = { name: string; opensNewTab?: boolean };

function EventName({ name, opensNewTab = false }: EventNameProps) {
  const t = useText();
  return (
    <span className="min-w-0 break-words">
      {name}
      {opensNewTab && <span className="sr-only">{t(texts.newTab)}</span>}
    </span>
  );
}

type EventButtonProps = { name: string; onPress: () => Promise<void> };

/** The button of an event; disabled until `onPress` has finished. */
function EventButton({ name, onPress }: EventButtonProps) {
  const { mutate, isPending } = useMutation({ mutationFn: onPress });
  return (
    <button type="button" className={entryControlClass} disabled={isPending} onClick={() => mutate()}>
      <EventName name={name} />
      <Zap {...entryIcon} />
    </button>
  );
}

/** An event: a link if it opens a page or another site, so that people can open it in a new tab; else a button. */
function EventControl({ event }: { event: PageEvent }) {
  const t = useText();
  const locale = useLocale();
  const queries = useQueryClient();
  const target = targetOf(event, useLocation().pathname);
  const { name } = event;
  if (target.kind === "away")
    return (
      <a href={urlOnSite(siteUrl(target.url))} target="_blank" rel="noopener noreferrer" className={entryControlClass}>
        <EventName name={name} opensNewTab />
        <ExternalLink {...entryIcon} />
      </a>
    );
  if (target.kind === "page" && isInApp(target.url))
    return (
      <Link to={target.url} className={entryControlClass}>
        <EventName name={name} />
        <ChevronRight {...entryIcon} />
      </Link>
    );
  if (target.kind === "page")
    return (
      <a href={urlOnSite(siteUrl(target.url))} className={entryControlClass}>
        <EventName name={name} />
        <ChevronRight {...entryIcon} />
      </a>
    );
  async function press(): Promise<void> {
    if (target.kind === "fault") return notify("error", t(target.text));
    if (target.kind === "action" && (await runPageAction(target.action, name, locale)))
      await queries.invalidateQueries();
  }
  return <EventButton name={name} onPress={press} />;
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
        <li key={id} className={entryClass}>
          <EventControl event={event} />
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
