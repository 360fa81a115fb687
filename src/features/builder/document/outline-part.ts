import { array, looseObject, maxLength, minLength, optional, record, string } from "zod/mini";
import { pageOfParts } from "#kit/fragment.ts";
import type { Fields } from "#kit/field.ts";
import type { PagePart } from "#kit/page-part.ts";
import { locales, type LocalizedValue, type Text } from "#kit/text.ts";
import { firstCharacters } from "#kit/text-length.ts";
import { definitionOf, loadDefinitions, widgets } from "#render/registry.ts";
import { type AdaptedPart, adaptPart, type ForeignPart, loadTypesOf, type Themes } from "./foreign-part.ts";
import { newRecordId } from "./record-id.ts";

/** A component that an outline may have: the texts that are written for it, and those of its rows. */
type OutlineComponent = { texts: readonly string[]; rows?: { field: string; texts: readonly string[] } };

const outlineComponents: Readonly<Record<string, OutlineComponent>> = {
  "page-title": { texts: ["eyebrow", "heading", "lead"] },
  feature: { texts: ["eyebrow", "heading", "lead"], rows: { field: "points", texts: ["name", "text"] } },
  cards: { texts: ["eyebrow", "heading", "lead"], rows: { field: "items", texts: ["name", "text"] } },
  "rich-text": { texts: ["eyebrow", "heading", "text"] },
  "call-to-action": { texts: ["heading", "lead"] },
};
const limits = { sections: 12, rows: 12, text: 4000 };

const problem = {
  zh: "回答不是可用的页面大纲，请重新提问",
  en: "The answer is not an outline that can be used. Ask again.",
} satisfies Text;

const text = () => optional(string());
const texts = () => optional(record(string(), looseObject({ zh: text(), en: text() })));
const outlineSchema = looseObject({
  sections: array(looseObject({ component: string(), texts: texts(), rows: optional(array(texts())) })).check(
    minLength(1),
    maxLength(100),
  ),
});

/** Loads the components that an outline may have. @throws if one cannot be loaded */
export const loadOutlineComponents = (): Promise<void> =>
  loadDefinitions(Object.keys(outlineComponents).map((name) => ({ kind: "widget", name })));

const maxOf = (fields: Fields, name: string): number => {
  const { max } = (fields[name] ?? {}) as { max?: number };
  return Math.min(max ?? limits.text, limits.text);
};
const rowFields = (settings: Fields, field: string): Fields =>
  ((settings[field] ?? {}) as { fields?: Fields }).fields ?? {};

/** The components that an outline may have, for a model: `cards: heading (80), lead (240); rows: name (60), text (400)`. They are loaded. */
export function outlineComponentList(): string {
  const list = (fields: Fields, names: readonly string[]) =>
    names.map((name) => `${name} (${maxOf(fields, name)})`).join(", ");
  return Object.entries(outlineComponents)
    .map(([name, { texts: own, rows }]) => {
      const settings = widgets.get(name)?.settings ?? {};
      const rest = rows === undefined ? "" : `; rows: ${list(rowFields(settings, rows.field), rows.texts)}`;
      return `${name}: ${list(settings, own)}${rest}`;
    })
    .join("\n");
}

type Texts = Readonly<Record<string, LocalizedValue<string | undefined>>>;

/** A value of these fields with nothing but the texts of these names, no longer than their fields allow. */
function valueOf(fields: Fields, names: readonly string[], written: Texts = {}): Record<string, unknown> {
  const value: Record<string, unknown> = Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
  for (const name of names) {
    if (!Object.hasOwn(written, name)) continue;
    const found = locales.flatMap((locale) => {
      const words = written[name]![locale]?.trim() ?? "";
      return words === "" ? [] : [[locale, firstCharacters(words, maxOf(fields, name))]];
    });
    if (found.length > 0) value[name] = Object.fromEntries(found) as LocalizedValue<string>;
  }
  return value;
}

type Section = { component: string; texts?: Texts | undefined; rows?: (Texts | undefined)[] | undefined };

/** A section as a component; nothing for an unknown component, or without a heading. */
function partOf({ component, texts: written, rows = [] }: Section): PagePart[] {
  const shape = Object.hasOwn(outlineComponents, component) ? outlineComponents[component] : undefined;
  const settings = widgets.get(component)?.settings;
  if (shape === undefined || settings === undefined) return [];
  const value = valueOf(settings, shape.texts, written);
  if (value.heading === null) return [];
  if (shape.rows !== undefined) {
    const { field, texts: names } = shape.rows;
    const fields = rowFields(settings, field);
    value[field] = rows
      .slice(0, limits.rows)
      .map((row) => valueOf(fields, names, row))
      .filter((row) => row[names[0]!] !== null);
  }
  return [{ name: component, value } as unknown as PagePart];
}

/** The object in an answer, which may have words or a fence around it; undefined if there is none. */
function objectIn(answer: string): unknown {
  try {
    return JSON.parse(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1));
  } catch {
    return undefined;
  }
}

/**
 * The components of an outline that a model wrote, with its texts and nothing else; or why there are none. Of what it wrote nothing is trusted: other
 * components, settings and languages are left out, and texts are cut. The components are loaded.
 */
export function outlineIn(answer: string): ForeignPart | Text {
  const { data } = outlineSchema.safeParse(objectIn(answer));
  const parts = (data?.sections ?? []).flatMap(partOf).slice(0, limits.sections);
  if (parts.length === 0) return problem;
  const setting = { title: {}, description: {}, showHead: false, showFoot: false };
  return { records: Object.values(pageOfParts(setting, parts, newRecordId).records) };
}

/** The outline in an answer as it fits this site, checked as components from elsewhere are; or why it cannot be used. @throws if a component cannot be loaded */
export async function readOutline(answer: string, tokens: Themes["to"]): Promise<AdaptedPart | Text> {
  await loadOutlineComponents();
  const part = outlineIn(answer);
  if ("zh" in part) return part;
  await loadTypesOf(part.records);
  return part.records.every((item) => definitionOf(item) !== undefined)
    ? adaptPart(part, { from: tokens, to: tokens })
    : problem;
}
