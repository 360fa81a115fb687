import { type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";

type RadioButtonsProps<K extends string> = {
  legend: string;
  /** Whether only screen readers get the legend. */
  isLegendHidden?: boolean;
  choices: readonly { key: K; label: ReactNode; isDanger?: boolean }[];
  value: K;
  /** How the buttons are arranged. */
  layout: "columns" | "line";
  onChange: (value: K) => void;
};

/** Radio buttons that look like buttons: in two columns, or in a line that wraps. */
export function RadioButtons<K extends string>({
  legend,
  isLegendHidden = false,
  choices,
  value,
  layout,
  onChange,
}: RadioButtonsProps<K>) {
  const name = useId();
  return (
    <fieldset>
      <legend className={isLegendHidden ? "sr-only" : "mb-1.5 text-sm font-medium text-ink-2"}>{legend}</legend>
      <div className={layout === "columns" ? "grid grid-cols-2 gap-2" : "flex flex-wrap gap-2"}>
        {choices.map(({ key, label, isDanger = false }) => (
          <label
            key={key}
            className={classNames(
              "flex min-h-9 cursor-pointer items-center gap-2 rounded-sm border border-line-2 px-3 hover:border-ink has-checked:border-brand has-checked:bg-brand-tint has-focus-visible:outline-2 has-focus-visible:outline-brand pointer-coarse:min-h-11",
              layout === "columns" && "justify-center text-center",
              isDanger && "text-danger",
            )}
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={key === value}
              onChange={() => onChange(key)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
