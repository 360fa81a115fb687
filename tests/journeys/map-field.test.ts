/** The map field: by pointer, by keyboard, by coordinates, with and without map tiles. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { devices, expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { type Server, startServer } from "../support/server.ts";
import { definitionOf, publish } from "../support/stored-entities.ts";

const requestedPaths: string[] = [];
const pixel = Buffer.from("R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==", "base64");
const tiles = createServer((request, response) => {
  requestedPaths.push(request.url!);
  response.writeHead(200, { "content-type": "image/gif", "cross-origin-resource-policy": "cross-origin" }).end(pixel);
});
await new Promise<void>((resolve) => tiles.listen(0, "127.0.0.1", resolve));
afterAll(() => void tiles.close());
const tileUrl = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}/{z}/{x}/{y}.gif`;

const withoutTiles = await startServer();
const withTiles = await startServer({ MAP_TILES: tileUrl, MAP_ATTRIBUTION: "© <b>Mapmakers</b>" });
const open = await openBrowser();
const both = (text: string) => ({ zh: text, en: text });
const shop = definitionOf("shop", {
  title: { type: "textbox", name: both("Title"), required: true },
  place: { type: "Map", name: { zh: "位置", en: "Place" } } as never,
});
const texts = {
  zh: {
    save: "保存",
    choose: "在地图上选择",
    change: "在地图上调整",
    box: "坐标（纬度在前，经度在后）",
    go: "定位",
    wrong: /坐标无效/,
    plain: "未配置地图图源，仅显示经纬网。",
    marker: "位置标记",
    use: "使用此位置",
    address: "地址",
    clear: "清除位置",
  },
  en: {
    save: "Save",
    choose: "Choose on the map",
    change: "Change on the map",
    box: "Coordinates (latitude, longitude)",
    go: "Go",
    wrong: /These are no coordinates/,
    plain: "No map source is set up, so only the grid of coordinates is shown.",
    marker: "Marker",
    use: "Use this place",
    address: "Address",
    clear: "Clear location",
  },
};

async function prepare(server: Server) {
  const person = await newSpaceOwner(server);
  await publish(server, person.tenantId, shop);
  const api = client(server, person);
  await vi.waitFor(async () => {
    if ((await api.send("GET Api/{type}/QueryList", { type: "shop" })).status !== 200)
      throw new Error("not loaded yet");
  }, 20_000);
  return { person, api };
}

describe.each(devices)("in $locale, $width px wide", ({ locale, width }) => {
  it("B-120, B-382: takes a location by text, keyboard and pointer, and stores it as numbers", async () => {
    const t = texts[locale];
    const { person, api } = await prepare(withoutTiles);
    const visitor = await open({ url: withoutTiles.url, locale, width });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(person, withoutTiles.url));
    await page.goto("/paas/shop/add");
    await page.locator("[id$=-title]").fill("Shop");
    await page.getByRole("button", { name: t.choose }).press("Enter");
    const dialog = page.getByRole("dialog");
    const input = dialog.getByRole("textbox", { name: t.box });
    await dialog.getByText(t.plain).waitFor();
    await dialog.locator(".map-grid line").first().waitFor({ state: "attached" });
    await input.fill("nowhere");
    await input.press("Enter");
    await dialog.getByText(t.wrong).waitFor();
    await input.fill("121.4737 31.2304");
    await dialog.getByRole("button", { name: t.go }).click();
    await dialog.getByText(t.wrong).waitFor({ state: "detached" });
    await expectNoPageProblems(visitor);

    // By keyboard: right is east, up is north; Shift makes small steps.
    const marker = dialog.getByRole("button", { name: t.marker });
    await marker.press("ArrowRight");
    const coordinates = async () => (await input.inputValue()).split(", ").map(Number) as [number, number];
    const [latitude, longitude] = await coordinates();
    expect(longitude).toBeGreaterThan(121.4737);
    await marker.press("Shift+ArrowUp");
    await marker.press("Shift+ArrowLeft");
    const [north, west] = await coordinates();
    expect(north).toBeGreaterThan(latitude);
    expect(west).toBeLessThan(longitude);
    expect(west).toBeGreaterThan(121.4737);
    // By pointer.
    await dialog.locator(".map").click({ position: { x: 60, y: 60 } });
    const [clickedNorth, clickedWest] = await coordinates();
    expect(clickedNorth).toBeGreaterThan(north);
    expect(clickedWest).toBeLessThan(west);
    await expectNoPageProblemsInDark(visitor);
    await input.fill("31.2304, 121.4737");
    await dialog.getByRole("button", { name: t.use }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("31.2304, 121.4737").waitFor();
    await page.getByRole("textbox", { name: t.address }).fill("人民广场");
    await expectNoPageProblems(visitor);
    await page.getByRole("button", { name: t.save, exact: true }).click();
    await page.waitForURL(/shop\/edit\?id=/);
    const [row] = (await api.call("GET Api/{type}/QueryList", { type: "shop" })) as AnyRow[];
    expect(row!.place).toEqual({ latitude: 31.2304, longtitude: 121.4737, address: "人民广场" });
    await page.getByRole("button", { name: t.change }).waitFor();
    await page.getByRole("button", { name: t.clear }).click();
    await page.getByRole("button", { name: t.choose }).waitFor();
    await context.close();
  });
});

it("B-120, B-382: requests tiles only from the configured source and also accepts the spelling longitude", async () => {
  const { person, api } = await prepare(withTiles);
  const place = { longitude: -0.0015, latitude: 51.4779 };
  const row = (await api.call("POST Api/{type}/QueryAdd", { type: "shop", title: "Shop", place })) as AnyRow;
  expect(row.place).toEqual({ longtitude: -0.0015, latitude: 51.4779 });
  const refused = await api.send("POST Api/{type}/QueryAdd", {
    type: "shop",
    title: "Far",
    place: { ...place, latitude: 91 },
  });
  expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, ["place"]]);
  const visitor = await open({ url: withTiles.url, locale: "en", width: 1440 });
  const { page, context, problems } = visitor;
  await context.addCookies(sessionCookies(person, withTiles.url));
  await page.goto(`/paas/shop/edit?id=${row.id}`);
  await page.getByRole("button", { name: texts.en.change }).click();
  const map = page.getByRole("dialog").locator(".map");
  await map.locator("img.leaflet-tile-loaded").first().waitFor({ state: "attached" });
  // The attribution is escaped.
  await map.getByText("© <b>Mapmakers</b>").waitFor();
  expect(requestedPaths.every((path) => /^\/14\/\d+\/\d+\.gif$/.test(path))).toBe(true);
  expect(problems).toEqual([]);
  await context.close();
});
