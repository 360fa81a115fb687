import { useEffect, useState } from "react";
import { dateTime, minutes, timeLeft } from "#kit/format.ts";
import type { Locale } from "#kit/text.ts";

/** The time left until a deadline, kept up to date; overdue ones are highlighted. The exact time is in the tooltip. */
export function TimeLeft({ until, locale }: { until: string; locale: Locale }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), minutes(1) / 2);
    return () => clearInterval(ticking);
  }, []);
  const { text, isOverdue } = timeLeft(until, locale, now);
  return (
    <time
      dateTime={until}
      title={dateTime(until, "yyyy-MM-dd HH:mm")}
      className={isOverdue ? "font-medium whitespace-nowrap text-danger" : "whitespace-nowrap"}
    >
      {text}
    </time>
  );
}
