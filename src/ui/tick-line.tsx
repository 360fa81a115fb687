import type { ReactNode } from "react";
import { Checkbox } from "./checkbox.tsx";

type TickLineProps = {
  checked: boolean;
  disabled: boolean;
  /** For screen readers, when the words beside the box are not a sufficient name. */
  label?: string;
  onChange: (checked: boolean) => void;
  children: ReactNode;
};

/** A checkbox with a label that can be pressed too. */
export function TickLine({ checked, disabled, label, onChange, children }: TickLineProps) {
  return (
    <label className={`flex min-h-6 items-center gap-2 text-sm ${disabled ? "" : "cursor-pointer"}`}>
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
