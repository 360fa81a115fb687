import type { Locale } from "#kit/text.ts";
import { formatString } from "#kit/text.ts";
import { Select, type SelectOption } from "./select.tsx";

const level = { zh: "第 {n} 级", en: "Level {n}" };

type PathSelectProps = {
  id: string;
  /** The selected keys, one per level. */
  path: readonly string[];
  /** The options below a path; empty at a leaf. */
  optionsBelow: (path: readonly string[]) => readonly SelectOption[];
  /** The labels of the selects, one per level. */
  labels?: readonly string[];
  locale: Locale;
  placeholder?: string | undefined;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (path: string[]) => void;
  onBlur: () => void;
};

/** Selects a path in a tree: one select per level, each with the children of the previous selection. */
export function PathSelect(props: PathSelectProps) {
  const { id, path, optionsBelow, labels, locale, placeholder, invalid, disabled, describedBy, onChange, onBlur } =
    props;
  const levels = [...path, null].map((value, depth) => ({ value, depth, options: optionsBelow(path.slice(0, depth)) }));
  return (
    <span className="flex flex-wrap gap-2">
      {levels
        .filter(({ options, value }) => options.length > 0 || value !== null)
        .map(({ value, depth, options }) => (
          <Select
            key={depth}
            id={depth === 0 ? id : `${id}-${depth}`}
            label={labels?.[depth] ?? formatString(level[locale], { n: depth + 1 })}
            className="max-w-56 min-w-36 flex-1"
            value={value}
            options={
              value === null || options.some(({ key }) => key === value)
                ? options
                : [...options, { key: value, name: value }]
            }
            placeholder={labels?.[depth] ?? placeholder}
            isClearable
            invalid={invalid}
            disabled={disabled}
            describedBy={describedBy}
            onChange={(next) => onChange([...path.slice(0, depth), ...(next === null ? [] : [next])])}
            onBlur={onBlur}
          />
        ))}
    </span>
  );
}
