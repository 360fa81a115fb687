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
  /** The parent region, the value of another field; undefined if the form has no such field. */
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

/** A select for one level of regions, limited to the parent region of another field. Clears the value when the parent changes to another region. */
export function RegionLevelSelect(props: RegionLevelSelectProps) {
  const { level, value, within, locale, placeholder, isRequired, onChange, ...control } = props;
  const parent = typeof within === "string" && within !== "" ? within : undefined;
  const lacksParent = within === null || within === "";
  const previousParent = useRef(parent);
  const isOutsideParent = value !== null && (lacksParent || (parent !== undefined && !isWithin(value, parent)));
  useEffect(() => {
    const hasChanged = previousParent.current !== parent;
    previousParent.current = parent;
    if (hasChanged && isOutsideParent) onChange(null);
  }, [parent, isOutsideParent, onChange]);
  const options = lacksParent ? [] : regionChoices(level, locale, parent);
  return (
    <Select
      {...control}
      className="max-w-80"
      value={value}
      // A stored value outside the parent stays visible until the person selects another.
      options={isOutsideParent ? [...options, { key: value, name: regionName(value, locale) }] : options}
      placeholder={placeholder ?? texts[lacksParent ? "first" : "choose"][level][locale]}
      isClearable={!isRequired}
      disabled={control.disabled || (lacksParent && value === null)}
      onChange={onChange}
    />
  );
}
