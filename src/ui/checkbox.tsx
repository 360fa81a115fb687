import { Check, Minus } from "lucide-react";
import { useLayoutEffect, useRef } from "react";

type CheckboxProps = {
  id?: string;
  checked: boolean;
  indeterminate?: boolean;
  /** For screen readers; omit it when a label with text surrounds the box. */
  label?: string;
  disabled?: boolean;
  invalid?: boolean;
  describedBy?: string | undefined;
  onCheckedChange: (checked: boolean) => void;
  onBlur?: () => void;
};

/** A checkbox with a click area larger than the box. */
export function Checkbox(props: CheckboxProps) {
  const {
    id,
    checked,
    indeterminate = false,
    label,
    disabled = false,
    invalid,
    describedBy,
    onCheckedChange,
    onBlur,
  } = props;
  const input = useRef<HTMLInputElement>(null);
  // `indeterminate` has no HTML attribute.
  useLayoutEffect(() => {
    if (input.current !== null) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  const isFilled = checked || indeterminate;
  return (
    <span className="relative grid size-4 place-items-center">
      <input
        ref={input}
        {...(id === undefined ? {} : { id })}
        type="checkbox"
        checked={checked}
        {...(label === undefined ? {} : { "aria-label": label })}
        disabled={disabled}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        onBlur={onBlur}
        onChange={(event) => onCheckedChange(event.target.checked)}
        className="peer absolute -inset-2.5 m-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
      />
      <span
        aria-hidden="true"
        className={`pointer-events-none grid size-4 place-items-center rounded-[3px] border text-on-brand outline-offset-2 outline-brand peer-focus-visible:outline-2 peer-disabled:opacity-55 ${isFilled ? "border-brand bg-brand" : "border-line-2 bg-sheet peer-hover:border-ink"}`}
      >
        {indeterminate ? <Minus size={12} strokeWidth={3} /> : checked && <Check size={12} strokeWidth={3} />}
      </span>
    </span>
  );
}
