import { relativeTime } from "#kit/format.ts";
import { pageLocale } from "#ui/page-locale.ts";

/** Times that say how long ago they are, and when exactly to whoever rests on them. Without scripts they are the day. */
export function attach(element: HTMLElement): void {
  for (const time of element.querySelectorAll<HTMLTimeElement>("time[data-relative]")) {
    time.title = time.textContent;
    time.textContent = relativeTime(time.dateTime, pageLocale());
  }
}
