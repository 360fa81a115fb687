import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from "lucide-react";
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { readTime, stepTime } from "#kit/clock.ts";
import { addDays, addMonths, periodDays, today, weekday, weeksOf } from "#kit/day.ts";
import { formatText, type Locale } from "#kit/text.ts";
import { Button } from "./button.tsx";
import { placeBelow } from "./place-below.ts";
import { usePressOutside } from "./press-outside.ts";
import { StepInput } from "./step-input.tsx";

const texts = {
  name: { zh: "选择日期", en: "Choose a date" },
  yearBefore: { zh: "上一年", en: "Previous year" },
  monthBefore: { zh: "上个月", en: "Previous month" },
  monthAfter: { zh: "下个月", en: "Next month" },
  yearAfter: { zh: "下一年", en: "Next year" },
  today: { zh: "今天", en: "Today" },
  clear: { zh: "清空", en: "Clear" },
  done: { zh: "完成", en: "Done" },
  time: { zh: "时间", en: "Time" },
  days: { zh: "{n} 天", en: "{n} d" },
  lastDays: { zh: "最近 {n} 天", en: "Last {n} {n|day|days}" },
};
const iconProps = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;
const languages = { zh: "zh-CN", en: "en-GB" };
const formatDay = (locale: Locale, day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(languages[locale], { ...options, timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
/** Any week, Monday first, for the names of weekdays. */
const sampleWeek = weeksOf("2026-06-01")[0]!;

/** The day to which each key moves. */
const dayAfterKey: Record<string, (day: string, isShift: boolean) => string> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -weekday(day)),
  End: (day) => addDays(day, 6 - weekday(day)),
  PageUp: (day, isShift) => addMonths(day, isShift ? -12 : -1),
  PageDown: (day, isShift) => addMonths(day, isShift ? 12 : 1),
};

type CalendarProps = {
  id: string;
  /** The control that opens the calendar. */
  anchor: RefObject<HTMLElement | null>;
  locale: Locale;
  /** "yyyy-MM-dd", or "yyyy-MM-dd HH:mm"; empty for none. */
  value: string;
  hasTime: boolean;
  onChange: (value: string) => void;
  /** Sets a range that ends today: called with its number of days. Undefined: no preset ranges. */
  onDays?: ((days: number) => void) | undefined;
  /** Called on Escape, on a press outside, by the button at the end, and when a range, or a day without a time, is chosen. */
  onClose: () => void;
};

/** A calendar of one month, with an optional time. Takes the focus when it opens; keys move by day, week, month and year. */
export function Calendar({ id, anchor, locale, value, hasTime, onChange, onDays, onClose }: CalendarProps) {
  const panel = useRef<HTMLDivElement>(null);
  const selectedDay = value.slice(0, 10);
  const [active, setActive] = useState(selectedDay === "" ? today() : selectedDay);
  const [time, setTime] = useState(value.slice(11) === "" ? "09:00" : value.slice(11));
  // Whether the active day gets the focus: after a key, but not after a month button.
  const focusFollows = useRef(true);

  useLayoutEffect(() => {
    const [popup, control] = [panel.current, anchor.current];
    if (popup === null || control === null) return;
    popup.showPopover();
    return placeBelow(popup, control);
  }, [anchor]);

  useLayoutEffect(() => {
    if (focusFollows.current) panel.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus();
    focusFollows.current = false;
  }, [active]);

  usePressOutside(panel, anchor, onClose);

  function choose(day: string): void {
    onChange(hasTime ? `${day} ${readTime(time) ?? "00:00"}` : day);
    if (!hasTime) onClose();
    else setActive(day);
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      return onClose();
    }
    const step = dayAfterKey[event.key];
    if (step === undefined || !(event.target instanceof HTMLElement) || event.target.dataset.day === undefined) return;
    event.preventDefault();
    focusFollows.current = true;
    setActive(step(active, event.shiftKey));
  }

  const monthButton = (step: number, name: keyof typeof texts, Icon: typeof ChevronLeft) => (
    <Button
      kind="quiet"
      size="icon"
      aria-label={texts[name][locale]}
      onClick={() => setActive(addMonths(active, step))}
    >
      <Icon {...iconProps} />
    </Button>
  );

  return (
    // The panel handles the keys of the day buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={panel}
      id={id}
      popover="manual"
      role="dialog"
      aria-label={texts.name[locale]}
      className="fixed inset-auto m-0 w-76 rounded-md border border-line bg-sheet p-3 text-ink shadow-lg"
      onKeyDown={handleKeyDown}
    >
      <div className="mb-2 flex items-center">
        {monthButton(-12, "yearBefore", ChevronsLeft)}
        {monthButton(-1, "monthBefore", ChevronLeft)}
        <span aria-live="polite" className="flex-1 text-center text-[0.9375rem] font-medium text-nowrap">
          {formatDay(locale, active, { year: "numeric", month: "long" })}
        </span>
        {monthButton(1, "monthAfter", ChevronRight)}
        {monthButton(12, "yearAfter", ChevronsRight)}
      </div>
      <table
        // Arrow keys between days make the table a grid.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-label={formatDay(locale, active, { year: "numeric", month: "long" })}
        className="w-full table-fixed text-center text-sm"
      >
        <thead>
          <tr>
            {sampleWeek.map((day) => (
              <th
                key={day}
                scope="col"
                abbr={formatDay(locale, day, { weekday: "long" })}
                className="h-8 font-normal text-ink-3"
              >
                {formatDay(locale, day, { weekday: "narrow" })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(active).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} aria-selected={day === selectedDay}>
                  <button
                    type="button"
                    data-day={day}
                    tabIndex={day === active ? 0 : -1}
                    aria-label={formatDay(locale, day, {
                      year: "numeric",
                      month: "long",
                      day: "numeric",
                      weekday: "long",
                    })}
                    aria-current={day === today() ? "date" : undefined}
                    className={`size-9 rounded-sm tabular-nums pointer-coarse:size-10 ${day === selectedDay ? "bg-brand text-on-brand" : `hover:bg-paper-3 ${day.slice(0, 7) === active.slice(0, 7) ? "" : "text-ink-3"} ${day === today() ? "font-semibold text-brand" : ""}`}`}
                    onClick={() => choose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {onDays !== undefined && (
        <div className="mt-2 flex justify-between border-t border-line pt-2">
          {/* Ranges that end today (B-278). */}
          {periodDays.map((n) => (
            <button
              key={n}
              type="button"
              aria-label={formatText(texts.lastDays, { n })[locale]}
              className="min-h-8 rounded-sm px-1.5 text-sm text-ink-2 tabular-nums hover:bg-paper-3 hover:text-ink pointer-coarse:min-h-11"
              onClick={() => {
                onDays(n);
                onClose();
              }}
            >
              {formatText(texts.days, { n })[locale]}
            </button>
          ))}
        </div>
      )}
      <div className="mt-2 flex items-center gap-1 border-t border-line pt-2">
        {hasTime && (
          <StepInput
            id={`${id}-time`}
            label={texts.time[locale]}
            value={time}
            locale={locale}
            placeholder="09:00"
            read={readTime}
            // In quarters of an hour.
            step={(from, count) => stepTime(from, count * 15)}
            invalid={readTime(time) === undefined}
            disabled={false}
            describedBy={undefined}
            onChange={(next) => {
              setTime(next);
              const readableTime = readTime(next);
              if (readableTime !== undefined) onChange(`${selectedDay === "" ? active : selectedDay} ${readableTime}`);
            }}
            onBlur={() => undefined}
          />
        )}
        <Button kind="quiet" className="ml-auto" onClick={() => choose(today())}>
          {texts.today[locale]}
        </Button>
        <Button
          kind="quiet"
          onClick={() => {
            if (!hasTime) onChange("");
            onClose();
          }}
        >
          {texts[hasTime ? "done" : "clear"][locale]}
        </Button>
      </div>
    </div>
  );
}
