import { CalendarDays } from "lucide-react";
import { useRef, useState } from "react";
import type { Locale } from "#kit/text.ts";
import { Input } from "./input.tsx";

const texts = {
  wrongDay: { zh: "请按“2026-11-22”的格式填写日期", en: "Enter a date such as 2026-11-22" },
  wrongTime: { zh: "请按“2026-11-22 18:00”的格式填写日期和时间", en: "Enter a date and time such as 2026-11-22 18:00" },
  calendar: { zh: "打开日历", en: "Open calendar" },
  day: { zh: "如 2026-11-22", en: "YYYY-MM-DD" },
  time: { zh: "如 2026-11-22 18:00", en: "YYYY-MM-DD HH:MM" },
};

/** Two digits, leniently: what people type is "2026/3/5 9:00" as often as "2026-03-05 09:00". */
const pattern = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]+(\d{1,2})[:：](\d{1,2}))?$/;

/** Reads a typed day, or day and time, as "yyyy-MM-dd" or "yyyy-MM-dd HH:mm"; undefined for what is no date, such as 30 February. */
export function readDate(typed: string, hasTime: boolean): string | undefined {
  const found = pattern.exec(typed.normalize("NFKC").trim());
  if (found === null) return undefined;
  const [year, month, day, hour = 0, minute = 0] = found.slice(1).map((part) => Number(part ?? 0)) as number[];
  const at = new Date(Date.UTC(year!, month! - 1, day, hour, minute));
  const isReal = at.getUTCMonth() === month! - 1 && at.getUTCDate() === day && at.getUTCHours() === hour && minute < 60;
  if (!isReal) return undefined;
  return at
    .toISOString()
    .slice(0, hasTime ? 16 : 10)
    .replace("T", " ");
}

type Props = {
  id: string;
  /** Its name, where no label says it. */
  label?: string;
  /** "yyyy-MM-dd", or "yyyy-MM-dd HH:mm"; empty for none. */
  value: string;
  hasTime: boolean;
  locale: Locale;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  /** What was typed and is no date goes on as it is, for the form to refuse. */
  onChange: (value: string) => void;
  onBlur: () => void;
};

/**
 * A date as it is shown everywhere else, typed in one box, whatever the browser's language; or chosen in the browser's calendar, which
 * opens from the button.
 */
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
}: Props) {
  const calendar = useRef<HTMLInputElement>(null);
  // While it is being typed it stands as it was typed.
  const [typed, setTyped] = useState<string>();
  const isWrong = value !== "" && readDate(value, hasTime) === undefined;
  const take = (text: string) => onChange(readDate(text, hasTime) ?? text.trim());
  return (
    <span className={`relative block ${hasTime ? "max-w-64 min-w-52" : "max-w-44 min-w-40"}`}>
      <Input
        id={id}
        // Forms without checks of their own, such as searches, are not sent with what is no date.
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
          take(event.target.value);
        }}
        onBlur={() => {
          setTyped(undefined);
          onBlur();
        }}
      />
      <input
        ref={calendar}
        type={hasTime ? "datetime-local" : "date"}
        className="pointer-events-none absolute inset-y-0 right-0 w-11 opacity-0"
        tabIndex={-1}
        aria-hidden="true"
        disabled={disabled}
        value={(readDate(value, hasTime) ?? "").replace(" ", "T")}
        onChange={(event) => {
          setTyped(undefined);
          take(event.target.value);
        }}
      />
      <button
        type="button"
        aria-label={texts.calendar[locale]}
        title={texts.calendar[locale]}
        disabled={disabled}
        className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-sm text-ink-3 hover:text-ink disabled:opacity-55 pointer-coarse:w-11"
        onClick={() => calendar.current?.showPicker()}
      >
        <CalendarDays size={16} strokeWidth={1.5} aria-hidden="true" />
      </button>
    </span>
  );
}
