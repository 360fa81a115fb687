/** Invalid parts of pages: one list for saving, publishing and rendering (T-41 to T-50). */
import type { Box } from "#kit/page.ts";

export const texts = { zh: "标题", en: "Heading" };
export const setting = { title: texts, description: {}, showHead: true, showFoot: true };
export const widget = (id: string, more: object = {}) => ({
  kind: "widget",
  id,
  order: "a0",
  name: "page-title",
  value: { heading: texts },
  ...more,
});
export const canvas = (id: string, more: object = {}) =>
  widget(id, { name: "canvas", value: { height: 200, background: "paper" }, ...more });
export const node = (id: string, parent: string, more: object = {}) => ({
  kind: "node",
  id,
  order: "a0",
  type: "text",
  parent,
  box: { x: 0, y: 0, w: 100, h: 30 } satisfies Box,
  value: { title: texts },
  ...more,
});
export const group = (id: string, parent: string, more: object = {}) => ({
  kind: "group",
  id,
  order: "a0",
  parent,
  value: { name: null },
  ...more,
});
export const id = "wd_aaaaaaaaaa";
export const nodeId = "nd_aaaaaaaaaa";
export const groupId = "gr_aaaaaaaaaa";
/** Nested groups; the parent of the outermost one is `parent`. */
export const groupsInGroups = (parent: string, count: number) =>
  Array.from({ length: count }, (_, n) => group(`gr_deep${n}`, n === 0 ? parent : `gr_deep${n - 1}`));

/** The key of a submitted record: its own id, if that is valid for its kind. */
export function keyOf(record: object): string {
  const { kind, id: named } = record as { kind?: string; id?: string };
  const ids: Record<string, string> = { node: nodeId, group: groupId };
  return named === "wd_cccccccccc" || named === undefined ? (ids[kind ?? ""] ?? id) : named;
}

/** Invalid records, each with their parents. */
export const hostileRecords: [what: string, records: object[]][] = [
  ["no object", [[] as unknown as object]],
  ["of no kind", [{ id, order: "a0", name: "page-title", value: {} }]],
  ["of another kind", [widget(id, { kind: "script" })]],
  ["with an id of its own", [widget("wd_bbbbbbbbbb", { id: "wd_cccccccccc" })]],
  ["a widget under a node's id", [widget(nodeId)]],
  ["with a key that no record has", [widget(id, { onclick: "alert(1)" })]],
  ["without an order", [widget(id, { order: undefined })]],
  ["with an order that is none", [widget(id, { order: "a0;</style>" })]],
  ["with an order without end", [widget(id, { order: "a".repeat(201) })]],
  ["without settings", [widget(id, { value: null })]],
  ["a widget that is not on the shelf", [widget(id, { name: "script" })]],
  ["a widget named like what every object has", [widget(id, { name: "constructor" })]],
  ["a node that is not on the shelf", [canvas(id), node(nodeId, id, { type: "toString" })]],
  ["a setting that the widget does not have", [widget(id, { value: { heading: texts, html: "<b>" } })]],
  ["a setting of another kind", [widget(id, { value: { heading: { zh: 7 } } })]],
  ["a setting in one language that has two", [widget(id, { value: { heading: "Heading" } })]],
  ["a setting in a language that there is not", [widget(id, { value: { heading: { xx: "Heading" } } })]],
  ["a text that is too long", [widget(id, { value: { heading: { en: "x".repeat(81) } } })]],
  ["half a character", [widget(id, { value: { heading: { en: "\ud800" } } })]],
  ["a link that runs", [canvas(id), node(nodeId, id, { value: { title: texts, url: "javascript:alert(1)" } })]],
  [
    "a link to another scheme in a row",
    [widget(id, { name: "cards", value: { heading: texts, items: [{ name: texts, url: "data:text/html,x" }] } })],
  ],
  ["a choice that is not offered", [canvas(id), node(nodeId, id, { value: { title: texts, color: "url(//x)" } })]],
  ["a number that is a text", [canvas(id, { value: { height: "200px;}" } })]],
  ["a node without a place", [canvas(id), node(nodeId, id, { box: undefined })]],
  ["a node with half a place", [canvas(id), node(nodeId, id, { box: { x: 0, y: 0, w: 1 } })]],
  ["a node too far out", [canvas(id), node(nodeId, id, { box: { x: 10_001, y: 0, w: 1, h: 1 } })]],
  ["a node without a size", [canvas(id), node(nodeId, id, { box: { x: 0, y: 0, w: 0, h: 1 } })]],
  ["a node placed by texts", [canvas(id), node(nodeId, id, { box: { x: "0", y: 0, w: 1, h: 1 } })]],
  ["a node with a place too many", [canvas(id), node(nodeId, id, { box: { x: 0, y: 0, w: 1, h: 1, z: 1 } })]],
  ["a node whose canvas has no id", [node(nodeId, "page")]],
  ["a node on nothing", [node(nodeId, id)]],
  ["a node on a widget that holds none", [widget(id), node(nodeId, id)]],
  ["a node on a node", [canvas(id), node(nodeId, id), node("nd_bbbbbbbbbb", nodeId)]],
  ["a node on itself", [node(nodeId, nodeId)]],
  ["a version before the first", [widget(id, { version: 0 })]],
  ["a version below zero", [widget(id, { version: -1 })]],
  ["a version between two", [widget(id, { version: 1.5 })]],
  ["a version that is a text", [widget(id, { version: "2" })]],
  ["a version that there is not yet", [widget(id, { version: 1e9 })]],
  ["a group on nothing", [group(groupId, id)]],
  ["a group on the page", [group(groupId, "page")]],
  ["a group on itself", [group(groupId, groupId)]],
  ["a group on a widget that holds none", [widget(id), group(groupId, id)]],
  ["a group on a node", [canvas(id), node(nodeId, id), group(groupId, nodeId)]],
  ["a group under a node's id", [canvas(id), group(nodeId, id)]],
  ["groups in a circle", [canvas(id), group(groupId, "gr_bbbbbbbbbb"), group("gr_bbbbbbbbbb", groupId)]],
  ["a node in a group on itself", [canvas(id), group(groupId, groupId), node(nodeId, groupId)]],
  ["a node in a group that is not there", [canvas(id), node(nodeId, groupId)]],
  ["a node in too many groups", [canvas(id), ...groupsInGroups(id, 8), node(nodeId, "gr_deep7")]],
  ["groups in groups without end", [canvas(id), ...groupsInGroups(id, 1500)]],
  ["a group with a place", [canvas(id), group(groupId, id, { box: { x: 0, y: 0, w: 1, h: 1 } })]],
  ["a group without settings", [canvas(id), group(groupId, id, { value: null })]],
  ["a group with a name that is too long", [canvas(id), group(groupId, id, { value: { name: "x".repeat(61) } })]],
  ["a group with a name in two languages", [canvas(id), group(groupId, id, { value: { name: texts } })]],
  ["a group with a setting that groups do not have", [canvas(id), group(groupId, id, { value: { html: "<b>" } })]],
  ["settings that are a list", [widget(id, { value: [] })]],
  ["settings that are a text", [widget(id, { value: "<script>" })]],
  ["a name that is an object", [widget(id, { name: {} })]],
];

/** Invalid page settings. */
export const hostileSettings: [what: string, setting: unknown][] = [
  ["nothing", null],
  ["a list", []],
  ["a text", "title"],
  ["half of them", { title: texts }],
  ["one too many", { ...setting, script: "x" }],
  ["a title that is too long", { ...setting, title: { en: "x".repeat(81) } }],
  ["a title in no language", { ...setting, title: { xx: "x" } }],
  ["a title that is a number", { ...setting, title: { en: 7 } }],
  ["half a character", { ...setting, description: { en: "\udc00" } }],
  ["a switch that is a text", { ...setting, showHead: "yes" }],
];

/** Texts that would escape from a rule, an attribute or an element. */
export const injections = [
  "red;}body{background:url(//sink.test)}",
  "url(//sink.test)",
  "URL(//sink.test)",
  "expression(alert(1))}",
  "</style><script>alert(1)</script>",
  '"}*{display:none}',
  "red\\;",
  "@import 'x'",
  "\nurl(//sink.test)",
  "var(--x",
  "calc(1px + (2px)",
  "red)(",
  "red/*",
];
