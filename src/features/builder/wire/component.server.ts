import { z } from "zod";
import type { PageRecord } from "#kit/page.ts";
import { type Locale, textIn } from "#kit/text.ts";
import type { WidgetDefinition } from "#kit/widget.ts";
import type { NodeDefinition } from "#kit/node.ts";
import { definitionOf, nodes, widgets } from "#render/registry.ts";
import { dataIdOf } from "./page-id.server.ts";
import { wireValueOf } from "./returned-image.server.ts";

/** A component as the wire has it (N-016), with the ids of its data (N-013). */
export const wireComponent = z.object({
  /** See `dataIdOf`; empty in a list of what can be added to a page. */
  dataId: z.string(),
  /** The name of the component's definition: `hero`, or `text` for an element of a canvas. */
  widgetId: z.string(),
  /** The number of an element of a canvas (B-082). */
  type: z.number().optional(),
  name: z.string(),
  /** From the registry of the program: `widgets/hero`, `nodes/text`. Never a path that something is loaded from. */
  componentPath: z.string(),
  /** The call that answers what the component shows of the space's rows; empty for a component that shows none. */
  apiUrl: z.string(),
  value: z.record(z.string(), z.unknown()),
  layout: z.string(),
  title: z.string(),
  /** The settings that are no texts. */
  style: z.record(z.string(), z.unknown()),
  border: z.record(z.string(), z.unknown()),
});
export type WireComponent = z.output<typeof wireComponent>;

/** The data of a component (N-013). */
export const wireData = z.object({
  dataId: z.string(),
  widgetId: z.string(),
  value: z.record(z.string(), z.unknown()),
});
export type WireData = z.output<typeof wireData>;

export type Component = Exclude<PageRecord, { kind: "group" }>;

export const isComponent = (record: PageRecord | undefined): record is Component =>
  record !== undefined && record.kind !== "group";

export const widgetIdOf = (record: Component): string => (record.kind === "widget" ? record.name : record.type);

/** The component at a path of the registry (`widgets/hero`); undefined without one. */
export const widgetIdAt = (componentPath: string | undefined): string | undefined => componentPath?.split("/").at(-1);

export const wireDataOf = (pageId: string, record: Component, locale: Locale): WireData => ({
  dataId: dataIdOf({ pageId, id: record.id }),
  widgetId: widgetIdOf(record),
  value: wireValueOf(record, locale),
});

/** The folder of a definition, which is a part of its path on the wire. */
type Shelf = "widgets" | "nodes";
type Definition = WidgetDefinition | NodeDefinition;

const titleTexts = ["heading", "title", "text"];

function componentOf(
  definition: Definition,
  { dataId, shelf, value }: { dataId: string; shelf: Shelf; value: Record<string, unknown> },
  locale: Locale,
): WireComponent {
  const widgetId = "type" in definition ? definition.type : definition.name;
  const styleNames = Object.entries(definition.settings).flatMap(([name, field]) =>
    field.localized === true || !Object.hasOwn(value, name) ? [] : [name],
  );
  const { borderSetting } = value;
  return {
    dataId,
    widgetId,
    ...("number" in definition && definition.number !== undefined ? { type: definition.number } : {}),
    name: definition.title[locale],
    componentPath: `${shelf}/${widgetId}`,
    apiUrl: "load" in definition && definition.load !== undefined ? "Api/SitePage/QueryWidgetData" : "",
    value,
    layout: "holdsNodes" in definition && definition.holdsNodes === true ? "canvas" : "flow",
    title: titleTexts.map((name) => textIn(value[name], locale)).find((text) => text !== "") ?? "",
    style: Object.fromEntries(styleNames.map((name) => [name, value[name]])),
    border: typeof borderSetting === "object" && borderSetting !== null ? { ...borderSetting } : {},
  };
}

/** A component of a page as the wire has it; undefined for one that this program does not know. */
export function wireComponentOf(pageId: string, record: Component, locale: Locale): WireComponent | undefined {
  const definition = definitionOf(record) as Definition | undefined;
  if (definition === undefined) return undefined;
  const shelf = record.kind === "widget" ? "widgets" : "nodes";
  return componentOf(
    definition,
    { dataId: dataIdOf({ pageId, id: record.id }), shelf, value: wireValueOf(record, locale) },
    locale,
  );
}

/** The classes of components on the wire: sections of a page, and elements of a canvas. */
export const componentClasses = [
  { id: "widgets", name: { zh: "组件", en: "Components" } },
  { id: "nodes", name: { zh: "画布元素", en: "Canvas elements" } },
] as const;

/** Every component that can be added to a page, with its example; those of one class, or all. */
export function addableComponents(locale: Locale, classId?: string): WireComponent[] {
  const orderOf = ({ number = 1000 }: NodeDefinition) => number;
  const shelves: [Shelf, Iterable<Definition>][] = [
    ["widgets", widgets.values()],
    ["nodes", [...nodes.values()].toSorted((a, b) => orderOf(a) - orderOf(b))],
  ];
  return shelves
    .filter(([shelf]) => classId === undefined || shelf === classId)
    .flatMap(([shelf, definitions]) =>
      [...definitions].map((definition) =>
        componentOf(definition, { dataId: "", shelf, value: definition.example as Record<string, unknown> }, locale),
      ),
    );
}
