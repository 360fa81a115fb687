import { type AutoPagePart, type AutoPageView, isGroup, wireLayouts } from "#kit/auto-page.ts";
import { type Locale, textIn } from "#kit/text.ts";

/** A part of an auto page as the wire carries it, in the reader's language. */
export type PartOutput = {
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
  border: { show: boolean; class: string; title: string; intro: string; icon: string; fontColor: string };
  setting: { background: string };
  /** The settings of a widget; of a group, its gutter and its parts. */
  value: Record<string, unknown> | { gutter: number; cols: { span: number; widgets: PartOutput[] }[] };
};

/** The columns of a part in the grid. */
export const spanOf = ({ span = 24 }: AutoPagePart) => span;

/** Converts a part to its form on the wire. The editor of auto pages does so too, for its preview. */
export function partOf(part: AutoPagePart, page: { type: string; kind: AutoPageView; locale: Locale }): PartOutput {
  const { id = "", title, status = "", small = false, border = {}, background = "" } = part;
  const { locale, type, kind } = page;
  const common = {
    id,
    title: textIn(title, locale),
    columns: spanOf(part),
    status: small ? ("small" as const) : status,
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
