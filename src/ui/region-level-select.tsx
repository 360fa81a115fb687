import { useEffect, useRef } from "react";
import { isWithin, regionChoices, regionName } from "#kit/regions.ts";
import type { Locale } from "#kit/text.ts";
import { Select } from "./select.tsx";

const texts: Record<"choose" | "first", Record<"city" | "county", Record<Locale, string>>> = {
  choose: {
    city: { zh: "请选择城市", en: "Choose a city" },
    county: { zh: "请选择区县", en: "Choose a county" },
  },
  first: {
    city: { zh: "请先选择省份", en: "Choose a province first" },
    county: { zh: "请先选择城市", en: "Choose a city first" },
  },
};
type RegionLevelSelectProps = {
  id: string;
  level: "city" | "county";
  value: string | null;
  /** The parent region, from another box; undefined without such a box. */
  within: unknown;
  locale: Locale;
  placeholder: string | undefined;
  isRequired: boolean;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (code: string | null) => void;
  onBlur: () => void;
};

/** A select for one level of regions, limited to the parent region chosen in another box. Changing the parent clears it. */
export function RegionLevelSelect(props: RegionLevelSelectProps) {
  const { level, value, within, locale, placeholder, isRequired, onChange, ...control } = props;
  const parent = typeof within === "string" && within !== "" ? within : undefined;
  const isNext = within === null || within === "";
  const previousWider = useRef(parent);
  const isElsewhere = value !== null && (isNext || (parent !== undefined && !isWithin(value, parent)));
  useEffect(() => {
    const hasChanged = previousWider.current !== parent;
    previousWider.current = parent;
    if (hasChanged && isElsewhere) onChange(null);
  }, [parent, isElsewhere, onChange]);
  const options = isNext ? [] : regionChoices(level, locale, parent);
  return (
    <Select
      {...control}
      className="max-w-80"
      value={value}
      // What a row has from elsewhere stays in sight until another is chosen.
      options={isElsewhere ? [...options, { key: value, name: regionName(value, locale) }] : options}
      placeholder={placeholder ?? texts[isNext ? "first" : "choose"][level][locale]}
      clearable={!isRequired}
      disabled={control.disabled || (isNext && value === null)}
      onChange={onChange}
    />
  );
}
