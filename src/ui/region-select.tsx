import { levelNames, pathOf, regionChoices } from "#kit/regions.ts";
import type { Locale } from "#kit/text.ts";
import { PathSelect } from "./path-select.tsx";

const labels = { zh: ["省份", "城市", "区县"], en: ["Province", "City", "County"] };

type RegionSelectProps = {
  id: string;
  /** The code of the last selected region. */
  value: string | null;
  locale: Locale;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (code: string | null) => void;
  onBlur: () => void;
};

/** Three selects for province, city and county, each limited by the one before. */
export function RegionSelect({ value, locale, onChange, ...control }: RegionSelectProps) {
  return (
    <PathSelect
      {...control}
      path={value === null ? [] : pathOf(Number(value)).map((region) => String(region.id))}
      labels={labels[locale]}
      locale={locale}
      optionsBelow={(path) => {
        const level = levelNames[path.length];
        return level === undefined ? [] : regionChoices(level, locale, path.at(-1));
      }}
      onChange={(path) => onChange(path.at(-1) ?? null)}
    />
  );
}
