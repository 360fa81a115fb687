import type { ReactNode } from "react";
import { Checkbox } from "./checkbox.tsx";

type LabelledCheckboxProps = {
  checked: boolean;
  disabled: boolean;
  /** Accessible name, if the visible label is not sufficient. */
  label?: string;
  onChange: (checked: boolean) => void;
  children: ReactNode;
};

/** A checkbox with a clickable label. */
export function LabelledCheckbox({ checked, disabled, label, onChange, children }: LabelledCheckboxProps) {
  return (
    <label
      className={`flex min-h-6 items-center gap-2 text-sm pointer-coarse:min-h-11 ${disabled ? "" : "cursor-pointer"}`}
    >
      <Checkbox
        {...(label === undefined ? {} : { label })}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
      />
      <span className={checked ? "" : "text-ink-3"}>{children}</span>
    </label>
  );
}
