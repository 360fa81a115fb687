/** A theme's own fonts on published pages: parts of exactly the characters that a page shows. */
import { globSync, readFileSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { FileValue } from "#kit/stored-file.ts";
import { displayElements, textOfPage } from "#render/page/page-text.server.ts";
import { client } from "./support/client.ts";
import {
  brandHeading,
  charactersOf,
  charactersOfWoff2,
  chineseFont,
  fontAddressIn,
  fontValue,
  latinFont,
  plainFont,
  publishTheme,
} from "./support/fonts.ts";
import { newSpaceOwner } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { startServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";
import { runUpkeep } from "./support/upkeep.ts";

const server = await startServer();
const owner = await newSpaceOwner(server);
const host = await siteHost(server, owner);

const htmlOf = async (page: string, language: "zh" | "en", of = host) =>
  (await readPage(`${server.url}${page}?language=${language}`, { host: of })).text;

const get = (address: string, headers: Record<string, string> = {}) =>
  readPage(server.url + address, { host, ...headers });
const charactersAt = async (address: string) => charactersOfWoff2((await get(address)).bytes);
const sorted = (text: string) =>
  [...new Set(text)].toSorted((one, other) => one.codePointAt(0)! - other.codePointAt(0)!);

let fonts: { textFont: FileValue[]; headingFont: FileValue[] };
let themeId = "";
beforeAll(async () => {
  fonts = {
    textFont: await fontValue(server, owner, latinFont),
    headingFont: await fontValue(server, owner, chineseFont),
  };
  themeId = await publishTheme(server, owner, fonts);
});

describe("a page of a theme with own fonts", () => {
  it("loads of each font the characters that it shows in it, in each language its own", async () => {
    const [zh, en] = await Promise.all([htmlOf("/brand", "zh"), htmlOf("/brand", "en")]);
    const [zhHeading, enHeading] = [fontAddressIn(zh, "Heading")!, fontAddressIn(en, "Heading")!];
    expect(zhHeading).not.toBe(enHeading);
    // The foot of the page has headings, too.
    const headings = (html: string) =>
      [...html.matchAll(/<(h[123]|dd)[\s>][\s\S]*?<\/\1>/g)].map(([text]) => text.replaceAll(/<[^>]*>/g, "")).join("");
    const chinese = await charactersAt(zhHeading);
    const expected = sorted(headings(zh)).filter((character) => charactersOf(chineseFont).includes(character));
    expect([...chinese]).toEqual(expected);
    expect(chinese).toContain("科");
    expect(chinese).not.toContain("球");
    // Nothing of an English heading is in this font but marks.
    expect(await charactersAt(enHeading)).not.toContain("科");
    const text = await charactersAt(fontAddressIn(en, "Text")!);
    for (const character of "AZaz09&<>“”—") expect(text).toContain(character);
  });

  it("has the fonts before those that the theme chooses, without a style of the space", async () => {
    const html = await htmlOf("/brand", "zh");
    expect(html).toContain('--sans:"Theme Text","Theme Text Fallback","Instrument Sans"');
    expect(html).toContain('--display:"Theme Heading","Theme Heading Fallback",var(--sans)');
    expect(html).toContain("font-display:swap");
    expect(html).toContain("font-weight:100 900");
    // Geist Mono is wider than Arial, which stands in for it.
    expect(html).toMatch(/"Theme Text Fallback";src:local\("Arial"\)[^;]*;size-adjust:125\.0%;ascent-override:\d+/);
    expect(html).toContain(`<link rel="preload" href="${fontAddressIn(html, "Heading")!}" as="font"`);
    const { headers } = await readPage(`${server.url}/brand`, { host });
    expect(headers.link ?? "").not.toContain("subset");
    expect(headers["content-security-policy"]).toContain("font-src 'self'");
    expect(html).not.toMatch(/rel="preload" href="[^"]*instrument-sans/);
  });

  it("sends a part as a file that never changes, made once and kept", async () => {
    const address = fontAddressIn(await htmlOf("/brand", "zh"), "Heading")!;
    const first = await get(address);
    expect([first.status, first.headers["content-type"]]).toEqual([200, "font/woff2"]);
    expect(first.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "content-length": String(first.bytes.length),
    });
    expect(first.bytes.length).toBeLessThan(20_000);
    expect((await get(address, { "if-none-match": String(first.headers.etag) })).status).toBe(304);
    const keys = (await readdir(path.join(server.dataFolder, "files"))).filter((name) => name.includes("@"));
    expect(keys.length).toBeGreaterThan(0);
    const rows = await server.database.read<{ key: string }>("*", sql`select key from font_subset`);
    expect(rows.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
  });

  it("T-38: answers no address that a page of the installation does not have", async () => {
    const address = fontAddressIn(await htmlOf("/brand", "zh"), "Heading")!;
    const [file, query] = address.split("?subset=") as [string, string];
    const [set, signature] = query.split(".") as [string, string];
    const otherFont = fonts.textFont[0]!.url;
    const other = fontAddressIn(await htmlOf("/brand", "en"), "Text")!
      .split("?subset=")[1]!
      .split(".")[0]!;
    for (const tampered of [
      `${file}?subset=${other}.${signature}`,
      `${file}?subset=${set}A.${signature}`,
      `${file}?subset=${set}.${signature.replace(/.$/, (last) => (last === "0" ? "1" : "0"))}`,
      `${file}?subset=${set}`,
      `${file}?subset=`,
      `${file}?subset=${set}.${signature}&subset=${set}.${signature}`,
      `${otherFont}?subset=${query}`,
      `${file}?subset=${"A".repeat(9000)}.${signature}`,
    ])
      expect([tampered, (await get(tampered)).status]).toEqual([tampered, 404]);
    expect((await get(file)).status).toBe(401);
  });
});

describe("a font of another space", async () => {
  const thief = await newSpaceOwner(server);

  it("T-01: is refused by a theme, and shows on no page if it is there nevertheless", async () => {
    const { send } = client(server, thief);
    const both = { zh: "甲", en: "A" };
    const refused = await send("POST Api/{type}/QueryAdd", {
      type: "theme",
      name: both,
      headingFont: fonts.headingFont,
    } as never);
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("headingFont")]);
    const id = await publishTheme(server, thief, {});
    await server.database.tenant(thief.tenantId, (tx) =>
      tx.rows(sql`update theme set heading_font = ${JSON.stringify(fonts.headingFont)}::jsonb where id = ${id}::uuid`),
    );
    // A save of any kind has the pages made again.
    await client(server, thief).call("POST Api/{type}/QueryUpdate", {
      type: "theme",
      id,
      version: 1,
      radius: 7,
    } as never);
    const thiefHost = await siteHost(server, thief);
    await expect.poll(() => htmlOf("/brand", "zh", thiefHost)).toContain("--r:7px");
    expect(await htmlOf("/brand", "zh", thiefHost)).not.toContain("Theme Heading");
  });

  it("does not come through the market: what is offered of a theme has no font", async () => {
    await client(server, owner).call("POST Api/Market/Offer", { kind: "theme", themeId, name: brandHeading });
    const rows = await server.database.read<{ text: string }>(
      owner.tenantId,
      sql`select document::text as text from market_item where tenant_id = ${owner.tenantId}::uuid`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.text).not.toMatch(/files|Font/);
  });
});

it("T-38: fonts of a space rest after one that could not be processed, those of other spaces do not", async () => {
  const [troubled, other] = await Promise.all([newSpaceOwner(server), newSpaceOwner(server)]);
  const addressesOf = async (person: typeof owner) => {
    const headingFont = await fontValue(server, person, chineseFont);
    await publishTheme(server, person, { headingFont });
    const siteOf = await siteHost(server, person);
    const pages = await Promise.all([htmlOf("/brand", "zh", siteOf), htmlOf("/brand", "en", siteOf)]);
    return { file: headingFont[0]!.url, parts: pages.map((html) => fontAddressIn(html, "Heading")!) };
  };
  const { file, parts } = await addressesOf(troubled);
  const stored = path.join(server.dataFolder, file);
  await writeFile(stored, chineseFont.subarray(0, 1000));
  expect((await get(parts[0]!)).status).toBe(503);
  // A job would succeed now, so none was started.
  await writeFile(stored, chineseFont);
  expect((await get(parts[1]!)).status).toBe(503);
  expect((await get((await addressesOf(other)).parts[1]!)).status).toBe(200);
});

describe("a theme without own fonts", () => {
  it("has pages without a rule or an address more than before", async () => {
    const other = await newSpaceOwner(server);
    await publishTheme(server, other, {});
    const html = await htmlOf("/brand", "zh", await siteHost(server, other));
    expect(html).toContain("科技");
    expect(html).not.toMatch(/Theme (?:Text|Heading)|subset=/);
    expect(html.match(/@font-face/g)).toHaveLength(3);
  });
});

it("the characters of a page are those between its tags: no scripts, no styles, nothing that a visitor typed", () => {
  const { text, heading: headings } = textOfPage(
    '<body><h1 class="a">甲&amp;&#x4e59;</h1><script>丙</script><style>丁</style><textarea name="a">戊</textarea>' +
      '<input placeholder="己" value="庚"><p title="辛">壬<b>癸</b>&#20108;&unknown;</p><dl><dd>三</dd></dl>四',
  );
  const chinese = [...text.keys()].filter((code) => code > 0x3000).map((code) => String.fromCodePoint(code));
  expect(chinese.toSorted()).toEqual([..."甲乙己壬癸二三四"].toSorted());
  expect([...headings.keys()].map((code) => String.fromCodePoint(code)).toSorted()).toEqual([..."&三乙甲"].toSorted());
});

it("governance counts the characters of own fonts among what a page weighs", async () => {
  const other = await newSpaceOwner(server);
  const api = client(server, other);
  // Six characters of 3 MB each on average.
  const large = Buffer.concat([plainFont, Buffer.alloc(18 * 1024 ** 2)]);
  await publishTheme(server, other, { headingFont: await fontValue(server, other, large) });
  const { siteId } = (await api.call("GET paas/governance/report", { kind: "site" })) as { siteId: string };
  const { runId } = (await api.call("GET Api/SiteGovernance/Start", { siteId })) as { runId: string };
  const stateOf = async () => (await api.call("GET Api/SiteGovernance/Status", { runId })) as { status: string };
  await expect.poll(async () => (await stateOf()).status, { timeout: 90_000 }).toBe("done");
  const { findings } = (await api.call("GET paas/governance/findings", { runId, check: "heavy-pages" })) as {
    findings: { title: string }[];
  };
  expect(findings.map(({ title }) => title)).toContain("Brand");
});

it("every rule that sets the font of headings is for an element whose text is counted as one", () => {
  const files = globSync("src/{widgets,nodes,render,ui}/**/*.{css,ts,tsx}").filter(
    (file) => !/tokens|theme-/.test(file),
  );
  const rules = files.flatMap((file) => [
    ...readFileSync(file, "utf8").matchAll(
      /([^{};\n]{1,200})\{[^{}]{0,500}font(?:-family)?:[^;]{0,100}var\(--display\)/g,
    ),
  ]);
  const elements = rules.flatMap(([, selector]) =>
    [...selector!.matchAll(/(?<![\w.:#-])[a-z][a-z0-9]*(?![\w(-])/g)].flat(),
  );
  expect(rules.length).toBeGreaterThan(1);
  expect(new Set(elements)).toEqual(displayElements);
});

it("old parts go and are made again, and all go with their font", async () => {
  const address = fontAddressIn(await htmlOf("/brand", "zh"), "Heading")!;
  const before = (await get(address)).bytes;
  const kept = async () =>
    (await readdir(path.join(server.dataFolder, "files"))).filter((name) => name.includes("@")).length;
  await server.database.system((tx) => tx.rows(sql`update font_subset set created_at = now() - interval '31 days'`));
  await runUpkeep(server, "purgeFontSubsets");
  await runUpkeep(server, "removeBytes");
  await expect.poll(kept).toBe(0);
  expect((await get(address)).bytes.equals(before)).toBe(true);
  expect(await kept()).toBe(1);

  const { call } = client(server, owner);
  const row = (await call("GET Api/{type}/QueryById", { type: "theme", id: themeId })) as { version: number };
  await call("POST Api/{type}/QueryUpdate", {
    type: "theme",
    id: themeId,
    version: row.version,
    textFont: null,
    headingFont: null,
  } as never);
  await expect.poll(() => htmlOf("/brand", "zh")).not.toContain("Theme Heading");
  await server.database.system(async (tx) => {
    await tx.rows(sql`delete from file_use`);
    await tx.rows(sql`delete from storage_file where file_type = 'font'`);
  });
  await runUpkeep(server, "removeBytes");
  await expect.poll(kept).toBe(0);
  expect((await get(address)).status).toBe(404);
});
