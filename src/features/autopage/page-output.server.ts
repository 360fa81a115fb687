import { z } from "zod";
import { type AutoPageView, autoPageViews, wireLayouts } from "#kit/auto-page.ts";
import { type Locale, textIn } from "#kit/text.ts";
import { type PartOutput, partOf, spanOf } from "./part-output.ts";
import { searchItemOutput } from "#records/describe/auto-output.server.ts";
import type { filtersOf } from "./page-filters.server.ts";
import type { AutoPage } from "./read-page.server.ts";

const borderOutput = z.strictObject({
  show: z.boolean(),
  class: z.string(),
  title: z.string(),
  intro: z.string(),
  icon: z.string(),
  fontColor: z.string(),
});

const partOutput: z.ZodType<PartOutput> = z.strictObject({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  componentPath: z.string(),
  apiUrl: z.string(),
  layout: z.string(),
  columns: z.number(),
  status: z.enum(["", "small"]),
  style: z.record(z.string(), z.string()),
  border: borderOutput,
  setting: z.strictObject({ background: z.string() }),
  value: z.record(z.string(), z.unknown()),
});

/** An auto page on the wire (N-017). */
export const autoPageOutput = z.strictObject({
  name: z.string(),
  widgets: z.array(partOutput),
  /** The id of the page's row; null for a page made from an entity, and for a page of the site. */
  id: z.string().nullable(),
  type: z.string(),
  kind: z.enum(autoPageViews),
  intro: z.string(),
  layout: z.string(),
  setting: z.strictObject({ background: z.string() }),
  value: z.strictObject({ gutter: z.number(), cols: z.array(z.strictObject({ span: z.number() })) }),
  /** The default period of a report, in days. */
  days: z.string(),
  /** The search form of a report, and the type of the data that it filters. */
  filters: z.array(searchItemOutput),
  source: z.string().nullable(),
});
export type AutoPageOutput = z.output<typeof autoPageOutput>;

/** A page as the wire carries it, in the reader's language. `search`: its search form, if it has one. */
export function toAutoPageOutput(
  page: AutoPage,
  { type, kind, locale }: { type: string; kind: AutoPageView; locale: Locale },
  search: ReturnType<typeof filtersOf> = { filters: [], source: null },
): AutoPageOutput {
  return {
    name: textIn(page.name, locale),
    widgets: page.parts.map((part) => partOf(part, { type, kind, locale })),
    id: page.id ?? null,
    type,
    kind,
    intro: textIn(page.intro, locale),
    layout: wireLayouts[page.layout],
    setting: { background: page.background ?? "" },
    value: { gutter: page.gutter, cols: page.parts.map((part) => ({ span: spanOf(part) })) },
    days: page.days,
    ...search,
  };
}
