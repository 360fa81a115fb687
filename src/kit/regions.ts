import type { Locale, Text } from "./text.ts";
import lines from "./regions.txt?raw";

/** Levels as the wire counts them (B-392): 2 province, 3 city, 4 county. The country is 1. */
export type RegionLevel = 2 | 3 | 4;

/** A province, city or county of China, Hong Kong, Macao and Taiwan included, by its administrative code. */
export type Region = { id: number; name: Text; level: RegionLevel; parentId: number | null };

const all: Region[] = [];
const parents: number[] = [];
// One per line, `code 中文 English`, indented below its parent by a tab.
for (const line of lines.trimEnd().split("\n")) {
  const depth = /^\t*/.exec(line)![0].length;
  const [code, zh, ...en] = line.trimStart().split(" ") as [string, string, ...string[]];
  const id = Number(code);
  parents[depth] = id;
  const parentId = depth === 0 ? null : parents[depth - 1]!;
  all.push({ id, name: { zh, en: en.join(" ") }, level: (depth + 2) as RegionLevel, parentId });
}
/** Every region, parents before children. */
export const allRegions: readonly Region[] = all;
const byId = new Map(all.map((region) => [region.id, region]));
const byParent = Map.groupBy(all, ({ parentId }) => parentId);
const byLevel = Map.groupBy(all, ({ level }) => level);

/** The regions of one level, all or those of one parent, in the order of their codes. */
export function regionsAt(level: RegionLevel, parentId?: number): Region[] {
  if (parentId === undefined) return byLevel.get(level) ?? [];
  return (byParent.get(parentId) ?? []).filter((region) => region.level === level);
}

export const regionOf = (id: number): Region | undefined => byId.get(id);

/** The path to a region: its ancestors from the province down, then itself; empty for an unknown one. */
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
export function cityNamed(name: string): Region | undefined {
  const searchName = name.trim().toLowerCase();
  return regionsAt(3).find(
    ({ name: { zh, en } }) =>
      zh === searchName || zh === `${searchName}市` || (searchName !== "" && en.toLowerCase() === searchName),
  );
}

export type CityGroup = { key: string; cities: Region[] };

/** All cities by the first letter of their English names. */
export function cityIndex(): CityGroup[] {
  const letterOf = ({ name }: Region) => name.en.normalize("NFD").charAt(0).toUpperCase();
  const sorted = regionsAt(3).toSorted((a, b) => a.name.en.localeCompare(b.name.en, "en"));
  return [...Map.groupBy(sorted, letterOf)].map(([key, cities]) => ({ key, cities }));
}

/** The names of levels in fields, widest first. */
export const levelNames = ["province", "city", "county"] as const;
export type LevelName = (typeof levelNames)[number];

export const levelOf = (name: LevelName): RegionLevel => (levelNames.indexOf(name) + 2) as RegionLevel;

/** The region of a code of six digits, as fields store it. */
export const regionCoded = (code: string): Region | undefined =>
  /^\d{6}$/.test(code) ? regionOf(Number(code)) : undefined;

export const isRegion = (level: LevelName, code: string): boolean => regionCoded(code)?.level === levelOf(level);

/** Whether a region is another one or lies within it. */
export const isWithin = (code: string, parent: string): boolean =>
  pathOf(Number(code)).some(({ id }) => String(id) === parent);

/** The regions of a level: all of them, or those within one parent. */
export const regionChoices = (level: LevelName, locale: Locale, parent?: string): { key: string; name: string }[] =>
  regionsAt(levelOf(level), parent === undefined ? undefined : Number(parent)).map(({ id, name }) => ({
    key: String(id),
    name: name[locale],
  }));

export const regionName = (code: string, locale: Locale): string => regionCoded(code)?.name[locale] ?? code;
