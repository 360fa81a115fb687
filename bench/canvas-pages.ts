/** Pages with many nodes, for benches of the builder and of the renderer. */
import { client } from "../tests/support/client.ts";
import type { RunningApp } from "./running-app.ts";

/** A node of a page as every editor gets it: px of the page. */
export type PlacedText = { id: string; x: number; y: number; w: number; h: number; zh: string; en: string };

/** The columns of the grid on which the nodes stand, and the distance of two columns and of two rows, px. */
const [columns, columnWidth, rowHeight] = [10, 128, 40];
/** Nodes on one canvas: a canvas is at most 4,000 px high. */
const nodesPerCanvas = 1000;
/** The most records that a page may have. */
const maxRecords = 5000;

const orderOf = (index: number) => String(index).padStart(6, "0");
const canvasId = (index: number) => `wd_canvas${orderOf(index)}`;

/** The nodes of one canvas, from top to bottom. */
export const placedTexts = (count: number): PlacedText[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `nd_${String(index).padStart(10, "0")}`,
    x: 14 + (index % columns) * columnWidth,
    y: 8 + Math.floor((index % nodesPerCanvas) / columns) * rowHeight,
    w: 100,
    h: 30,
    zh: `第 ${index} 项`,
    en: `Item ${index}`,
  }));

/** The canvases with their nodes: nine texts, then a button, which has another text in WeChat. */
function recordsOf(count: number): { id: string }[] {
  const canvasCount = Math.ceil(count / nodesPerCanvas);
  const height = Math.ceil(Math.min(count, nodesPerCanvas) / columns) * rowHeight;
  const canvases = Array.from({ length: canvasCount }, (_, index) => ({
    kind: "widget",
    id: canvasId(index),
    order: orderOf(index),
    name: "canvas",
    value: { height, background: "paper" },
  }));
  const nodes = placedTexts(Math.min(count, maxRecords - canvasCount)).map(({ id, zh, en, ...box }, index) => ({
    kind: "node",
    id,
    order: orderOf(index),
    parent: canvasId(Math.floor(index / nodesPerCanvas)),
    box,
    ...(index % columns === columns - 1
      ? {
          type: "button",
          value: { text: { zh, en }, url: "/", size: 14, bgColor: "primary", isBorder: false, radius: 4 },
          overrides: { WeChat: { value: { text: { en: `${en} in WeChat` } } } },
        }
      : { type: "text", value: { title: { zh, en }, size: 14, color: "dark", isWrap: true, alignment: "left" } }),
  }));
  return [...canvases, ...nodes];
}

/** Records of one save: a body may have a megabyte. */
const recordsPerSave = 1500;

/** Adds a page with this number of nodes, in both languages, and publishes it; returns its id. */
export async function addCanvasPage(
  { url }: Pick<RunningApp, "url">,
  { token, path, count }: { token: string; path: string; count: number },
): Promise<string> {
  const { call } = client({ url }, { token });
  const title = { zh: "画布", en: "Canvas" };
  const page = { type: "page", path, title, description: title };
  const { id } = (await call("POST Api/{type}/QueryAdd", page as never)) as { id: string };
  const changes = recordsOf(count).map((record) => ({ id: record.id, after: record }));
  let baseRev = 0;
  for (let first = 0; first < changes.length; first += recordsPerSave) {
    const input = { diyPageInfo: { pageId: id }, baseRev, changes: changes.slice(first, first + recordsPerSave) };
    baseRev = ((await call("POST api/sitepage/save", input as never)) as { rev: number }).rev;
  }
  await call("POST Api/Java/PublishPage", { pageId: id } as never);
  return id;
}
