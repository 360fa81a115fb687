/** A theme's own fonts where a site is taken along: as files of pages, and as configuration. */
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { client } from "./support/client.ts";
import { charactersOfWoff2, chineseFont, fontValue, latinFont, publishTheme, uploadFont } from "./support/fonts.ts";
import { sharedServer } from "./support/server.ts";
import { exportedFiles, exportSite } from "./support/static-site.ts";
import { compareFolder, exportFolder, importRows, newSpace, rowsOf, type Space } from "./support/transfer.ts";

const server = await sharedServer();
let source: Space;
beforeAll(async () => {
  source = await newSpace(server);
  const fonts = {
    textFont: await fontValue(server, source.owner, latinFont, "Text.ttf"),
    headingFont: await fontValue(server, source.owner, chineseFont),
  };
  await publishTheme(server, source.owner, fonts);
});

it("a static copy has the parts of fonts that its pages show, each once, and none as a whole", async () => {
  const files = await exportedFiles(server, source.owner, { origin: "https://www.example.com" });
  const html = files.get("brand/index.html")!.toString();
  expect(html).not.toContain("subset=");
  const [, heading = ""] = /font-family:"Theme Heading";src:url\("\/(files\/[\w-]+\.woff2)"\)/.exec(html) ?? [];
  expect(await charactersOfWoff2(files.get(heading)!)).toContain("科");
  expect(html).toContain(`href="/${heading}"`);
  const fonts = [...files.keys()].filter((name) => name.startsWith("files/"));
  expect(new Set(fonts).size).toBe(fonts.length);
  expect(fonts.filter((name) => !name.endsWith(".woff2"))).toEqual([]);
  // The policy in the page allows its style as it is now.
  const style = html.split("<style>")[1]!.split("</style>")[0]!;
  expect(html).toContain(`sha256-${createHash("sha256").update(style).digest("base64")}`);
});

it("a static copy is finished without a font that cannot be processed", async () => {
  const { owner } = await newSpace(server);
  const headingFont = await fontValue(server, owner, chineseFont);
  await publishTheme(server, owner, { headingFont });
  await writeFile(join(server.dataFolder, headingFont[0]!.url), chineseFont.subarray(0, 1000));
  const job = await exportSite(server, owner, { origin: "https://www.example.com" });
  expect(job.state).toBe("done");
  const log = await client(server, owner).call("GET Api/Job/Log", { id: job.id });
  expect(JSON.stringify(log)).toContain(headingFont[0]!.url);
});

it("configuration names a font by its content: another space has it uploaded, or the theme comes without it", async () => {
  const folder = await exportFolder(server, source.owner);
  const target = await newSpace(server);
  await uploadFont(server, target.owner, chineseFont);
  const comparison = await compareFolder(server, target.owner, folder);
  const themes = comparison.rows.filter(({ path, state }) => path.startsWith("theme/") && state === "added");
  expect(themes.map(({ state, problem, missingFiles }) => [state, problem, missingFiles])).toEqual([
    ["added", null, ["Text.ttf"]],
  ]);
  await importRows(server, target.owner, comparison, themes);
  const themeRows = await rowsOf(target.api, "theme");
  const theme = themeRows.find(({ name }) => (name as { en: string }).en === "Brand");
  expect(theme).toMatchObject({ headingFont: [{ name: "Brand.ttf" }] });
  expect(theme!.textFont ?? []).toEqual([]);
});
