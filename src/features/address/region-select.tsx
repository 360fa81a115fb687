import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { cachedCall } from "#client/answers/cached-call.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { Select } from "#ui/select.tsx";

const levelNames = {
  2: { zh: "省份", en: "Province" },
  3: { zh: "城市", en: "City" },
  4: { zh: "区县", en: "County" },
};
/** Region levels as the wire counts them (B-392). */
const levels = [2, 3, 4] as const;

function useRegions(level: (typeof levels)[number], parentId: number | undefined) {
  const locale = useLocale();
  return useQuery({
    queryKey: ["regions", level, parentId, locale],
    queryFn: ({ signal }) =>
      cachedCall(
        "GET api/Region/GetRegionData",
        { level, ...(parentId === undefined ? {} : { parentId }) },
        { signal },
      ),
    enabled: level === 2 || parentId !== undefined,
    staleTime: Infinity,
  });
}

type RegionSelectProps = {
  id: string;
  /** The ids of the selected province, city and county, in this order; shorter when not all are selected. */
  initialRegionIds: number[];
  isInvalid: boolean;
  describedBy: string | undefined;
  /** Called with the id of the county, or undefined while none is selected. */
  onChange: (countyId: number | undefined) => void;
};

/** Selects for province, city and county; each is enabled once the previous one has a value. */
export function RegionSelect({ id, initialRegionIds, isInvalid, describedBy, onChange }: RegionSelectProps) {
  const t = useText();
  const [regionIds, setRegionIds] = useState(initialRegionIds);
  const regionQueries = [useRegions(2, undefined), useRegions(3, regionIds[0]), useRegions(4, regionIds[1])];
  function choose(index: number, key: string | null): void {
    const nextIds = key === null ? regionIds.slice(0, index) : [...regionIds.slice(0, index), Number(key)];
    setRegionIds(nextIds);
    onChange(nextIds[2]);
  }
  return (
    <div className="grid gap-2 sm:grid-cols-3">
      {levels.map((level, index) => (
        <Select
          key={level}
          {...(index === 0 ? { id } : {})}
          label={t(levelNames[level])}
          placeholder={t(levelNames[level])}
          value={regionIds[index] === undefined ? null : String(regionIds[index])}
          options={(regionQueries[index]!.data ?? []).map((region) => ({ key: String(region.id), name: region.name }))}
          invalid={isInvalid}
          disabled={index > 0 && regionIds[index - 1] === undefined}
          describedBy={describedBy}
          onChange={(key) => choose(index, key)}
        />
      ))}
    </div>
  );
}
