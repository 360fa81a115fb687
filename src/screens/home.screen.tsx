import { useEffect, useState } from "react";
import { Link } from "react-router";
import { totalText } from "#kit/total.ts";
import { relativeTime } from "#kit/relative-time.ts";
import type { AnyRow } from "#kit/entity.ts";
import type { Text } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { CallProblem } from "#client/call.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { loadLater } from "#ui/load-later.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { useTitle } from "#ui/title.ts";
import { headingLinkClass } from "#features/quick-actions/entry-style.ts";
import { QuickActionsSection } from "#features/quick-actions/quick-actions-section.tsx";
import { FirstStepsList } from "#features/space/first-steps.tsx";
import type { MenuEntry } from "#kit/menu-groups.ts";
import { groupsFor } from "#features/shell/menus.ts";
import { Invitations } from "#features/space/invitations.tsx";
import { nameOf, type Person, urlFor, usePerson } from "#client/person.ts";
import { mayOpen } from "#client/navigation/page-access.ts";
import screen from "./home.screen.ts";
import { useNewMessages, useTotal } from "#features/shell/totals.ts";

const texts = {
  messages: { zh: "待回复的留言", en: "Enquiries awaiting reply" },
  noMessages: { zh: "没有待回复的留言。", en: "No enquiries are awaiting a reply." },
  all: { zh: "查看全部", en: "View all" },
  retry: { zh: "重试", en: "Try again" },
} satisfies Record<string, Text>;

// The charts load after the rest of the screen.
const lazyFigures = loadLater(() =>
  import("#features/figures/figures-section.tsx").then((file) => file.FiguresSection),
);

const messagesUrl = "/paas/contactMessage/list";

/** The greeting at an hour of the browser's clock, 0 to 23. */
function greeting(hour: number): Text {
  if (hour < 5) return { zh: "晚上好", en: "Good evening" };
  if (hour < 11) return { zh: "早上好", en: "Good morning" };
  if (hour < 14) return { zh: "中午好", en: "Good afternoon" };
  return hour < 18 ? { zh: "下午好", en: "Good afternoon" } : { zh: "晚上好", en: "Good evening" };
}

/** The name of a list and its total, linked to the list. */
function ListTotal({ entry, entity }: { entry: MenuEntry; entity: string }) {
  const t = useText();
  const { data, isError } = useTotal(entity);
  const count = data && totalText(data);
  return (
    // On a phone a row has two totals; the last of an odd number fills its row.
    <li className="border-r border-b border-line max-sm:last:odd:col-span-2">
      <Link to={entry.url} className="group grid gap-3 p-5 hover:bg-paper-2">
        <span className="text-sm text-ink-2 group-hover:text-ink">{t(entry.name)}</span>
        <span className="text-3xl font-semibold tracking-tight tabular-nums">
          {isError ? "—" : (count ?? <Skeleton className="my-1.5 h-6 w-14" />)}
        </span>
      </Link>
    </li>
  );
}

function Message({ row, url }: { row: AnyRow; url: string }) {
  const locale = useLocale();
  return (
    <li className="border-b border-line last:border-b-0">
      <Link to={url} className="grid gap-1 px-5 py-3.5 hover:bg-paper-2">
        <span className="flex items-baseline justify-between gap-4">
          <span className="truncate font-medium">{String(row.name)}</span>
          <time dateTime={row.createdAt} className="shrink-0 text-xs text-ink-3">
            {relativeTime(row.createdAt, locale)}
          </time>
        </span>
        <span className="truncate text-sm text-ink-2">
          {typeof row.message === "string" ? row.message : String(row.contact)}
        </span>
      </Link>
    </li>
  );
}

function Messages({ person }: { person: Person }) {
  const t = useText();
  const { data, error, isError, refetch } = useNewMessages(useLocale());
  // A role may allow reading enquiries without the fields by which this list filters and sorts.
  if (error instanceof CallProblem && error.status >= 400 && error.status < 500) return null;
  return (
    <section aria-labelledby="messages">
      <div className="mb-3 flex items-baseline justify-between">
        <h2 id="messages" className="font-semibold">
          {t(texts.messages)}
          {data !== undefined && data.total > 0 && (
            <span className="ml-2 font-normal text-ink-3 tabular-nums">{totalText(data)}</span>
          )}
        </h2>
        <Link to={urlFor(person, messagesUrl)} className={headingLinkClass}>
          {t(texts.all)}
        </Link>
      </div>
      <div className="border border-line bg-sheet">
        {isError ? (
          <div className="p-5">
            <Button onClick={() => void refetch()}>{t(texts.retry)}</Button>
          </div>
        ) : data === undefined ? (
          <div className="grid gap-4 p-5">
            <Skeleton className="w-1/3" />
            <Skeleton className="w-1/2" />
          </div>
        ) : data.rows.length === 0 ? (
          <p className="p-5 text-sm text-ink-2">{t(texts.noMessages)}</p>
        ) : (
          <ul>
            {data.rows.map((row) => (
              <Message key={row.id} row={row} url={urlFor(person, `/paas/contactMessage/edit?id=${row.id}`)} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function Home({ person }: { person: Person }) {
  const locale = useLocale();
  const t = useText();
  const [now] = useState(() => new Date());
  useTitle(t(screen.title));
  useEffect(() => lazyFigures.preload(), []);
  const name = nameOf(person);
  const canSeeMessages = mayOpen(person, messagesUrl);
  const countedEntries = groupsFor(person, "management").flatMap(({ entries }) =>
    entries.filter(({ isCountedOnHome }) => isCountedOnHome),
  );
  const date = now.toLocaleDateString(locale === "zh" ? "zh-CN" : "en-GB", {
    weekday: "long",
    year: "numeric",
    month: "long",
    day: "numeric",
  });
  return (
    <div className="grid gap-8">
      <header className="grid gap-1">
        <h1 className="text-2xl font-semibold tracking-tight">
          {greeting(now.getHours())[locale]}
          {name !== person.mobile && `${locale === "zh" ? "，" : ", "}${name}`}
        </h1>
        <p className="text-sm text-ink-3">
          {date} · {person.tenant.name[locale]}
        </p>
      </header>
      <Invitations />
      {person.tenant.isNew && person.isAdministrator && <FirstStepsList person={person} />}
      <ul className="grid grid-cols-2 border-t border-l border-line bg-sheet sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none">
        {countedEntries.map((entry) => (
          <ListTotal key={entry.url} entry={entry} entity={entry.listedEntity!} />
        ))}
      </ul>
      <lazyFigures.Component />
      <div className={`grid items-start gap-8 ${canSeeMessages ? "lg:grid-cols-[3fr_2fr]" : "lg:max-w-xl"}`}>
        {canSeeMessages && <Messages person={person} />}
        <QuickActionsSection person={person} />
      </div>
    </div>
  );
}

/** The home screen of the admin area: a greeting, totals of lists, and pending work (S-034). */
export function HomeScreen() {
  const { data: person } = usePerson();
  return person === undefined ? null : <Home person={person} />;
}
