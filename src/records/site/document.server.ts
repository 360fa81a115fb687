import { generateNKeysBetween } from "fractional-indexing";
import type { NodeType, Nodes } from "#kit/node.ts";
import type { Box, PageDocument, PageRecord } from "#kit/page.ts";
import type { Text } from "#kit/text.ts";
import type { Written } from "#kit/versioned.ts";
import type { WidgetName, Widgets } from "#kit/widget.ts";

export type SeedNode = { [T in NodeType]: { type: T; box: Box } & Written<Nodes[T]> }[NodeType];
export type SeedWidget = { [N in WidgetName]: { name: N; nodes?: SeedNode[] } & Written<Widgets[N]> }[WidgetName];

/** An id as the builder makes them, but the same on every run: what it is called, filled up to ten characters by its number. */
const idOf = (prefix: "wd" | "nd", word: string, number: number) => {
  const letters = word.replaceAll(/[^a-z]/g, "").slice(0, 7);
  return `${prefix}_${letters}${String(number).padStart(10 - letters.length, "0")}`;
};

/** A page document from widgets in their order, each with the nodes of its canvas from back to front. */
export function documentOf(setting: { title: Text; description: Text }, widgets: SeedWidget[]): PageDocument {
  const records: PageRecord[] = [];
  const orders = generateNKeysBetween(null, null, widgets.length);
  let number = 0;
  for (const [index, { nodes = [], ...widget }] of widgets.entries()) {
    const id = idOf("wd", widget.name, ++number);
    records.push({ kind: "widget", id, order: orders[index]!, ...widget });
    const places = generateNKeysBetween(null, null, nodes.length);
    for (const [at, node] of nodes.entries()) {
      records.push({ kind: "node", id: idOf("nd", node.type, ++number), order: places[at]!, parent: id, ...node });
    }
  }
  return {
    schema: 1,
    setting: { ...setting, showHead: true, showFoot: true },
    records: Object.fromEntries(records.map((record) => [record.id, record])),
  };
}
