import type { Choice } from "#kit/field.ts";
import { regionsOf } from "#kit/regions.ts";
import { type Text, locales } from "#kit/text.ts";

/** The prefix of a field's `dataSource` that names a list of the program; without it, the name is that of an option set of the space. */
const prefix = "datasource__";

/** Returns the names of codes in every language, as the language data of the program have them. */
function namesOfCodes(type: "currency" | "language"): (code: string) => Text {
  const names = locales.map((locale) => [locale, new Intl.DisplayNames(locale, { type })] as const);
  return (code) => Object.fromEntries(names.map(([locale, display]) => [locale, display.of(code) ?? code])) as Text;
}

const choicesOfCodes = (type: "currency" | "language", codes: string): Choice[] => {
  const nameOf = namesOfCodes(type);
  return codes.split(" ").map((key) => ({ key, name: nameOf(key) }));
};

const weekdays = (): Choice[] => [
  { key: "1", name: { zh: "星期一", en: "Monday" } },
  { key: "2", name: { zh: "星期二", en: "Tuesday" } },
  { key: "3", name: { zh: "星期三", en: "Wednesday" } },
  { key: "4", name: { zh: "星期四", en: "Thursday" } },
  { key: "5", name: { zh: "星期五", en: "Friday" } },
  { key: "6", name: { zh: "星期六", en: "Saturday" } },
  { key: "7", name: { zh: "星期日", en: "Sunday" } },
];

/** The lists of options that the program has for every space, by their keys. */
const dataSources = {
  currencies: () =>
    choicesOfCodes(
      "currency",
      "CNY HKD MOP TWD USD EUR GBP JPY KRW SGD AUD CAD CHF NZD THB MYR IDR PHP VND INR AED SAR RUB BRL MXN ZAR SEK NOK DKK PLN TRY",
    ),
  languages: () => choicesOfCodes("language", "zh en ja ko fr de es pt it ru ar hi id ms th vi tr nl pl sv"),
  provinces: () => regionsOf(2).map(({ id, name }) => ({ key: String(id), name })),
  weekdays,
} satisfies Record<string, () => Choice[]>;

const listNames: Readonly<Record<keyof typeof dataSources, Text>> = {
  currencies: { zh: "货币", en: "Currencies" },
  languages: { zh: "语言", en: "Languages" },
  provinces: { zh: "省份", en: "Provinces" },
  weekdays: { zh: "星期", en: "Weekdays" },
};

/** The lists of the program as values of a field's `dataSource`. */
export const programLists: readonly Choice[] = Object.entries(listNames).map(([key, name]) => ({
  key: prefix + key,
  name,
}));

/** The list with this key, with or without its prefix; undefined if the program has none. */
export function dataSourceChoices(source: string): readonly Choice[] | undefined {
  const key = source.startsWith(prefix) ? source.slice(prefix.length) : source;
  return Object.hasOwn(dataSources, key) ? dataSources[key as keyof typeof dataSources]() : undefined;
}

/** Whether a field's `dataSource` names a list of the program. */
export const isDataSource = (source: string): boolean => source.startsWith(prefix);
