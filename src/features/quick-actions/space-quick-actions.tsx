import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronRight, ExternalLink, Zap } from "lucide-react";
import { Link, useLocation, useNavigate } from "react-router";
import type { PageEvent } from "#kit/page-event.ts";
import { effectOf, runEvent } from "#client/page-events/event-effect.ts";
import { quickActionsQuery } from "#client/page-events/quick-actions.ts";
import { Button } from "#ui/button.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { entryClass, entryControlClass, entryIcon } from "./entry-style.ts";

const texts = {
  newTab: { zh: "（在新标签页中打开）", en: "(opens in a new tab)" },
  retry: { zh: "重试", en: "Try again" },
};

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
  const locale = useLocale();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const effect = effectOf(event, useLocation().pathname);
  const { name } = event;
  if (effect.kind === "screen")
    return (
      <Link to={effect.url} className={entryControlClass}>
        <EventName name={name} />
        <ChevronRight {...entryIcon} />
      </Link>
    );
  if (effect.kind === "site" && effect.opensNewTab)
    return (
      <a href={effect.url} target="_blank" rel="noopener noreferrer" className={entryControlClass}>
        <EventName name={name} opensNewTab />
        <ExternalLink {...entryIcon} />
      </a>
    );
  if (effect.kind === "site")
    return (
      <a href={effect.url} className={entryControlClass}>
        <EventName name={name} />
        <ChevronRight {...entryIcon} />
      </a>
    );
  return <EventButton name={name} onPress={() => runEvent(effect, name, { locale, navigate, queries })} />;
}

/** The quick actions of the space that the reader can use. */
export function SpaceQuickActions() {
  const t = useText();
  const locale = useLocale();
  const { data, isError, refetch } = useQuery(quickActionsQuery(locale));
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
