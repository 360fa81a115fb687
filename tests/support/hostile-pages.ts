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
/** The ids of the widget, the node and the group that most of these pages have. */
export const id = "wd_aaaaaaaaaa";
export const nodeId = "nd_aaaaaaaaaa";
export const groupId = "gr_aaaaaaaaaa";
/** Groups nested in each other; `parent` contains the outermost group. */
export const groupsInGroups = (parent: string, count: number) =>
  Array.from({ length: count }, (_, n) => group(`gr_deep${n}`, n === 0 ? parent : `gr_deep${n - 1}`));

/** The key under which a record is submitted: its id. A record without an id, or whose id must differ from its key, gets the usual id of its kind. */
export function keyOf(record: object): string {
  const { kind, id: recordId } = record as { kind?: string; id?: string };
  const usualIds: Record<string, string> = { node: nodeId, group: groupId };
  return recordId === "wd_cccccccccc" || recordId === undefined ? (usualIds[kind ?? ""] ?? id) : recordId;
}

/** Invalid records, each with the parents that it needs. */
export const hostileRecords: [description: string, records: object[]][] = [
  ["not an object", [[] as unknown as object]],
  ["without a kind", [{ id, order: "a0", name: "page-title", value: {} }]],
  ["of an unknown kind", [widget(id, { kind: "script" })]],
  ["with an id other than its key", [widget("wd_bbbbbbbbbb", { id: "wd_cccccccccc" })]],
  ["a widget with the id of a node", [widget(nodeId)]],
  ["with an unknown key", [widget(id, { onclick: "alert(1)" })]],
  ["an unknown language", [widget(id, { languages: ["xx"] })]],
  ["a period that begins at a word", [widget(id, { period: { from: "tomorrow" } })]],
  ["values of an unknown client", [widget(id, { overrides: { Firefox: { value: {} } } })]],
  ["an unknown setting in a client", [widget(id, { overrides: { WeChat: { value: { html: "<b>" } } } })]],
  [
    "a javascript: link in a client",
    [canvas(id), node(nodeId, id, { overrides: { AppPlus: { value: { url: "javascript:alert(1)" } } } })],
  ],
  [
    "a place in a client that is too far to the right",
    [canvas(id), node(nodeId, id, { overrides: { WeChat: { box: { x: 10_001, y: 0, w: 1, h: 1 } } } })],
  ],
  ["bindings that are a list", [widget(id, { bindings: ["title"] })]],
  ["a binding to an object", [widget(id, { bindings: { heading: { field: "title" } } })]],
  ["rows of a binding that is a text", [widget(id, { name: "record-list", value: { records: "select 1" } })]],
  ["values of an unknown width", [widget(id, { overrides: { 500: { isHidden: true } } })]],
  ["a text at a width", [canvas(id), node(nodeId, id, { overrides: { 480: { value: { title: { zh: "<b>" } } } } })]],
  [
    "CSS as a value of a width",
    [canvas(id), node(nodeId, id, { overrides: { 768: { value: { color: "red}</style><b>" } } } })],
  ],
  [
    "a place at a width that is too far to the right",
    [canvas(id), node(nodeId, id, { overrides: { 480: { box: { x: 10_001, y: 0, w: 1, h: 1 } } } })],
  ],
  ["without an order", [widget(id, { order: undefined })]],
  ["with an invalid order", [widget(id, { order: "a0;</style>" })]],
  ["with an order that is too long", [widget(id, { order: "a".repeat(201) })]],
  ["without settings", [widget(id, { value: null })]],
  ["an unknown widget", [widget(id, { name: "script" })]],
  ["a widget named like a property of every object", [widget(id, { name: "constructor" })]],
  ["an unknown type of node", [canvas(id), node(nodeId, id, { type: "toString" })]],
  ["an unknown setting", [widget(id, { value: { heading: texts, html: "<b>" } })]],
  ["a setting of a wrong type", [widget(id, { value: { heading: { zh: 7 } } })]],
  ["a localized setting without languages", [widget(id, { value: { heading: "Heading" } })]],
  ["a setting in an unknown language", [widget(id, { value: { heading: { xx: "Heading" } } })]],
  ["a text that is too long", [widget(id, { value: { heading: { en: "x".repeat(81) } } })]],
  ["a lone surrogate", [widget(id, { value: { heading: { en: "\ud800" } } })]],
  ["a javascript: link", [canvas(id), node(nodeId, id, { value: { title: texts, url: "javascript:alert(1)" } })]],
  [
    "a data: link in a list of items",
    [widget(id, { name: "cards", value: { heading: texts, items: [{ name: texts, url: "data:text/html,x" }] } })],
  ],
  ["an unknown option", [canvas(id), node(nodeId, id, { value: { title: texts, color: "url(//x)" } })]],
  ["a number that is a text", [canvas(id, { value: { height: "200px;}" } })]],
  ["a node without a box", [canvas(id), node(nodeId, id, { box: undefined })]],
  ["a node with an incomplete box", [canvas(id), node(nodeId, id, { box: { x: 0, y: 0, w: 1 } })]],
  ["a node too far to the right", [canvas(id), node(nodeId, id, { box: { x: 10_001, y: 0, w: 1, h: 1 } })]],
  ["a node without a size", [canvas(id), node(nodeId, id, { box: { x: 0, y: 0, w: 0, h: 1 } })]],
  ["a node with a box of texts", [canvas(id), node(nodeId, id, { box: { x: "0", y: 0, w: 1, h: 1 } })]],
  [
    "a node with an unknown property in its box",
    [canvas(id), node(nodeId, id, { box: { x: 0, y: 0, w: 1, h: 1, z: 1 } })],
  ],
  ["a node whose parent is the page", [node(nodeId, "page")]],
  ["a node with a missing parent", [node(nodeId, id)]],
  ["a node in a widget without nodes", [widget(id), node(nodeId, id)]],
  ["a node in a node", [canvas(id), node(nodeId, id), node("nd_bbbbbbbbbb", nodeId)]],
  ["a node in itself", [node(nodeId, nodeId)]],
  ["version zero", [widget(id, { version: 0 })]],
  ["a negative version", [widget(id, { version: -1 })]],
  ["a fractional version", [widget(id, { version: 1.5 })]],
  ["a version that is a text", [widget(id, { version: "2" })]],
  ["a future version", [widget(id, { version: 1e9 })]],
  ["a group with a missing parent", [group(groupId, id)]],
  ["a group whose parent is the page", [group(groupId, "page")]],
  ["a group in itself", [group(groupId, groupId)]],
  ["a group in a widget without nodes", [widget(id), group(groupId, id)]],
  ["a group in a node", [canvas(id), node(nodeId, id), group(groupId, nodeId)]],
  ["a group with the id of a node", [canvas(id), group(nodeId, id)]],
  ["groups in a circle", [canvas(id), group(groupId, "gr_bbbbbbbbbb"), group("gr_bbbbbbbbbb", groupId)]],
  ["a node in a group in itself", [canvas(id), group(groupId, groupId), node(nodeId, groupId)]],
  ["a node in a missing group", [canvas(id), node(nodeId, groupId)]],
  ["a node in too many nested groups", [canvas(id), ...groupsInGroups(id, 8), node(nodeId, "gr_deep7")]],
  ["1,500 nested groups", [canvas(id), ...groupsInGroups(id, 1500)]],
  ["a group with a box", [canvas(id), group(groupId, id, { box: { x: 0, y: 0, w: 1, h: 1 } })]],
  ["a group without settings", [canvas(id), group(groupId, id, { value: null })]],
  ["a group with a name that is too long", [canvas(id), group(groupId, id, { value: { name: "x".repeat(61) } })]],
  ["a group with a name in two languages", [canvas(id), group(groupId, id, { value: { name: texts } })]],
  ["a group with an unknown setting", [canvas(id), group(groupId, id, { value: { html: "<b>" } })]],
  ["settings that are a list", [widget(id, { value: [] })]],
  ["settings that are a text", [widget(id, { value: "<script>" })]],
  ["a name that is an object", [widget(id, { name: {} })]],
];

/** Invalid page settings. */
export const hostileSettings: [description: string, setting: unknown][] = [
  ["null", null],
  ["a list", []],
  ["a text", "title"],
  ["without a description and switches", { title: texts }],
  ["with an unknown setting", { ...setting, script: "x" }],
  ["a title that is too long", { ...setting, title: { en: "x".repeat(81) } }],
  ["a title in an unknown language", { ...setting, title: { xx: "x" } }],
  ["a title that is a number", { ...setting, title: { en: 7 } }],
  ["a lone surrogate", { ...setting, description: { en: "\udc00" } }],
  ["a switch that is a text", { ...setting, showHead: "yes" }],
];

/** Texts that would escape from a CSS rule, an attribute or an element if they were not encoded. */
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
