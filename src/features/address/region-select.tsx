import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#client/call.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { Select } from "#ui/select.tsx";

const texts = {
  2: { zh: "省份", en: "Province" },
  3: { zh: "城市", en: "City" },
  4: { zh: "区县", en: "County" },
};
const levels = [2, 3, 4] as const;

function useRegions(level: (typeof levels)[number], parentId: number | undefined) {
  const locale = useLocale();
  return useQuery({
    queryKey: ["regions", level, parentId, locale],
    queryFn: ({ signal }) =>
      call("GET api/Region/GetRegionData", { level, ...(parentId === undefined ? {} : { parentId }) }, { signal }),
    enabled: level === 2 || parentId !== undefined,
    staleTime: Infinity,
  });
}

type RegionSelectProps = {
  id: string;
  /** Codes from the province down, as far as they are chosen. */
  start: number[];
  isInvalid: boolean;
  describedBy: string | undefined;
  /** Called with the county, or undefined while none is selected. */
  onChange: (county: number | undefined) => void;
};

/** Province, city and county, each offered once the one before is chosen. */
export function RegionSelect({ id, start, isInvalid, describedBy, onChange }: RegionSelectProps) {
  const t = useText();
  const [chosen, setChosen] = useState<number[]>(start);
  const lists = [useRegions(2, undefined), useRegions(3, chosen[0]), useRegions(4, chosen[1])];
  function choose(index: number, key: string | null): void {
    const next = key === null ? chosen.slice(0, index) : [...chosen.slice(0, index), Number(key)];
    setChosen(next);
    onChange(next[2]);
  }
  return (
    <div className="grid gap-2 sm:grid-cols-3">
      {levels.map((level, index) => (
        <Select
          key={level}
          {...(index === 0 ? { id } : {})}
          label={t(texts[level])}
          placeholder={t(texts[level])}
          value={chosen[index] === undefined ? null : String(chosen[index])}
          options={(lists[index]!.data ?? []).map((region) => ({ key: String(region.id), name: region.name }))}
          invalid={isInvalid}
          disabled={index > 0 && chosen[index - 1] === undefined}
          describedBy={describedBy}
          onChange={(key) => choose(index, key)}
        />
      ))}
    </div>
  );
}
