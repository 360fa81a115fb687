import { useId } from "react";

type RadioListProps = {
  id: string;
  value: string | null;
  options: readonly { key: string; name: string }[];
  /** Stacked vertically. */
  isColumn: boolean;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (key: string) => void;
  onBlur: () => void;
};

/** A few options, all visible, one of which is selected; arrow keys move between them. */
export function RadioList({
  id,
  value,
  options,
  isColumn,
  invalid,
  disabled,
  describedBy,
  onChange,
  onBlur,
}: RadioListProps) {
  const group = useId();
  return (
    <div
      id={id}
      role="radiogroup"
      tabIndex={-1}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      className={isColumn ? "grid gap-1 py-1" : "flex flex-wrap gap-x-6 gap-y-1 py-1"}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur()}
    >
      {options.map(({ key, name }) => (
        <label
          key={key}
          className={`flex min-h-7 items-center gap-2 pointer-coarse:min-h-11 ${disabled ? "" : "cursor-pointer"}`}
        >
          <span className="relative grid size-4 place-items-center">
            <input
              type="radio"
              name={group}
              checked={value === key}
              disabled={disabled}
              onChange={() => onChange(key)}
              className="peer absolute -inset-1.5 m-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
            />
            <span
              aria-hidden="true"
              className={`pointer-events-none grid size-4 place-items-center rounded-full border outline-offset-2 outline-brand peer-focus-visible:outline-2 peer-disabled:opacity-55 ${value === key ? "border-brand bg-brand" : `bg-sheet peer-hover:border-ink ${invalid ? "border-danger" : "border-line-2"}`}`}
            >
              {value === key && <span className="size-1.5 rounded-full bg-on-brand" />}
            </span>
          </span>
          {name}
        </label>
      ))}
    </div>
  );
}
