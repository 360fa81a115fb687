/** Parsing of values that people write in different ways, and their valid ranges. */
import { describe, expect, it } from "vitest";
import { checkField, checkFields } from "#kit/check-fields.ts";
import { readMonth, readTime, stepMonth, stepTime } from "#kit/clock.ts";
import { normalizeColor } from "#kit/color.ts";
import type { FieldConfig, Fields } from "#kit/field.ts";
import { isIdentityNumber, maskIdentityNumber, normalizeIdentityNumber } from "#kit/identity-number.ts";
import { fullNameOf, isRegion, isWithin, regionChoices } from "#kit/regions.ts";
import { branchesBelow, branchesOf, branchExists } from "#kit/tree.ts";
import { cellOf } from "#records/describe/cells.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { plainText } from "#server/spreadsheet/cell.server.ts";

it.each([
  ["9:05", "09:05"],
  ["0905", "09:05"],
  ["９：５", "09:05"],
  ["9点5分", "09:05"],
  ["9", "09:00"],
  ["9时", "09:00"],
  ["23:59:30", "23:59:30"],
  ["24:00", undefined],
  ["9:60", undefined],
  ["noon", undefined],
])("reads the time %j as %j", (typed, time) => {
  expect(readTime(typed)).toBe(time);
});

it("accepts every number of a scale as a search value, also when the scale starts between two multiples of its step", () => {
  const scale = { type: "slider", name: { zh: "数值", en: "Value" }, min: 0.3, max: 5.3, step: 0.5 } as const;
  const slider = fieldTypeOf(scale);
  const control = slider.searchControl!(scale as never, "eq");
  for (const value of [0.3, 0.8, 5.3]) expect(checkField(control, value, {}, { typeOf: fieldTypeOf })).toEqual({});
  expect(checkField(control, 5.4, {}, { typeOf: fieldTypeOf })).not.toEqual({});
});

it("steps times and months across the end of a day or a year", () => {
  expect([stepTime("23:50", 15), stepTime("00:05", -15), stepTime("", 15)]).toEqual(["00:05", "23:50", "09:00"]);
  expect([stepMonth("2026-12", 1), stepMonth("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
  expect(["2026-3", "2026/03", "2026年3月", "2026-13", "26-03"].map(readMonth)).toEqual([
    "2026-03",
    "2026-03",
    "2026-03",
    undefined,
    undefined,
  ]);
});

it.each([
  ["#1F5EFF", "#1f5eff"],
  ["1f5eff", "#1f5eff"],
  ["#15f", "#1155ff"],
  ["red", "red"],
  ["#12345", "#12345"],
])("reads the colour %j as %j", (typed, color) => {
  expect(normalizeColor(typed)).toBe(color);
});

it("B-214, B-376: accepts an identity number with a region, an existing birthday and any digit or X at the end, and masks it", () => {
  expect(normalizeIdentityNumber(" 11010519491231002x ")).toBe("11010519491231002X");
  for (const number of ["11010519491231002X", "110105194912310020", "110105180002280020", "110105200002290029"])
    expect([number, isIdentityNumber(number)]).toEqual([number, true]);
  for (const invalidNumber of [
    "01010519491231002X",
    "11010519490230002X",
    "11010519001301002X",
    "110105190002290020",
    "11010521491231002X",
    "11010517491231002X",
    "11010519491231002A",
    "1101051949123100X2",
    "11010519491231002",
    "1101051949123100200",
  ])
    expect([invalidNumber, isIdentityNumber(invalidNumber)]).toEqual([invalidNumber, false]);
  expect(maskIdentityNumber("11010519491231002X")).toBe("110***********002X");
});

describe("regions", () => {
  it("contain one another according to their codes", () => {
    expect(regionChoices("province", "zh")).toHaveLength(34);
    expect(regionChoices("city", "zh", "440000").map(({ name }) => name)).toContain("深圳市");
    for (const { key } of regionChoices("county", "zh", "440300")) expect(isWithin(key, "440300")).toBe(true);
    expect([isRegion("city", "440300"), isRegion("city", "440305"), isRegion("city", "toString")]).toEqual([
      true,
      false,
      false,
    ]);
    expect(fullNameOf(440305, "zh")).toBe("广东省深圳市南山区");
    expect(fullNameOf(440305, "en")).toBe("Nanshan, Shenzhen, Guangdong");
  });

  const name = { zh: "地区", en: "Region" };
  const fields: Fields = {
    province: { type: "province", name },
    city: { type: "city", name },
    district: { type: "county", name, city: "town" },
  };
  const check = (changes: object, row: object) =>
    Object.keys(checkFields(fields, changes as never, { ...row, ...changes }, { typeOf: fieldTypeOf }));

  it.each([
    ["accept a city of its province", { city: "440300" }, { province: "440000" }, []],
    ["refuse a city of another province", { city: "440300" }, { province: "110000" }, ["city"]],
    [
      "refuse another province while the city stays",
      { province: "110000" },
      { province: "440000", city: "440300" },
      ["city"],
    ],
    [
      "accept another province without a city",
      { province: "110000", city: null },
      { province: "440000", city: "440300" },
      [],
    ],
    ["accept a county without a field for the city", { district: "440305" }, { province: "110000" }, []],
    ["ignore a change of other fields", {}, { province: "110000", city: "440300" }, []],
  ])("%s", (_case, changes, row, problems) => {
    expect(check(changes, row)).toEqual(problems);
  });
});

it("a tree accepts the key of a branch, or the path to a leaf", () => {
  const tree = [
    { key: "a", name: "A", children: [{ key: "b", name: "B" }] },
    { key: "c", name: "C" },
  ];
  expect(branchesOf(tree).map(({ key, depth }) => [key, depth])).toEqual([
    ["a", 0],
    ["b", 1],
    ["c", 0],
  ]);
  expect(branchesBelow(tree, ["a"]).map(({ key }) => key)).toEqual(["b"]);
  expect([["a", "b"], ["b"], [], ["a", "c"]].map((path) => branchExists(tree, path))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it.each<[FieldConfig, unknown, string]>([
  [{ type: "daterange", name: { zh: "", en: "" } }, ["2026-11-01", null], "2026-11-01 – "],
  [{ type: "numberrange", name: { zh: "", en: "" } }, [1, 2.5], "1 – 2.5"],
  [{ type: "timerange", name: { zh: "", en: "" } }, ["09:00", "18:00"], "09:00 – 18:00"],
  [{ type: "region", name: { zh: "", en: "" } }, "440305", "Nanshan, Shenzhen, Guangdong"],
  [
    { type: "address", name: { zh: "", en: "" } },
    { region: "440305", street: "1 Keji Road" },
    "1 Keji Road, Nanshan, Shenzhen, Guangdong",
  ],
  [{ type: "link", name: { zh: "", en: "" } }, { text: "About", url: "/about" }, "About (/about)"],
  [
    {
      type: "cascader",
      name: { zh: "", en: "" },
      options: [{ key: "a", name: { zh: "甲", en: "A" }, children: [{ key: "b", name: { zh: "乙", en: "B" } }] }],
    },
    ["a", "b"],
    "A / B",
  ],
  [
    { type: "group", name: { zh: "", en: "" }, fields: { day: { type: "date", name: { zh: "日", en: "Day" } } } },
    { day: "2026-11-22" },
    "Day: 2026-11-22",
  ],
])("writes a value of type $type into a sheet as text", (field, value, words) => {
  const reader = { locale: "en", titles: {}, toLocalTime: (moment: number) => moment } as const;
  expect(plainText(cellOf(value, field, reader))).toBe(words);
});
