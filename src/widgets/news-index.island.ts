import { relativeTime } from "#kit/relative-time.ts";
import { pageLocale } from "#ui/page-locale.ts";

/** Replaces dates by relative times; the date is then shown on hover. */
export function attach(element: HTMLElement): void {
  for (const time of element.querySelectorAll<HTMLTimeElement>("time[data-relative]")) {
    time.title = time.textContent;
    time.textContent = relativeTime(time.dateTime, pageLocale());
  }
}
