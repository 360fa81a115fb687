import { relativeTime } from "#kit/format.ts";
import { pageLocale } from "./page-locale.ts";

/** Times that say how long ago they are, and when exactly to whoever rests on them. Without scripts they are the day. */
export function showRelativeTimes(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>("time[data-relative]")) {
    time.title = time.textContent;
    time.textContent = relativeTime(time.dateTime, pageLocale());
  }
}
