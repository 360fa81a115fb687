/**
 * A form of 200 mixed fields in Chromium, 1440 x 900: ms from the last byte of its description until the form is painted, when it is opened inside the
 * app; and ms of script, style and layout per keystroke in one of its text boxes, compared with a bare text box on a page of the app without a form (the
 * floor). The figures are medians of `BENCH_RUNS`.
 */
import type { AutoColumn, AutoForm } from "#kit/auto.ts";
import { client } from "../tests/support/client.ts";
import { launchBrowser, navigate, paintTime } from "./browser.ts";
import { reportFigure, median, percentile } from "./figure.ts";
import { addSpaceWithEntity, sameText } from "./own-entities.ts";
import { type RunningApp, startBenchApp } from "./running-app.ts";
import { fullOrMiniature } from "./size.ts";

const runs = Number(process.env.BENCH_RUNS ?? fullOrMiniature(9, 1));
/** A definition has at most 100 fields, so the form has each field twice. */
const fieldCount = fullOrMiniature(100, 10);
const keystrokes = fullOrMiniature(200, 10);
const type = "inspection";

const options = Array.from({ length: 6 }, (_, key) => ({ key: `key${key}`, name: sameText(`Choice ${key}`) }));
/** The most frequent types of fields, and some whose editors are loaded on demand. */
const fieldKinds = [
  { type: "textbox" },
  { type: "number" },
  { type: "dropdownlist", options },
  { type: "datepicker" },
  { type: "switch" },
  { type: "textarea" },
  { type: "radiolist", options },
  { type: "checkboxlist", options },
  { type: "decimal" },
  { type: "url" },
];
const names = Array.from({ length: fieldCount }, (_, n) => `field${n}`);
const definition = {
  type,
  name: sameText("Inspection"),
  access: { read: "member", add: "member", update: "member", delete: "member", export: "member" },
  fields: Object.fromEntries(
    names.map((name, n) => [
      name,
      { ...fieldKinds[n % fieldKinds.length], name: sameText(`Field ${n}`), required: n % 7 === 0 },
    ]),
  ),
  titleField: "field0",
  groups: [{ name: sameText("Everything"), fields: names }],
  list: { columns: ["field0"], sort: { field: "createdAt", direction: "desc" } },
};

/** Adds a space with the entity; resolves to the token of its owner's session, and to the form with 200 fields. */
async function prepare(app: RunningApp): Promise<{ token: string; form: AutoForm }> {
  const token = await addSpaceWithEntity(app, "bench-form", definition);
  const { call } = client(app, { token });
  const form = (await call("GET Api/Ui/AutoForm", { type, language: "en" } as never)) as AutoForm;
  const duplicateOf = ({ field, ...column }: AutoColumn): AutoColumn => ({ ...column, field: `${field}again` });
  const groups = form.groups.map(({ items, ...group }) => ({ ...group, items: [...items, ...items.map(duplicateOf)] }));
  const values = Object.entries(form.values).flatMap(([name, value]) => [
    [name, value],
    [`${name}again`, value],
  ]);
  return { token, form: { ...form, groups, values: Object.fromEntries(values) } };
}

/** ms of script, style and layout per keystroke in the text box of `selector`; undefined: in a bare text box. Runs in the page. */
async function keystrokeTimes({ selector, count }: { selector: string | undefined; count: number }): Promise<number[]> {
  const bareInput = document.createElement("input");
  if (selector === undefined) document.body.append(bareInput);
  const input = selector === undefined ? bareInput : document.querySelector<HTMLInputElement>(selector)!;
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!;
  const times: number[] = [];
  input.focus();
  for (let n = 1; n <= count; n += 1) {
    await new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve));
    });
    const begin = performance.now();
    setValue.call(input, "x".repeat((n % 40) + 1));
    input.dispatchEvent(new InputEvent("input", { bubbles: true, data: "x", inputType: "insertText" }));
    // React renders the input in a microtask.
    await Promise.resolve();
    await Promise.resolve();
    document.body.getBoundingClientRect();
    times.push(performance.now() - begin);
  }
  bareInput.remove();
  return times;
}

await using app = await startBenchApp();
const { token, form } = await prepare(app);
await using browser = await launchBrowser();
const page = await (await browser.openContext(app.url, token)).newPage();
await page.route("**/Ui/AutoForm*", (route) =>
  route.fulfill({ json: { status: 1, message: "", result: form }, headers: { "cache-control": "no-store" } }),
);
const address = `/paas/${type}/add`;
const input = "form [id$=-field0]";

// A warm-up visit, which loads the scripts of the form and of its fields.
await page.goto(address);
await page.locator(input).waitFor();
const paintTimes: number[] = [];
const keyTimes: number[] = [];
const floorTimes: number[] = [];
for (let run = 0; run < runs; run += 1) {
  await page.evaluate(navigate, "/paas/index");
  await page.locator(input).waitFor({ state: "detached" });
  floorTimes.push(percentile(await page.evaluate(keystrokeTimes, { selector: undefined, count: keystrokes }), 0.95));
  paintTimes.push(await page.evaluate(paintTime, { trigger: { address }, content: input, call: "Ui/AutoForm" }));
  keyTimes.push(percentile(await page.evaluate(keystrokeTimes, { selector: input, count: keystrokes }), 0.95));
  await page.evaluate(() => localStorage.clear());
}

reportFigure("form.fields", 2 * (await page.locator("form [id$=again]").count()), "fields");
reportFigure("form.mount.painted.p50", median(paintTimes), "ms", { atMost: 60 });
reportFigure("form.mount.painted.max", Math.max(...paintTimes), "ms");
reportFigure("form.key.floor.p95", median(floorTimes), "ms");
reportFigure("form.key.p95", median(keyTimes), "ms");
reportFigure("form.key.over-floor.p95", median(keyTimes) - median(floorTimes), "ms", { atMost: 4 });
