import { Checkbox as Base } from "@base-ui/react/checkbox";
import { Check, Minus } from "lucide-react";

type CheckboxProps = {
  checked: boolean;
  indeterminate?: boolean;
  /** Unless words of its own stand beside it in a label. */
  label?: string;
  disabled?: boolean;
  onCheckedChange: (checked: boolean) => void;
};

/** A box to tick, named for those who do not see what stands beside it. The space around it can be pressed too. */
export function Checkbox({ checked, indeterminate = false, label, disabled = false, onCheckedChange }: CheckboxProps) {
  return (
    <Base.Root
      checked={checked}
      indeterminate={indeterminate}
      {...(label === undefined ? {} : { "aria-label": label })}
      disabled={disabled}
      onCheckedChange={(next) => onCheckedChange(next)}
      className="relative grid size-4 place-items-center rounded-[3px] border border-line-2 bg-sheet text-on-brand after:absolute after:-inset-2.5 hover:border-ink data-checked:border-brand data-checked:bg-brand data-indeterminate:border-brand data-indeterminate:bg-brand data-disabled:opacity-55"
    >
      <Base.Indicator>
        {indeterminate ? <Minus size={12} strokeWidth={3} /> : <Check size={12} strokeWidth={3} />}
      </Base.Indicator>
    </Base.Root>
  );
}
