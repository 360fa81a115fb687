/**
 * The editors of pages that people would otherwise use: GrapesJS and Puck, with the nodes of the same page. They are no dependencies of this program:
 * `EDITORS_FOLDER` names a folder in which `npm install grapesjs @puckeditor/core react react-dom` was run. Each is bundled as its guide says, and served
 * with the nodes as JSON.
 */
import { symlink, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import type { PlacedText } from "./canvas-pages.ts";
import { temporaryFolder } from "./running-app.ts";

/** GrapesJS places nodes freely, as a canvas does. It has no field for a text, so the page has one that sets the text of the selected node. */
const grapesEntry = `
import grapesjs from "grapesjs";
import "grapesjs/dist/css/grapes.min.css";
const nodes = await (await fetch("/nodes.json")).json();
const text = Object.assign(document.createElement("input"), { id: "text", style: "position:fixed;bottom:0;left:0;z-index:99" });
const editor = grapesjs.init({
  container: "#editor",
  height: "100vh",
  storageManager: false,
  telemetry: false,
  dragMode: "absolute",
  components: nodes.map(({ id, x, y, w, h, en }) => ({
    type: "text",
    attributes: { id },
    content: en,
    style: { position: "absolute", left: x + "px", top: y + "px", width: w + "px", height: h + "px" },
  })),
});
document.body.append(text);
text.addEventListener("input", () => editor.getSelected().components(text.value));
window.editor = editor;
window.componentOf = (id) => editor.getWrapper().find("#" + id)[0];
`;

/** Puck places nodes below each other. */
const puckEntry = `
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { Puck } from "@puckeditor/core";
import "@puckeditor/core/puck.css";
const nodes = await (await fetch("/nodes.json")).json();
const config = {
  components: {
    Text: {
      fields: { text: { type: "text", label: "Text" } },
      defaultProps: { text: "Text" },
      render: ({ text }) => createElement("p", { className: "node", style: { margin: 0, height: 30 } }, text),
    },
  },
};
const data = { root: { props: {} }, content: nodes.map(({ id, en }) => ({ type: "Text", props: { id, text: en } })) };
createRoot(document.getElementById("editor")).render(createElement(Puck, { config, data, onPublish() {} }));
`;

/** What the bundle of React alone exports, so that all of it stays. */
const reactEntry = `
import * as react from "react";
import * as runtime from "react/jsx-runtime";
import * as dom from "react-dom";
import { createRoot } from "react-dom/client";
globalThis.used = [react, runtime, dom, createRoot];
`;

/** KB of a script as gzip -9 makes it. */
export const gzipped = (script: string | Buffer): number => gzipSync(script, { level: 9 }).length / 1024;

/** Imports of style sheets of other hosts, which a bench does not ask. */
const foreignImport = /@import\s*(?:url\()?["']?https?:[^;]*;/g;

/** Bundles the entry with the packages of the folder, and returns its files by their names. */
async function bundle(entry: string, { folder, packages }: { folder: string; packages: string }) {
  await writeFile(path.join(folder, "entry.js"), entry);
  await symlink(path.join(packages, "node_modules"), path.join(folder, "node_modules"));
  const result = await build({
    root: folder,
    configFile: false,
    logLevel: "error",
    resolve: { preserveSymlinks: true },
    build: { write: false, target: "esnext", rolldownOptions: { input: path.join(folder, "entry.js") } },
  });
  if (!("output" in result)) throw new Error("The bundle has no files.");
  return new Map(
    result.output.map((file) => [
      `/${file.fileName}`,
      file.type === "chunk" ? file.code : file.source.toString().replaceAll(foreignImport, ""),
    ]),
  );
}

const types: Record<string, string> = { ".js": "text/javascript", ".css": "text/css" };

/** Serves an editor with these nodes. */
async function serveEditor(
  entry: string,
  { packages, nodes }: { packages: string; nodes: readonly PlacedText[] },
): Promise<AsyncDisposable & { address: string }> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  const files = await bundle(entry, { folder: folder.path, packages });
  const addresses = [...files.keys()];
  const entryAddress = addresses.find((address) => /entry-[^/]*\.js$/.test(address));
  const links = addresses
    .filter((address) => address.endsWith(".css"))
    .map((address) => `<link rel="stylesheet" href="${address}">`);
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Editor</title>${links.join("")}</head><body style="margin:0"><div id="editor"></div><script type="module" src="${entryAddress}"></script></body></html>`;
  const server = createServer(({ url = "/" }, response) => {
    const body = url === "/" ? html : url === "/nodes.json" ? JSON.stringify(nodes) : files.get(url);
    response.writeHead(body === undefined ? 404 : 200, {
      "content-type": url === "/" ? "text/html" : (types[path.extname(url)] ?? "application/json"),
    });
    response.end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  resources.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const running = resources.move();
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Serves both editors with these nodes; undefined without `EDITORS_FOLDER`. Resolves to their addresses. */
export async function serveOtherEditors(
  nodes: readonly PlacedText[],
): Promise<(AsyncDisposable & { grapes: string; puck: string }) | undefined> {
  const { EDITORS_FOLDER: packages } = process.env;
  if (packages === undefined) return undefined;
  await using resources = new AsyncDisposableStack();
  const options = { packages: path.resolve(packages), nodes };
  const grapes = resources.use(await serveEditor(grapesEntry, options));
  const puck = resources.use(await serveEditor(puckEntry, options));
  const running = resources.move();
  return { grapes: grapes.address, puck: puck.address, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** The KB of React and its renderer, as gzip -9 makes them: what every program that uses React loads. */
export async function reactSize(): Promise<number> {
  await using folder = await temporaryFolder();
  const files = await bundle(reactEntry, { folder: folder.path, packages: process.cwd() });
  return gzipped([...files.values()].join(""));
}
