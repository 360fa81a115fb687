import { relativeTime } from "#kit/format.ts";
import { pageLocale } from "#ui/page-locale.ts";

/** Shows relative times, with the exact time on hover. Without scripts, the date is shown. */
export function attach(element: HTMLElement): void {
  for (const time of element.querySelectorAll<HTMLTimeElement>("time[data-relative]")) {
    time.title = time.textContent;
    time.textContent = relativeTime(time.dateTime, pageLocale());
  }
}
