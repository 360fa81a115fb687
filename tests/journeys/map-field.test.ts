/** The map field: by pointer, by keyboard, by coordinates, with and without map tiles. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { devices, expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { type Server, sharedServer, startServer } from "../support/server.ts";
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

const serverWithoutTiles = await sharedServer();
const serverWithTiles = await startServer({ MAP_TILES: tileUrl, MAP_ATTRIBUTION: "© <b>Mapmakers</b>" });
const open = await openBrowser();
const sameText = (text: string) => ({ zh: text, en: text });
const shop = definitionOf("shop", {
  title: { type: "textbox", name: sameText("Title"), required: true },
  place: { type: "Map", name: { zh: "位置", en: "Place" } } as never,
});
const texts = {
  zh: {
    save: "保存",
    chooseOnMap: "在地图上选择",
    changeOnMap: "在地图上调整",
    coordinates: "坐标（纬度在前，经度在后）",
    locate: "定位",
    invalidCoordinates: /坐标无效/,
    noTilesHint: "未配置地图图源，仅显示经纬网。",
    marker: "位置标记",
    usePlace: "使用此位置",
    address: "地址",
    clear: "清除位置",
  },
  en: {
    save: "Save",
    chooseOnMap: "Choose on the map",
    changeOnMap: "Change on the map",
    coordinates: "Coordinates (latitude, longitude)",
    locate: "Go",
    invalidCoordinates: /Enter coordinates such as/,
    noTilesHint: "No map source is set up, so only the grid of coordinates is shown.",
    marker: "Marker",
    usePlace: "Use this place",
    address: "Address",
    clear: "Clear location",
  },
};

/** Publishes the entity in a new space and returns the owner and their client. */
async function publishShop(server: Server) {
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
    const { person, api } = await publishShop(serverWithoutTiles);
    const visitor = await open({ url: serverWithoutTiles.url, locale, width });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(person, serverWithoutTiles.url));
    await page.goto("/paas/shop/add");
    await page.locator("[id$=-title]").fill("Shop");
    await page.getByRole("button", { name: t.chooseOnMap }).press("Enter");
    const dialog = page.getByRole("dialog");
    const input = dialog.getByRole("textbox", { name: t.coordinates });
    await dialog.getByText(t.noTilesHint).waitFor();
    await dialog.locator(".map-grid line").first().waitFor({ state: "attached" });
    await input.fill("nowhere");
    await input.press("Enter");
    await dialog.getByText(t.invalidCoordinates).waitFor();
    await input.fill("121.4737 31.2304");
    await dialog.getByRole("button", { name: t.locate }).click();
    await dialog.getByText(t.invalidCoordinates).waitFor({ state: "detached" });
    await expectNoPageProblems(visitor);

    // The arrow keys move the marker: right is east, up is north. Shift makes small steps.
    const marker = dialog.getByRole("button", { name: t.marker });
    await marker.press("ArrowRight");
    const coordinates = async () => (await input.inputValue()).split(", ").map(Number) as [number, number];
    const [latitude, longitude] = await coordinates();
    expect(longitude).toBeGreaterThan(121.4737);
    await marker.press("Shift+ArrowUp");
    await marker.press("Shift+ArrowLeft");
    const [movedLatitude, movedLongitude] = await coordinates();
    expect(movedLatitude).toBeGreaterThan(latitude);
    expect(movedLongitude).toBeLessThan(longitude);
    expect(movedLongitude).toBeGreaterThan(121.4737);
    // A click moves the marker to the north-west.
    await dialog.locator(".map").click({ position: { x: 60, y: 60 } });
    const [clickedLatitude, clickedLongitude] = await coordinates();
    expect(clickedLatitude).toBeGreaterThan(movedLatitude);
    expect(clickedLongitude).toBeLessThan(movedLongitude);
    await expectNoPageProblemsInDark(visitor);
    await input.fill("31.2304, 121.4737");
    await dialog.getByRole("button", { name: t.usePlace }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("31.2304, 121.4737").waitFor();
    await page.getByRole("textbox", { name: t.address }).fill("人民广场");
    await expectNoPageProblems(visitor);
    await page.getByRole("button", { name: t.save, exact: true }).click();
    await page.waitForURL(/shop\/edit\?id=/);
    const [row] = (await api.call("GET Api/{type}/QueryList", { type: "shop" })) as AnyRow[];
    expect(row!.place).toEqual({ latitude: 31.2304, longtitude: 121.4737, address: "人民广场" });
    await page.getByRole("button", { name: t.changeOnMap }).waitFor();
    await page.getByRole("button", { name: t.clear }).click();
    await page.getByRole("button", { name: t.chooseOnMap }).waitFor();
    await context.close();
  });
});

it("B-120, B-382: requests tiles only from the configured source and also accepts the spelling longitude", async () => {
  const { person, api } = await publishShop(serverWithTiles);
  const place = { longitude: -0.0015, latitude: 51.4779 };
  const row = (await api.call("POST Api/{type}/QueryAdd", { type: "shop", title: "Shop", place })) as AnyRow;
  expect(row.place).toEqual({ longtitude: -0.0015, latitude: 51.4779 });
  const refused = await api.send("POST Api/{type}/QueryAdd", {
    type: "shop",
    title: "Far",
    place: { ...place, latitude: 91 },
  });
  expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, ["place"]]);
  const visitor = await open({ url: serverWithTiles.url, locale: "en", width: 1440 });
  const { page, context, problems } = visitor;
  await context.addCookies(sessionCookies(person, serverWithTiles.url));
  await page.goto(`/paas/shop/edit?id=${row.id}`);
  await page.getByRole("button", { name: texts.en.changeOnMap }).click();
  const map = page.getByRole("dialog").locator(".map");
  await map.locator("img.leaflet-tile-loaded").first().waitFor({ state: "attached" });
  // The attribution is escaped.
  await map.getByText("© <b>Mapmakers</b>").waitFor();
  expect(requestedPaths.every((path) => /^\/14\/\d+\/\d+\.gif$/.test(path))).toBe(true);
  expect(problems).toEqual([]);
  await context.close();
});
