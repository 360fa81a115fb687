import { changeVariants } from "#kit/client-override.ts";
import { checkFields } from "#kit/check-fields.ts";
import { localizeFields, type LocalizedField } from "#kit/field.ts";
import type { PageRecord, PageSetting } from "#kit/page.ts";
import { treeOfRecords } from "#kit/page-tree.ts";
import { formatText, type Locale, type Text } from "#kit/text.ts";
import { baseColors, type ColorField, colorFields, type Scheme } from "#kit/theme-colors.ts";
import { shownLocales } from "#kit/visit.ts";
import { fieldTypeOf, typesToLoad } from "#render/field-types.ts";
import { readRecord } from "#render/page/read-page.ts";
import { definitionOf, loadDefinitions } from "#render/registry.ts";
import { missingIn, textPlaces } from "./text-place.ts";

/** Components from elsewhere, such as an item of the market: records, parents before children, and the settings if they are a whole page. */
export type ForeignPart = { records: readonly PageRecord[]; setting?: PageSetting | undefined };

/** A part that fits a site, and what was done for that. */
export type AdaptedPart = { part: ForeignPart; report: PartReport };

/** What adapting a part to a site did, and what is left to do. */
export type PartReport = {
  /** Colours of the other theme that became colours of this one. */
  colors: number;
  /** Settings that do not exist here, or not with this value: they became those of a new component. */
  settings: number;
  /** Different pictures and files. */
  files: number;
  /** Texts that exist in another language only, in the languages in which they are shown. */
  missing: Record<Locale, number>;
};

const texts = {
  unreadable: {
    zh: "内容由更新版本的程序制作，请刷新后重试",
    en: "This was made with a newer version of the program. Reload and try again.",
  },
  unknown: { zh: "这里没有组件“{name}”", en: "The component {name} does not exist here" },
};

type Value = Readonly<Record<string, unknown>>;
type Path = readonly [string, ...string[]];

/** The value with the part at a path replaced; undefined removes it. Parts that the value does not have stay missing. */
function withPart(value: Value, [name, ...rest]: Path, part: unknown): Value {
  if (!Object.hasOwn(value, name)) return value;
  const { [name]: current, ...others } = value;
  const [next] = rest;
  if (next === undefined) return part === undefined ? others : { ...value, [name]: part };
  if (typeof current !== "object" || current === null) return value;
  const changed = withPart(current as Value, rest as unknown as Path, part);
  return { ...value, [name]: Array.isArray(current) ? Object.values(changed) : changed };
}

/** The value of a record that can be saved here. Texts stay, even if they are too long: the person is asked when the page is saved. */
function savableValue(record: PageRecord, onReset: () => void): Value {
  const { settings = {}, example = {} } = definitionOf(record) ?? {};
  // In any language: of the problems only the places are used.
  const fields = localizeFields(settings, "en", fieldTypeOf);
  const problems = checkFields<LocalizedField>(fields, record.value, record.value, {
    typeOf: fieldTypeOf,
    isDraft: true,
  });
  const texted = new Set(
    textPlaces(record).map(({ field, cell }) => (cell ? `${field}.${cell.row}.${cell.name}` : field)),
  );
  let value: Value = record.value;
  for (const path of Object.keys(problems)) {
    if (texted.has(path)) continue;
    const names = path.split(".") as unknown as Path;
    const isWhole = names.length === 1;
    const initial = (example as Value)[names[0]];
    value = withPart(value, names, !Object.hasOwn(settings, names[0]) ? undefined : isWhole ? (initial ?? null) : null);
    onReset();
  }
  return value;
}

/** The colours of a theme, as far as they are known. */
type Colors = Readonly<Partial<Record<ColorField, string | undefined>>>;
/** The theme that a part was made with, and that of the site. */
export type Themes = { from: Colors; to: Colors };

const schemeOf = (field: ColorField): Scheme => (field.endsWith("Dark") ? "dark" : "light");

/**
 * A colour of a page that was made with the theme `from`, for the theme `to`: a colour of that theme becomes the one of the same name, and the paper no
 * colour at all, so that it follows the theme. Any other colour stays.
 */
function mappedColor(color: string, scheme: Scheme, { from, to }: Themes): string | null {
  const builtIn: Colors = baseColors;
  const field = colorFields
    .filter((candidate) => schemeOf(candidate) === scheme)
    .find((candidate) => (from[candidate] ?? builtIn[candidate])?.toLowerCase() === color.toLowerCase());
  if (field === undefined) return color;
  if (field === "paper" || field === "paperDark") return null;
  return to[field] ?? builtIn[field] ?? color;
}

/** The settings of a page with its background in the colours of another theme. Calls `onChange` for each changed colour. */
function withColors(setting: PageSetting, themes: Themes, onChange: () => void): PageSetting {
  const { background } = setting;
  if (background === undefined || background === null) return setting;
  const map = (color: string | null, scheme: Scheme) => {
    const mapped = color === null ? null : mappedColor(color, scheme, themes);
    if (mapped !== color) onChange();
    return mapped;
  };
  const { color, darkColor } = background;
  return {
    ...setting,
    background: {
      ...background,
      ...(color === undefined ? {} : { color: map(color, "light") }),
      ...(darkColor === undefined ? {} : { darkColor: map(darkColor, "dark") }),
    },
  };
}

/** The number of texts of these records that are missing in each language in which they are shown, and exist in another. */
export function missingTexts(records: readonly PageRecord[]): Record<Locale, number> {
  const { record: find } = treeOfRecords(records);
  const countOf = (locale: Locale) =>
    records
      .filter(({ id }) => shownLocales(find, id).includes(locale))
      .reduce((sum, record) => sum + missingIn(record, locale), 0);
  return { zh: countOf("zh"), en: countOf("en") };
}

/**
 * Loads the definitions of these records and the types of their settings, which `adaptPart` checks. Values of a type that cannot be loaded are not checked.
 * @throws if a definition cannot be loaded
 */
export async function loadTypesOf(records: readonly PageRecord[]): Promise<void> {
  await loadDefinitions(records);
  const fields = records.flatMap((record) => Object.values(definitionOf(record)?.settings ?? {}));
  // A loaded type may have settings of its own, whose types are loaded next.
  for (let missing = typesToLoad(fields); missing.length > 0; missing = typesToLoad(fields)) {
    await Promise.all(missing.map((type) => type.start()));
    if (missing.some((type) => type.get() === undefined)) return;
  }
}

/** The addresses of stored files in a value. */
function filesIn(value: unknown): string[] {
  if (typeof value === "string") return value.startsWith("/files/") ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(filesIn) : [];
}

/** The addresses of stored files in a record and in what differs in clients. */
export const filesOf = ({ value, overrides }: PageRecord): string[] => filesIn({ value, overrides });

/** The name of the definition of a record. */
const definitionName = (record: PageRecord): string =>
  record.kind === "widget" ? record.name : record.kind === "node" ? record.type : record.kind;

/**
 * Makes a part that was made with the theme `from` fit a site with the theme `to`: values of earlier versions become today's, settings that do not
 * exist here those of a new component, and colours of the other theme those of this one. Texts, pictures and origins stay. Returns why it cannot be
 * used if a record cannot be read or its component is unknown.
 */
export function adaptPart({ records: stored, setting }: ForeignPart, themes: Themes): AdaptedPart | Text {
  let [settings, colors] = [0, 0];
  const records: PageRecord[] = [];
  for (const item of stored) {
    const { record } = readRecord(item.id, item);
    if (record === undefined) return texts.unreadable;
    if (definitionOf(record) === undefined) return formatText(texts.unknown, { name: definitionName(record) });
    records.push(
      changeVariants(record, (variant) => ({ ...variant, value: savableValue(variant, () => (settings += 1)) })),
    );
  }
  const mapped = setting && withColors(setting, themes, () => (colors += 1));
  const files = new Set([...records.flatMap(filesOf), ...filesIn(mapped)]);
  return {
    part: { records, setting: mapped },
    report: { colors, settings, files: files.size, missing: missingTexts(records) },
  };
}
