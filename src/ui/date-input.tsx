import { CalendarDays } from "lucide-react";
import { useCallback, useRef, useState } from "react";
import { dateTime, isInstant, type TimeFormat } from "#kit/format.ts";
import type { Locale } from "#kit/text.ts";
import { Input } from "./input.tsx";
import { lazyControl } from "./lazy-control.tsx";

const texts = {
  wrongDay: { zh: "请按“2026-11-22”的格式填写日期", en: "Enter a date such as 2026-11-22" },
  wrongTime: { zh: "请按“2026-11-22 18:00”的格式填写日期和时间", en: "Enter a date and time such as 2026-11-22 18:00" },
  calendar: { zh: "打开日历", en: "Open calendar" },
  day: { zh: "年-月-日", en: "YYYY-MM-DD" },
  time: { zh: "年-月-日 时：分", en: "YYYY-MM-DD HH:MM" },
};

const Calendar = lazyControl(async () => (await import("./calendar.tsx")).Calendar, { renderFallback: () => null });

/** Also accepts variants such as "2026/3/5 9:00" and "2026年3月5日". */
const pattern = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]+(\d{1,2})[:：](\d{1,2}))?$/;

/** Normalizes a typed day, or day and time, to "yyyy-MM-dd" or "yyyy-MM-dd HH:mm"; undefined for an invalid date, such as 30 February. */
export function readDate(input: string, hasTime: boolean): string | undefined {
  const match = pattern.exec(input.normalize("NFKC").trim());
  if (match === null) return undefined;
  const [year, month, day, hour = 0, minute = 0] = match.slice(1).map((part) => Number(part ?? 0)) as number[];
  const date = new Date(Date.UTC(year!, month! - 1, day, hour, minute));
  const isReal =
    date.getUTCMonth() === month! - 1 && date.getUTCDate() === day && date.getUTCHours() === hour && minute < 60;
  if (!isReal) return undefined;
  return date
    .toISOString()
    .slice(0, hasTime ? 16 : 10)
    .replace("T", " ");
}

/** Converts a day or a time in the reader's time zone to an ISO instant. Returns invalid text unchanged, for the form to reject. */
export function instantOf(local: string): string {
  const isDate = readDate(local, local.length > 10) === local;
  return isDate ? new Date(local.length === 10 ? `${local}T00:00` : local.replace(" ", "T")).toISOString() : local;
}

/** Formats an instant in the reader's time zone. Returns an invalid instant unchanged. */
export const localTime = (instant: string, format: TimeFormat): string =>
  isInstant(instant) ? dateTime(instant, format) : instant;

/** Whether a text is a valid day, "yyyy-MM-dd", from the year 1000 on. */
export const isDay = (value: string): boolean => /^[1-9]\d{3}-/.test(value) && readDate(value, false) === value;

type Props = {
  id: string;
  /** Its accessible name, when there is no label. */
  label?: string;
  /** "yyyy-MM-dd", or "yyyy-MM-dd HH:mm"; empty for none. */
  value: string;
  hasTime: boolean;
  locale: Locale;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  /** Called with invalid text unchanged, for the form to reject. */
  onChange: (value: string) => void;
  onBlur: () => void;
  /** For the end of a range: the calendar offers ranges that end today and calls this with their number of days. */
  onDays?: (days: number) => void;
};

/** A date input: typed in the same format in every browser, or chosen in a calendar that a button opens. */
export function DateInput({
  id,
  label,
  value,
  hasTime,
  locale,
  invalid,
  disabled,
  describedBy,
  onChange,
  onBlur,
  onDays,
}: Props) {
  const box = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => {
    setIsOpen(false);
    button.current?.focus();
  }, []);
  // The text as typed, while it is edited.
  const [typed, setTyped] = useState<string>();
  const isWrong = value !== "" && readDate(value, hasTime) === undefined;
  const changeText = (text: string) => onChange(readDate(text, hasTime) ?? text.trim());
  return (
    <span ref={box} className={`relative block ${hasTime ? "max-w-64 min-w-52" : "max-w-44 min-w-40"}`}>
      <Input
        id={id}
        // Native validation prevents forms without their own checks, such as searches, from sending an invalid date.
        ref={(input) => input?.setCustomValidity(isWrong ? texts[hasTime ? "wrongTime" : "wrongDay"][locale] : "")}
        className="pr-11 tabular-nums"
        value={typed ?? value}
        placeholder={texts[hasTime ? "time" : "day"][locale]}
        autoComplete="off"
        aria-label={label}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        disabled={disabled}
        onChange={(event) => {
          setTyped(event.target.value);
          changeText(event.target.value);
        }}
        onBlur={() => {
          setTyped(undefined);
          onBlur();
        }}
      />
      <button
        type="button"
        aria-label={texts.calendar[locale]}
        title={texts.calendar[locale]}
        disabled={disabled}
        className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-sm text-ink-3 hover:text-ink disabled:opacity-55 pointer-coarse:w-11"
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <CalendarDays size={16} strokeWidth={1.5} aria-hidden="true" />
      </button>
      {isOpen && (
        <Calendar
          id={`${id}-calendar`}
          anchor={box}
          locale={locale}
          value={readDate(value, hasTime) ?? ""}
          hasTime={hasTime}
          onChange={(next) => {
            setTyped(undefined);
            onChange(next);
          }}
          onDays={onDays}
          onClose={close}
        />
      )}
    </span>
  );
}
