import type { ReactNode } from "react";
import { Checkbox } from "./checkbox.tsx";

type TickLineProps = {
  checked: boolean;
  disabled: boolean;
  /** What the box is called where the words beside it say too little. */
  label?: string;
  onChange: (checked: boolean) => void;
  children: ReactNode;
};

/** A box to tick and the words beside it, which can be pressed too. */
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
