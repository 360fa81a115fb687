import type { Locale, Text } from "./text.ts";
import regionLines from "./regions.txt?raw";

/** Levels as the wire counts them (B-392): 2 province, 3 city, 4 county. The country is 1. */
export type RegionLevel = 2 | 3 | 4;

/** A province, city or county of China, Hong Kong, Macao and Taiwan included, by its administrative code. */
export type Region = { id: number; name: Text; level: RegionLevel; parentId: number | null };

const regions: Region[] = [];
const parents: number[] = [];
// One region per line, `code 中文 English`, indented below its parent by a tab.
for (const line of regionLines.trimEnd().split("\n")) {
  const depth = /^\t*/.exec(line)![0].length;
  const [code, zh, ...en] = line.trimStart().split(" ") as [string, string, ...string[]];
  const id = Number(code);
  parents[depth] = id;
  const parentId = depth === 0 ? null : parents[depth - 1]!;
  regions.push({ id, name: { zh, en: en.join(" ") }, level: (depth + 2) as RegionLevel, parentId });
}
/** Every region, parents before children. */
export const allRegions: readonly Region[] = regions;
const byId = new Map(regions.map((region) => [region.id, region]));
const byParent = Map.groupBy(regions, ({ parentId }) => parentId);
const byLevel = Map.groupBy(regions, ({ level }) => level);

/** The regions of one level, all or those of one parent, in the order of their codes. */
export function regionsOf(level: RegionLevel, parentId?: number): Region[] {
  if (parentId === undefined) return byLevel.get(level) ?? [];
  return (byParent.get(parentId) ?? []).filter((region) => region.level === level);
}

export const regionById = (id: number): Region | undefined => byId.get(id);

/** The path to a region: its ancestors from the province down, then the region itself; empty for an unknown id. */
export function pathOf(id: number): Region[] {
  const region = byId.get(id);
  if (region === undefined) return [];
  return region.parentId === null ? [region] : [...pathOf(region.parentId), region];
}

/** Province, city and county as written in an address. A city with the name of its province is not repeated. */
export function fullNameOf(id: number, locale: Locale): string {
  const names = pathOf(id).map(({ name }) => name[locale]);
  const distinct = names.filter((name, index) => name !== names[index - 1]);
  return locale === "zh" ? distinct.join("") : distinct.toReversed().join(", ");
}

/** The city of this name, in either language, with or without its "市". */
export function findCity(name: string): Region | undefined {
  const searchName = name.trim().toLowerCase();
  return regionsOf(3).find(
    ({ name: { zh, en } }) =>
      zh === searchName || zh === `${searchName}市` || (searchName !== "" && en.toLowerCase() === searchName),
  );
}

/** Cities whose English names begin with the letter `key`. */
export type CityGroup = { key: string; cities: Region[] };

/** All cities by the first letter of their English names. */
export function cityIndex(): CityGroup[] {
  const letterOf = ({ name }: Region) => name.en.normalize("NFD").charAt(0).toUpperCase();
  const sorted = regionsOf(3).toSorted((a, b) => a.name.en.localeCompare(b.name.en, "en"));
  return [...Map.groupBy(sorted, letterOf)].map(([key, cities]) => ({ key, cities }));
}

/** The names of levels in fields, widest first. */
export const levelNames = ["province", "city", "county"] as const;
export type LevelName = (typeof levelNames)[number];

/** The number of a level on the wire, by its name in fields. */
export const levelOf = (name: LevelName): RegionLevel => (levelNames.indexOf(name) + 2) as RegionLevel;

/** The region of a code of six digits, as fields store it. */
export const regionByCode = (code: string): Region | undefined =>
  /^\d{6}$/.test(code) ? regionById(Number(code)) : undefined;

/** Whether a code is that of a region of this level. */
export const isRegion = (level: LevelName, code: string): boolean => regionByCode(code)?.level === levelOf(level);

/** Whether the region `code` equals the region `otherCode` or lies within it. */
export const isWithin = (code: string, otherCode: string): boolean =>
  pathOf(Number(code)).some(({ id }) => String(id) === otherCode);

/** The regions of a level: all of them, or those within one parent. */
export const regionChoices = (level: LevelName, locale: Locale, parent?: string): { key: string; name: string }[] =>
  regionsOf(levelOf(level), parent === undefined ? undefined : Number(parent)).map(({ id, name }) => ({
    key: String(id),
    name: name[locale],
  }));

/** The name of a region; an unknown code is returned as it is. */
export const regionName = (code: string, locale: Locale): string => regionByCode(code)?.name[locale] ?? code;
