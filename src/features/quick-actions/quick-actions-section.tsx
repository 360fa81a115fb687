import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronRight, ExternalLink, Zap } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { appScreens } from "#kit/app-screens.ts";
import { type PageEvent, targetOf } from "#kit/page-event.ts";
import { firstSegmentsOf } from "#kit/screens.ts";
import type { Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { mayOpen, type Person } from "#client/person.ts";
import { runPageAction } from "./run-page-action.ts";
import { siteUrl, urlOnSite } from "#client/space-site.ts";
import { Button } from "#ui/button.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";

const texts = {
  title: { zh: "快捷操作", en: "Quick actions" },
  manage: { zh: "管理", en: "Manage" },
  writeNews: { zh: "撰写新闻", en: "Write a news article" },
  editHome: { zh: "编辑首页", en: "Edit the home page" },
  fileWork: { zh: "提交工单", en: "Submit a work order" },
  viewSite: { zh: "查看网站", en: "View site" },
  newTab: { zh: "（在新标签页中打开）", en: "(opens in a new tab)" },
  retry: { zh: "重试", en: "Try again" },
} satisfies Record<string, Text>;

const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true, className: "shrink-0 text-ink-3" } as const;
const line =
  "flex w-full items-center justify-between gap-4 border-b border-line px-5 py-3 text-start hover:bg-paper-2 group-last:border-b-0 pointer-coarse:min-h-11";

/** The screens of the program that most people need first. */
const firstPlaces: { url: string; name: Text }[] = [
  { url: "/paas/news/add", name: texts.writeNews },
  { url: "/builder", name: texts.editHome },
  { url: "/paas/paasWork/add", name: texts.fileWork },
];

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

/** On the home screen: places that people need often, and the quick actions of the space. */
export function QuickActionsSection({ person }: { person: Person }) {
  const t = useText();
  const locale = useLocale();
  const { data, isError, refetch } = useQuery({
    queryKey: ["quick actions", locale],
    queryFn: ({ signal }) => call("GET paas/quickActions", {}, { signal }),
  });
  return (
    <section aria-labelledby="quick-actions">
      <div className="mb-3 flex items-baseline justify-between">
        <h2 id="quick-actions" className="font-semibold">
          {t(texts.title)}
        </h2>
        {mayOpen(person, "/paas/quickAction/list") && person.isAdministrator && (
          <Link to="/paas/quickAction/list" className="text-sm text-brand underline-offset-3 hover:underline">
            {t(texts.manage)}
          </Link>
        )}
      </div>
      <ul className="border border-line bg-sheet">
        {firstPlaces
          .filter(({ url }) => mayOpen(person, url))
          .map(({ url, name }) => (
            <li key={url} className="group">
              <Link to={url} className={line}>
                {t(name)}
                <ChevronRight {...icon} />
              </Link>
            </li>
          ))}
        <li className="group">
          <a href={urlOnSite(siteUrl("/index"))} className={line}>
            {t(texts.viewSite)}
            <ExternalLink {...icon} />
          </a>
        </li>
        {data?.map(({ id, ...event }) => (
          <li key={id} className="group">
            <EventLine event={event} />
          </li>
        ))}
        {isError && (
          <li className="px-5 py-3">
            <Button onClick={() => void refetch()}>{t(texts.retry)}</Button>
          </li>
        )}
      </ul>
    </section>
  );
}
