import { isObject } from "#kit/is-object.ts";
import { z } from "zod";
import { Problem } from "#kit/problem.ts";
import { nodes } from "#render/registry.ts";
import type { DraftRow } from "#features/builder/server/draft.server.ts";
import type { Component } from "./component.server.ts";
import { appendNode, appendWidget, componentOn, withValue } from "./edits.server.ts";
import { dataPlaceIn, dataPlaceOf, pageIdOf } from "./page-id.server.ts";
import { dataObjectOf } from "./save-component.server.ts";

const texts = {
  element: { zh: "元素内容不正确", en: "Invalid element" },
};

const coordinate = z.number().optional();
/** An element as it is saved (N-024): which component, which of its settings, and its data. `x`, `y`, `w`, `h`: the place of one on a canvas. */
const elementSchema = z.strictObject({
  name: z.string().max(60),
  fields: z.array(z.string().max(60)).max(200).default([]),
  data: z.strictObject({
    dataId: z.string().max(120).optional(),
    pageId: z.string().max(60).optional(),
    /** The data id of the canvas or group for a new element; the first canvas of the page without it. */
    parentId: z.string().max(120).optional(),
    rev: z.int().min(0).optional(),
    x: coordinate,
    y: coordinate,
    w: coordinate,
    h: coordinate,
    value: z.record(z.string(), z.unknown()).default({}),
  }),
});

/** An element to save. `id`: its record; without it, the element is new. `fields`: the settings to change; empty for the whole value. */
export type SavedElement = {
  name: string;
  pageId: string;
  id: string | undefined;
  parent: string | undefined;
  rev: number | undefined;
  fields: string[];
  box: { x?: number; y?: number; w?: number; h?: number };
  value: Record<string, unknown>;
};

/** Reads an element from the wire. @throws {Problem} invalid without its data object (B-203) or with another shape; notFound */
export function elementOf(element: unknown): SavedElement {
  const given = isObject(element) ? element : {};
  dataObjectOf(given.data);
  const { data: read, error } = elementSchema.safeParse({ ...given, fields: given.fields ?? [] });
  if (error !== undefined) throw new Problem("invalid", texts.element);
  const { name, fields, data } = read;
  const { dataId, pageId: givenPage, parentId, rev, value, ...place } = data;
  const known = dataId === undefined ? undefined : dataPlaceOf(dataId);
  const pageId = known?.pageId ?? pageIdOf({ pageId: givenPage });
  const parent = parentId === undefined ? undefined : dataPlaceIn(pageId, parentId).id;
  const box = Object.fromEntries(Object.entries(place).filter(([, number]) => number !== undefined));
  return { name, pageId, id: known?.id, parent, rev, fields, box, value };
}

/** The component of a draft as an element changes it, or a new one. @throws {Problem} notFound; invalid */
export function editedElement(draft: DraftRow, element: SavedElement): Component {
  const { name, id, parent, fields, box, value } = element;
  if (id === undefined)
    return nodes.has(name)
      ? appendNode(draft, { widgetId: name, value, parent, box })
      : appendWidget(draft, { widgetId: name, value });
  const current = componentOn(draft, id);
  const chosen = Object.fromEntries(Object.entries(value).filter(([setting]) => fields.includes(setting)));
  const nextValue = fields.length === 0 ? value : { ...current.value, ...chosen };
  const changed = withValue(draft, { id, widgetId: name, value: nextValue });
  return changed.kind === "node" ? { ...changed, box: { ...changed.box, ...box } } : changed;
}
