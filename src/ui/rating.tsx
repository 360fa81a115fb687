import { Star } from "lucide-react";
import { useId } from "react";
import { formatText } from "#kit/text.ts";
import { useText } from "./locale.ts";

const texts = {
  stars: { zh: "{n} 星", en: "{n} {n|star|stars}" },
  of: { zh: "{n} 星，共 {max} 星", en: "{n} of {max} stars" },
};

const Stars = ({ n, max }: { n: number; max: number }) =>
  Array.from({ length: max }, (_, index) => (
    <Star
      key={index}
      size={18}
      strokeWidth={1.5}
      aria-hidden="true"
      className={index < n ? "fill-brand text-brand" : "text-line-2"}
    />
  ));

/** A rating, read-only. */
export function RatingStars({ value, max }: { value: number; max: number }) {
  const t = useText();
  return (
    <span role="img" aria-label={t(formatText(texts.of, { n: value, max }))} className="inline-flex align-middle">
      <Stars n={value} max={max} />
    </span>
  );
}

type RatingProps = {
  id: string;
  value: number | null;
  max: number;
  isRequired: boolean;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (value: number | null) => void;
  onBlur: () => void;
};

/** A rating input. A click on the selected star clears the rating, unless it is required. */
export function Rating({ id, value, max, isRequired, invalid, disabled, describedBy, onChange, onBlur }: RatingProps) {
  const t = useText();
  const group = useId();
  return (
    <div
      id={id}
      role="radiogroup"
      tabIndex={-1}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      className="flex min-h-9 w-max items-center"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur()}
    >
      {Array.from({ length: max }, (_, index) => index + 1).map((n) => (
        <label
          key={n}
          className={`relative grid size-8 place-items-center pointer-coarse:size-11 ${disabled ? "" : "cursor-pointer"}`}
        >
          <input
            type="radio"
            name={group}
            aria-label={t(formatText(texts.stars, { n }))}
            checked={value === n}
            disabled={disabled}
            onChange={() => onChange(n)}
            onClick={() => value === n && !isRequired && onChange(null)}
            className="peer absolute inset-0 m-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
          />
          <Star
            size={22}
            strokeWidth={1.5}
            aria-hidden="true"
            className={`pointer-events-none rounded-sm outline-offset-2 outline-brand peer-hover:text-brand peer-focus-visible:outline-2 peer-disabled:opacity-55 ${value !== null && n <= value ? "fill-brand text-brand" : invalid ? "text-danger" : "text-ink-3"}`}
          />
        </label>
      ))}
    </div>
  );
}
