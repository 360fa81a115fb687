import { useEffect, useState } from "react";
import { dateTime, minutes } from "#kit/format.ts";
import { timeLeft } from "#kit/time-left.ts";
import type { Locale } from "#kit/text.ts";

/** The time left until a deadline (ISO 8601), updated every 30 s. Highlighted when overdue; the tooltip shows the exact time. */
export function TimeLeft({ until, locale }: { until: string; locale: Locale }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minutes(1) / 2);
    return () => clearInterval(timer);
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
