import { z } from "zod";
import { type AutoPageKind, type AutoPagePart, isGroup, wireLayouts } from "#kit/auto-page.ts";
import { type Locale, textIn } from "#kit/text.ts";
import type { AutoPage } from "./read-page.server.ts";

const borderOutput = z.strictObject({
  show: z.boolean(),
  class: z.string(),
  title: z.string(),
  intro: z.string(),
  icon: z.string(),
  fontColor: z.string(),
});

type PartOutput = {
  id: string;
  /** The type of the widget; "" for a group. */
  name: string;
  title: string;
  /** The file of the widget in the program; "" for a group. */
  componentPath: string;
  /** The address of the widget's data; "" for a group. */
  apiUrl: string;
  layout: string;
  /** Columns of the grid of 24. */
  columns: number;
  status: "" | "small";
  style: Record<string, string>;
  border: z.output<typeof borderOutput>;
  setting: { background: string };
  /** The settings of a widget; of a group, its gutter and its parts. */
  value: Record<string, unknown> | { gutter: number; cols: { span: number; widgets: PartOutput[] }[] };
};

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
  kind: z.enum(["index", "report"]),
  intro: z.string(),
  layout: z.string(),
  setting: z.strictObject({ background: z.string() }),
  value: z.strictObject({ gutter: z.number(), cols: z.array(z.strictObject({ span: z.number() })) }),
  /** The default period of a report, in days. */
  days: z.string(),
});
export type AutoPageOutput = z.output<typeof autoPageOutput>;

const spanOf = ({ span = 24 }: AutoPagePart) => span;

function partOf(part: AutoPagePart, page: { type: string; kind: AutoPageKind; locale: Locale }): PartOutput {
  const { id = "", title, small = false, border = {}, background = "" } = part;
  const { locale, type, kind } = page;
  const common = {
    id,
    title: textIn(title, locale),
    columns: spanOf(part),
    status: small ? ("small" as const) : ("" as const),
    style: {},
    border: {
      show: border.show ?? true,
      class: border.class ?? "plain",
      title: textIn(title, locale),
      intro: textIn(border.intro, locale),
      icon: border.icon ?? "",
      fontColor: border.fontColor ?? "",
    },
    setting: { background },
  };
  if (isGroup(part))
    return {
      ...common,
      name: "",
      componentPath: "",
      apiUrl: "",
      layout: wireLayouts[part.layout],
      value: {
        gutter: part.gutter ?? 16,
        cols: part.widgets.map((child) => ({ span: spanOf(child), widgets: [partOf(child, page)] })),
      },
    };
  return {
    ...common,
    name: part.name,
    componentPath: `features/autopage/widgets/${part.name}`,
    apiUrl: `/api/paas/autoPage/widget?${new URLSearchParams({ type, kind, widget: id }).toString()}`,
    layout: "",
    value: part.value ?? {},
  };
}

/** A page as the wire carries it, in the reader's language. */
export function toAutoPageOutput(
  page: AutoPage,
  { type, kind, locale }: { type: string; kind: AutoPageKind; locale: Locale },
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
  };
}
