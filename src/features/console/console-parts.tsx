import type { ReactNode } from "react";
import { dateTime } from "#kit/format.ts";
import { relativeTime } from "#kit/relative-time.ts";
import { formatText, type Text } from "#kit/text.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { unknown } from "./space-texts.ts";

const texts = {
  seconds: { zh: "{n} 秒", en: "{n} {n|second|seconds}" },
  minutes: { zh: "{n} 分钟", en: "{n} {n|minute|minutes}" },
  hours: { zh: "{n} 小时", en: "{n} {n|hour|hours}" },
  days: { zh: "{n} 天", en: "{n} {n|day|days}" },
} satisfies Record<string, Text>;

/** A length of time in whole units, of which the next larger begins at two. */
export function durationText(seconds: number): Text {
  const units = [
    [texts.days, 86_400],
    [texts.hours, 3600],
    [texts.minutes, 60],
  ] as const;
  for (const [text, size] of units) if (seconds >= 2 * size) return formatText(text, { n: Math.floor(seconds / size) });
  return formatText(texts.seconds, { n: Math.floor(seconds) });
}

/** ms between two readings of figures that change all the time; none while the page is not looked at. */
export const refreshInterval = 5000;

/** How long ago something was; its tooltip has the exact time. */
export function Ago({ time }: { time: string | null }) {
  const locale = useLocale();
  if (time === null) return unknown;
  return (
    <time dateTime={time} title={dateTime(time, "yyyy-MM-dd HH:mm:ss")} className="whitespace-nowrap">
      {relativeTime(time, locale)}
    </time>
  );
}

/** A row of a table, which on a phone is a card with two columns. */
export const cardRowClass =
  "border-t border-line max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4 max-sm:gap-y-2 max-sm:px-4 max-sm:py-3";

/** A value in a cell; on a phone, where the heads are hidden, with its name before it. */
export function Named({ name, children }: { name: Text; children: ReactNode }) {
  const t = useText();
  return (
    <>
      <span aria-hidden="true" className="block text-xs text-ink-3 sm:hidden">
        {t(name)}
      </span>
      {children}
    </>
  );
}

/** A part of a console screen: its title, and what it shows. */
export function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto text-lg font-semibold tracking-tight">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** The heading of a console screen, and what the screen is about. */
export function ConsoleHeader({ title, intro }: { title: string; intro: string }) {
  return (
    <header>
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      <p className="mt-1 max-w-prose text-sm text-ink-2">{intro}</p>
    </header>
  );
}
