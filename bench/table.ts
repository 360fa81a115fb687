/**
 * A list of 120 rows and 30 columns in Chromium, 1440 x 900: ms from the last byte of the rows until they are painted, when the list is opened inside
 * the app and when it is sorted by a heading; ms of script, style and layout of selecting a row; the number of elements of the table; and the longest
 * frame while the table is scrolled in both directions. Each is the median, maximum or 95th percentile of `BENCH_RUNS` runs, as its name
 * says; `table.scroll.frame.max` is the median of the longest frames.
 */
import { client } from "../tests/support/client.ts";
import { launchBrowser, navigate, paintTime } from "./browser.ts";
import { reportFigure, median, percentile } from "./figure.ts";
import { addSpaceWithEntity, sameText } from "./own-entities.ts";
import { type RunningApp, startBenchApp } from "./running-app.ts";
import { fullOrMiniature } from "./size.ts";

const runs = Number(process.env.BENCH_RUNS ?? fullOrMiniature(9, 1));
const rowCount = fullOrMiniature(240, 16);
const columnCount = 30;
/** Rows per page; small enough for a second page. */
const pageSize = fullOrMiniature(120, 10);
const type = "meterReading";

const choices = Array.from({ length: 4 }, (_, key) => ({
  key: `key${key}`,
  name: sameText(`State ${key}`),
  color: "ochre",
}));
const names = Array.from({ length: columnCount }, (_, n) => `field${n}`);
/** The usual types of columns, each with a value made from the number `n`. */
const fieldKinds = [
  { config: { type: "textbox" }, value: (n: number) => `Reading of unit ${n}` },
  { config: { type: "number" }, value: (n: number) => n * 7 },
  { config: { type: "dropdownlist", options: choices }, value: (n: number) => `key${n % 4}` },
  {
    config: { type: "datepicker" },
    value: (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 3_600_000).toISOString(),
  },
  { config: { type: "switch" }, value: (n: number) => n % 2 === 0 },
];
const fieldKindOf = (n: number) => fieldKinds[n % fieldKinds.length]!;
const definition = {
  type,
  name: sameText("Readings"),
  access: { read: "member", add: "member", update: "member", delete: "member", export: "member" },
  fields: Object.fromEntries(
    names.map((name, n) => [
      name,
      {
        ...fieldKindOf(n).config,
        name: sameText(`Column ${n}`),
        column: { sortable: n === 0 },
        ...(n === 0 ? { search: "prefix" } : {}),
      },
    ]),
  ),
  titleField: "field0",
  groups: [{ name: sameText("Everything"), fields: names }],
  list: { columns: names, sort: { field: "createdAt", direction: "desc" } },
};

/** Adds a space with the entity and its rows; resolves to the token of its owner's session. */
async function prepare(app: RunningApp): Promise<string> {
  const token = await addSpaceWithEntity(app, "bench-table", definition);
  const { call } = client(app, { token });
  for (let n = 0; n < rowCount; n += 1)
    await call("POST Api/{type}/QueryAdd", {
      type,
      ...Object.fromEntries(names.map((name, index) => [name, fieldKindOf(index).value(n + index)])),
    });
  return token;
}

/** ms of script, style and layout per row that the function selects; runs in the page. */
async function selectTimes(count: number): Promise<number[]> {
  const boxes = [...document.querySelectorAll<HTMLInputElement>("#list tbody input[type=checkbox]")].slice(0, count);
  const times: number[] = [];
  for (const box of boxes) {
    await new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve));
    });
    const begin = performance.now();
    box.click();
    // React renders the selection in a microtask.
    await Promise.resolve();
    await Promise.resolve();
    document.body.getBoundingClientRect();
    times.push(performance.now() - begin);
  }
  return times;
}

/** Scrolls the table down, up, right and left; resolves to the ms of each frame. Runs in the page. */
async function frameTimes(): Promise<number[]> {
  const region = document.querySelector("#list")!;
  const frames: number[] = [];
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  let last = await frame();
  async function scroll(axis: "scrollTop" | "scrollLeft", step: number): Promise<void> {
    for (let n = 0; n < 60; n += 1) {
      region[axis] += step;
      const now = await frame();
      frames.push(now - last);
      last = now;
    }
  }
  for (const axis of ["scrollTop", "scrollLeft"] as const) for (const step of [75, -75]) await scroll(axis, step);
  return frames;
}

const countElements = () => document.querySelectorAll("#list, #list *").length;

/** The address of a search that finds all rows and differs in each run, so that the browser has not cached its result. */
const addressOf = (run: number) =>
  `/paas/${type}/list?pageSize=${pageSize}&f.field0=${encodeURIComponent("Reading of unit".slice(0, run + 1))}`;

/** The selector of the first row, and the call that loads the rows. */
const firstRow = "#list [data-row]";
const rows = { content: firstRow, call: "paas/table/search" };

await using app = await startBenchApp();
const token = await prepare(app);
await using browser = await launchBrowser();
const page = await (await browser.openContext(app.url, token)).newPage();
// A warm-up visit, which loads the scripts of the list.
await page.goto(addressOf(0));
await page.locator(firstRow).first().waitFor();

const openTimes: number[] = [];
const sortTimes: number[] = [];
for (let run = 1; run <= runs; run += 1) {
  await page.evaluate(navigate, "/paas/index");
  await page.locator("#list").waitFor({ state: "detached" });
  openTimes.push(await page.evaluate(paintTime, { trigger: { address: addressOf(run) }, ...rows }));
  sortTimes.push(await page.evaluate(paintTime, { trigger: { heading: "Column 0" }, ...rows }));
}
const rowSelectTimes = await page.evaluate(selectTimes, 12);
const elementCount = await page.evaluate(countElements);
const scrollRuns: number[][] = [];
for (let run = 0; run < runs; run += 1) scrollRuns.push(await page.evaluate(frameTimes));

reportFigure("table.open.painted.p50", median(openTimes), "ms", { atMost: 50 });
reportFigure("table.open.painted.max", Math.max(...openTimes), "ms");
reportFigure("table.sort.painted.p50", median(sortTimes), "ms", { atMost: 50 });
reportFigure("table.sort.painted.max", Math.max(...sortTimes), "ms");
reportFigure("table.select.p50", median(rowSelectTimes), "ms", { atMost: 4 });
reportFigure("table.select.max", Math.max(...rowSelectTimes), "ms");
reportFigure("table.elements", elementCount, "elements", { atMost: 1500 });
reportFigure("table.scroll.frame.p95", percentile(scrollRuns.flat(), 0.95), "ms");
reportFigure("table.scroll.frame.max", median(scrollRuns.map((frames) => Math.max(...frames))), "ms", { atMost: 34 });
// Table components of other libraries, for comparison. They are ten times as large as the table of this program, so they are no dependencies of it: they
// were measured once, on two cores, with the same rows and columns.
console.log(
  "November 2026, 120 x 30, mount and one row selected: antd 6.6.8 438 and 243 ms, its virtual table 101 and 57 ms;",
);
console.log(
  "MUI 9.5.0 with the data grid 186 and 3.8 ms; Mantine 9.7.4 161 and 53 ms. They have their rows in memory and no app shell around them.",
);
