/**
 * The builder with a page of 1,000 nodes in Chromium, 1440 x 900: ms from the last byte of the page's data until the builder is open; from a key of a
 * text field, a step of undo and a switch of language, client or width until the page is painted; the frames while 50 nodes are dragged; and its scripts.
 * Figures are those of the worst of `BENCH_RUNS`, each in a new context with an empty cache. Then a page of 5,000 nodes is opened, and one of 500 is
 * rendered for visitors. With `EDITORS_FOLDER`, GrapesJS and Puck do the same with the same nodes, as near as each of them can.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright-core";
import { launchBrowser } from "./browser.ts";
import { addCanvasPage, placedTexts } from "./canvas-pages.ts";
import { fetchRaw } from "./compare.ts";
import { builder, draggedCount, grapes, open, puck, type Subject } from "./editor-subjects.ts";
import { median, percentile, reportFigure } from "./figure.ts";
import { gzipped, reactSize, serveOtherEditors } from "./other-editors.ts";
import { framesDuring, openBarePage, type OpenTime, type Response, responseTo } from "./paint.ts";
import { createRandom } from "./random.ts";
import { signInAdministrator, startBenchApp } from "./running-app.ts";
import { fullOrMiniature } from "./size.ts";

const runs = Number(process.env.BENCH_RUNS ?? fullOrMiniature(5, 1));
const nodeCount = fullOrMiniature(1000, 60);
const keystrokes = fullOrMiniature(40, 3);
const steps = fullOrMiniature(20, 2);
const switches = fullOrMiniature(6, 2);
const moves = fullOrMiniature(90, 5);

type Times = { p50: number; p95: number; max: number };
const timesOf = (values: number[]): Times => ({
  p50: median(values),
  p95: percentile(values, 0.95),
  max: Math.max(...values),
});
const painted = (responses: Response[]) => timesOf(responses.map((response) => response.painted));
const worked = (responses: Response[]) => timesOf(responses.map((response) => response.work));

const random = createRandom(17);
/** Does something again and again, at no fixed time of a frame. */
async function repeat(count: number, measure: (n: number) => Promise<Response>): Promise<Response[]> {
  const responses: Response[] = [];
  for (let n = 0; n < count; n += 1) {
    await wait(30 + random.below(17));
    responses.push(await measure(n));
  }
  return responses;
}

/** Drags what is selected in a circle; returns the frames, and how many of the nodes have moved. */
async function drag(page: Page, { node, grip }: Subject): Promise<Times & { moved: number }> {
  const boxes = () => Promise.all(Array.from({ length: draggedCount }, (_, index) => node(page, index).boundingBox()));
  const before = await boxes();
  const held = (await node(page, grip).boundingBox())!;
  const [x, y] = [held.x + 20, held.y + held.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const frames = await framesDuring(page, async () => {
    for (let n = 1; n <= moves; n += 1) {
      const angle = (2 * Math.PI * n) / 45;
      await page.mouse.move(x + 80 * Math.sin(angle), y + 120 - 80 * Math.cos(angle));
    }
  });
  await page.mouse.up();
  const after = await boxes();
  const moved = after.filter((box, index) => box?.x !== before[index]!.x || box.y !== before[index]!.y).length;
  return { ...timesOf(frames), moved };
}

type Run = {
  open: OpenTime;
  /** KB of the scripts that were loaded until the editor was open. */
  script: number;
  key: Times;
  undo: Times;
  /** As `undo`, without the time until the frame begins. */
  undoWork: Times;
  drag: Times & { moved: number };
};

/** Opens an editor and works with it; `more`: further measurements at its page. */
async function work(subject: Subject, more?: (page: Page) => Promise<void>): Promise<Run> {
  const { frame } = subject.opened;
  const { page, scripts, ...time } = await open(subject);
  const script = scripts.reduce((sum, code) => sum + gzipped(code), 0);
  await subject.focusText(page);
  const key = await repeat(keystrokes, () =>
    responseTo(page, { type: "keydown", frame }, () => page.keyboard.press("x")),
  );
  await subject.edit(page, steps);
  const undo = await repeat(steps, () =>
    responseTo(page, { type: "keydown", frame }, () => page.keyboard.press("Control+z")),
  );
  await subject.select(page);
  const dragged = await drag(page, subject);
  await more?.(page);
  await page.context().close();
  return { open: time, script, key: painted(key), undo: painted(undo), undoWork: worked(undo), drag: dragged };
}

const worst = <T>(results: readonly T[], value: (result: T) => number) => Math.max(...results.map(value));

/** Reports the figures of an editor; returns those that are compared. */
function report(name: string, results: readonly Run[], hasLimits: boolean) {
  const limit = (atMost: number) => (hasLimits ? { atMost } : {});
  const figures = {
    open: worst(results, (run) => run.open.fromStart),
    key: worst(results, (run) => run.key.p95),
    drag: worst(results, (run) => run.drag.p95),
    undo: worst(results, (run) => run.undo.p95),
  };
  reportFigure(`${name}.open`, figures.open, "ms");
  reportFigure(
    `${name}.open.from-data`,
    worst(results, (run) => run.open.fromData),
    "ms",
    limit(600),
  );
  reportFigure(
    `${name}.key.p50`,
    worst(results, (run) => run.key.p50),
    "ms",
  );
  reportFigure(`${name}.key.p95`, figures.key, "ms", limit(35));
  reportFigure(
    `${name}.drag.nodes`,
    Math.min(...results.map((run) => run.drag.moved)),
    `of ${draggedCount} nodes moved`,
    hasLimits ? { atLeast: draggedCount } : {},
  );
  reportFigure(`${name}.drag.frame.p95`, figures.drag, "ms", limit(20));
  reportFigure(
    `${name}.drag.frame.max`,
    worst(results, (run) => run.drag.max),
    "ms",
  );
  reportFigure(
    `${name}.undo.p50`,
    worst(results, (run) => run.undo.p50),
    "ms",
  );
  reportFigure(`${name}.undo.p95`, figures.undo, "ms");
  reportFigure(
    `${name}.undo.work.p50`,
    worst(results, (run) => run.undoWork.p50),
    "ms",
  );
  reportFigure(
    `${name}.undo.work.p95`,
    worst(results, (run) => run.undoWork.p95),
    "ms",
    limit(16),
  );
  return figures;
}

await using app = await startBenchApp();
const token = await signInAdministrator(app);
await using browser = await launchBrowser();

const bare = await (await browser.openContext(app.url)).newPage();
await bare.evaluate(openBarePage);
const floorResponses = await repeat(keystrokes, () =>
  responseTo(bare, { type: "keydown", frame: undefined }, () => bare.keyboard.press("x")),
);
const floor = painted(floorResponses);
await bare.context().close();
reportFigure("editor.floor.key.p50", floor.p50, "ms");
reportFigure("editor.floor.key.p95", floor.p95, "ms");
reportFigure("editor.floor.work.p95", worked(floorResponses).p95, "ms");

const pageId = await addCanvasPage(app, { token, path: "/bench-canvas", count: nodeCount });
const languageTimes: number[] = [];
const clientTimes: number[] = [];
const widthTimes: number[] = [];
let rows = 0;
const subjectOf = async (id: string, count: number) =>
  builder(await browser.openContext(app.url, token), { pageId: id, count });

/** Switches the language, the client and the width of the page. */
async function switchViews(page: Page): Promise<void> {
  rows = Math.max(rows, await page.locator("[role=tree] [role=treeitem]").count());
  const press = (names: readonly string[], frame: string | undefined) =>
    repeat(switches, (n) =>
      responseTo(page, { type: "click", frame }, () =>
        page.getByRole("button", { name: names[n % names.length]! }).click(),
      ),
    );
  const languages = await press(["Chinese page", "English page"], ".board iframe");
  languageTimes.push(...languages.map((response) => response.painted));
  const clients = await repeat(switches, async (n) => {
    await page.getByRole("button", { name: /^Client:/ }).click();
    const client = page.getByRole("menu").getByText(n % 2 === 0 ? "WeChat" : "All clients", { exact: true });
    await client.waitFor();
    return responseTo(page, { type: "click", frame: ".board iframe" }, () => client.click());
  });
  clientTimes.push(...clients.map((response) => response.painted));
  const widths = await press(["Tablet 768", "Desktop 1440"], undefined);
  widthTimes.push(...widths.map((response) => response.painted));
}

const results: Run[] = [];
for (let run = 0; run < runs; run += 1) results.push(await work(await subjectOf(pageId, nodeCount), switchViews));
const own = report("editor", results, true);
reportFigure("editor.language.max", Math.max(...languageTimes), "ms", { atMost: 100 });
reportFigure("editor.client.max", Math.max(...clientTimes), "ms", { atMost: 100 });
reportFigure("editor.width.max", Math.max(...widthTimes), "ms", { atMost: 100 });
reportFigure("editor.rows", rows, "rows in the tree", { atMost: 60 });
const script = worst(results, (run) => run.script);
const react = await reactSize();
reportFigure("editor.script", script, "KB");
reportFigure("editor.script.without-react", script - react, "KB", { atMost: 120 });

const largeCount = fullOrMiniature(4995, 80);
const largeId = await addCanvasPage(app, { token, path: "/bench-large", count: largeCount });
const largeTimes: number[] = [];
for (let run = 0; run < runs; run += 1) {
  const { page, fromData } = await open(await subjectOf(largeId, largeCount));
  largeTimes.push(fromData);
  await page.context().close();
}
reportFigure("editor.large.open.from-data", Math.max(...largeTimes), "ms", { atMost: 2500 });

await addCanvasPage(app, { token, path: "/bench-visitors", count: fullOrMiniature(500, 20) });
const renderTimes: number[] = [];
for (let n = 0; n < fullOrMiniature(40, 5); n += 1) {
  const begin = performance.now();
  // The cache is keyed by host, so each host is a new page.
  await fetchRaw(`${app.url}/bench-visitors`, { host: `bench-${n}.test`, "accept-encoding": "identity" });
  renderTimes.push(performance.now() - begin);
}
// The first ones are a warm-up.
const warmTimes = renderTimes.slice(fullOrMiniature(10, 1));
reportFigure("editor.visitors.uncached.p50", median(warmTimes), "ms", { atMost: 15 });
reportFigure("editor.visitors.uncached.p95", percentile(warmTimes, 0.95), "ms");

await using others = await serveOtherEditors(placedTexts(nodeCount));
if (others === undefined)
  console.log("GrapesJS and Puck are not measured, because EDITORS_FOLDER does not name a folder with their packages.");
else
  for (const subject of [grapes, puck]) {
    const name = subject.name as "grapes" | "puck";
    const address = others[name];
    const measured: Run[] = [];
    for (let run = 0; run < runs; run += 1)
      measured.push(await work(subject(await browser.openContext(address), { address, count: nodeCount })));
    const theirs = report(`editor.${name}`, measured, false);
    reportFigure(
      `editor.${name}.script`,
      worst(measured, (run) => run.script),
      "KB",
    );
    // Neither of them drags more than one node, so the frames of a drag are not compared.
    for (const figure of ["open", "key", "undo"] as const)
      reportFigure(`editor.${name}.${figure}.ratio`, theirs[figure] / own[figure], "times the builder's ms", {
        atLeast: 1,
      });
  }
