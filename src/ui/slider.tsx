type SliderProps = {
  id: string;
  value: number | null;
  min: number;
  max: number;
  step: number;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (value: number) => void;
  onBlur: () => void;
};

/** A slider with its value. While empty it is at the minimum and shows no value. */
export function Slider({ id, value, min, max, step, invalid, disabled, describedBy, onChange, onBlur }: SliderProps) {
  return (
    <span className="flex min-h-9 max-w-96 items-center gap-3">
      <input
        id={id}
        type="range"
        className="h-9 min-w-0 flex-1 accent-brand disabled:opacity-55"
        min={min}
        max={max}
        step={step}
        value={value ?? min}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        disabled={disabled}
        onChange={(event) => onChange(Number(event.target.value))}
        onBlur={onBlur}
      />
      <output htmlFor={id} className="min-w-10 text-right text-ink-2 tabular-nums">
        {value ?? "—"}
      </output>
    </span>
  );
}
