/** Finds regions by name. Loaded with the field types that parse names; the maps are built on first use. */
import {
  allRegions,
  fullNameOf,
  isRegion,
  isWithin,
  type LevelName,
  levelOf,
  type Region,
  regionByCode,
  regionName,
} from "./regions.ts";
import { type Locale, locales } from "./text.ts";

const foldName = (name: string): string => name.normalize("NFKC").trim().toLowerCase();
const codeOf = ({ id }: Region): string => String(id);

/** Regions by their level and name, in both languages. */
const groupByName = () =>
  Map.groupBy(
    allRegions.flatMap((region) =>
      locales.map((locale) => ({ region, key: `${region.level} ${foldName(region.name[locale])}` })),
    ),
    ({ key }) => key,
  );
let byName: ReturnType<typeof groupByName> | undefined;

/**
 * The code of the region with this level and this name, full name or code; of several with the same name, the one within the region `parentCode`.
 * Undefined unless exactly one matches.
 */
export function findRegionCode(level: LevelName, text: string, parentCode?: unknown): string | undefined {
  if (isRegion(level, text.trim())) return text.trim();
  byName ??= groupByName();
  const matchesOfName = byName.get(`${levelOf(level)} ${foldName(text)}`) ?? [];
  const codes = [...new Set(matchesOfName.map(({ region }) => codeOf(region)))];
  const matches =
    typeof parentCode === "string" && codes.length > 1 ? codes.filter((code) => isWithin(code, parentCode)) : codes;
  if (matches.length === 1) return matches[0];
  const byPath = findRegionCodeByFullName(text);
  return byPath !== undefined && isRegion(level, byPath) ? byPath : undefined;
}

/** The name of a region from which `findRegionCode` finds it: its full name if others of the level have the same name. */
export const regionText = (level: LevelName, code: string, locale: Locale): string => {
  const name = regionName(code, locale);
  return findRegionCode(level, name) === code ? name : fullNameOf(Number(code), locale);
};

/** Codes by full name. If several regions have the same full name, the code of the widest. */
const mapFullNames = () =>
  new Map(
    locales.flatMap((locale) =>
      allRegions.toReversed().map((region) => [foldName(fullNameOf(region.id, locale)), codeOf(region)] as const),
    ),
  );
let byFullName: ReturnType<typeof mapFullNames> | undefined;

/** The code of the region with this full name, in either language; a code is returned as it is. Undefined if there is no such region. */
export function findRegionCodeByFullName(text: string): string | undefined {
  if (regionByCode(text.trim()) !== undefined) return text.trim();
  byFullName ??= mapFullNames();
  return byFullName.get(foldName(text));
}
