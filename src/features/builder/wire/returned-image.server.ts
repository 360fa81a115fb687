import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { NodeDefinition } from "#kit/node.ts";
import type { Locale } from "#kit/text.ts";
import { siteFrom } from "#records/site/site.server.ts";
import { nodes } from "#render/registry.ts";
import type { Component } from "./component.server.ts";

const imageNameOf = (record: Component): string | undefined =>
  record.kind === "node" ? (nodes.get(record.type) as NodeDefinition | undefined)?.returnedImage : undefined;

/** The first drawing in some HTML, as the address of a picture; empty without one. */
function dataUrlOf(html: string): string {
  const start = html.indexOf("<svg");
  const end = html.indexOf("</svg>", start);
  if (start === -1 || end === -1) return "";
  const svg = html.slice(start, end + "</svg>".length).replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

/** The value of a component on the wire: that of its record, with the picture that it draws where the wire has one (N-032). */
export function wireValueOf(record: Component, locale: Locale): Record<string, unknown> {
  const name = imageNameOf(record);
  if (name === undefined || record.kind !== "node") return record.value;
  const context = {
    locale,
    site: siteFrom({}),
    path: "",
    query: "",
    t: (text: Record<Locale, string>) => text[locale],
  };
  const { Render } = nodes.get(record.type)!;
  const html = renderToStaticMarkup(createElement(Render as never, { value: record.value, context } as never));
  return { ...record.value, [name]: dataUrlOf(html) };
}

/** A component to store: without the picture that a client of the wire sends back. */
export function withoutReturnedImage<C extends Component>(record: C): C {
  const name = imageNameOf(record);
  if (name === undefined) return record;
  const { [name]: _picture, ...value } = record.value;
  return { ...record, value };
}
