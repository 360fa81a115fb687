import { ChevronDown, ChevronUp } from "lucide-react";
import { useState } from "react";
import type { Locale } from "#kit/text.ts";
import { Input } from "./input.tsx";

const texts = { up: { zh: "增加", en: "Later" }, down: { zh: "减少", en: "Earlier" } };

type StepInputProps = {
  id: string;
  /** Its accessible name, when there is no label. */
  label?: string;
  value: string;
  locale: Locale;
  placeholder: string;
  /** Normalizes typed text; undefined when it is invalid. */
  read: (input: string) => string | undefined;
  /** The next or previous value; for an empty value, a value to start from. */
  step: (value: string, step: 1 | -1) => string;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  /** Called with invalid text unchanged, for the form to reject. */
  onChange: (value: string) => void;
  onBlur: () => void;
};

/** An input for an ordered series of values, such as times or months: typed, or changed step by step with arrow keys and buttons. */
export function StepInput(props: StepInputProps) {
  const { id, label, value, locale, placeholder, read, step, invalid, disabled, describedBy, onChange, onBlur } = props;
  // The text as typed, while it is edited.
  const [typed, setTyped] = useState<string>();
  const stepBy = (direction: 1 | -1) => {
    setTyped(undefined);
    onChange(step(read(value) ?? "", direction));
  };
  return (
    <span className="relative block max-w-40 min-w-32">
      <Input
        id={id}
        className="pr-9 tabular-nums"
        value={typed ?? value}
        placeholder={placeholder}
        autoComplete="off"
        aria-label={label}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        disabled={disabled}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(read(event.target.value) ?? event.target.value.trim());
        }}
        onKeyDown={(event) => {
          if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
          event.preventDefault();
          stepBy(event.key === "ArrowUp" ? 1 : -1);
        }}
        onBlur={() => {
          setTyped(undefined);
          onBlur();
        }}
      />
      <span className="absolute inset-y-px right-px grid w-8 grid-rows-2">
        {([1, -1] as const).map((direction) => (
          <button
            key={direction}
            type="button"
            tabIndex={-1}
            aria-label={texts[direction === 1 ? "up" : "down"][locale]}
            disabled={disabled}
            className="grid place-items-center rounded-sm text-ink-3 hover:text-ink disabled:opacity-55"
            onClick={() => stepBy(direction)}
          >
            {direction === 1 ? (
              <ChevronUp size={14} strokeWidth={1.5} aria-hidden="true" />
            ) : (
              <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />
            )}
          </button>
        ))}
      </span>
    </span>
  );
}
