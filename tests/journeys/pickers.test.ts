/** The pickers of colours and icons. */
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import type { Locale } from "#kit/text.ts";
import { expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner, type Person } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";
import { definitionOf, publish } from "../support/stored-entities.ts";

const server = await sharedServer();
const open = await openBrowser();
const badge = definitionOf("badge", {
  title: { type: "textbox", name: { zh: "标题", en: "Title" }, required: true },
  shade: { type: "color", name: { zh: "颜色", en: "Shade" } },
  sign: { type: "icon", name: { zh: "图标", en: "Sign" } },
});
let owner: Person;
beforeAll(async () => {
  owner = await newSpaceOwner(server);
  await publish(server, owner.tenantId, badge);
  const api = client(server, owner);
  await vi.waitFor(async () => {
    if ((await api.send("GET Api/{type}/QueryList", { type: "badge" })).status !== 200)
      throw new Error("not loaded yet");
  }, 20_000);
});

const texts = {
  zh: {
    save: "保存",
    shade: "选择颜色",
    lightness: "亮度",
    amethyst: /^紫晶/,
    sign: /^图标/,
    search: "搜索图标",
    searchWord: "物流",
    truck: /物流/,
    recentlyUsed: "最近使用",
  },
  en: {
    save: "Save",
    shade: "Choose a colour",
    lightness: "Lightness",
    amethyst: /^Amethyst/,
    sign: /^Sign/,
    search: "Search icons",
    searchWord: "truck",
    truck: /truck/,
    recentlyUsed: "Recently used",
  },
};

describe.each<[Locale, number]>([
  ["zh", 1440],
  ["en", 390],
])("in %s, %i px wide", (locale, width) => {
  it("B-107, B-109: takes a colour as CSS text or from the panel, and an icon by search and arrow keys", async () => {
    const t = texts[locale];
    const visitor = await open({ url: server.url, locale, width });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(owner, server.url));
    await page.goto("/paas/badge/edit");
    await page.locator("[id$=-title]").fill(`Badge ${locale}`);
    const shade = page.locator("input[id$=-shade]");
    await shade.fill("rgb(31, 94, 255)");
    await shade.press("Tab");
    await expect.poll(() => shade.inputValue()).toBe("#1f5eff");
    await page.getByRole("button", { name: t.shade }).click();
    const panel = page.getByRole("dialog", { name: t.shade });
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);
    await panel.getByRole("button", { name: t.amethyst }).click();
    await expect.poll(() => shade.inputValue()).toBe("#7d4b92");
    await panel.getByRole("slider", { name: t.lightness }).press("ArrowRight");
    const lighter = await shade.inputValue();
    expect(lighter).not.toBe("#7d4b92");
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement!.getAttribute("aria-label"))).toBe(t.shade);

    const sign = page.getByRole("button", { name: t.sign });
    await sign.click();
    await page.getByRole("searchbox", { name: t.search }).fill(t.searchWord);
    await page.keyboard.press("ArrowDown");
    expect(await page.evaluate(() => document.activeElement!.getAttribute("aria-label"))).toMatch(t.truck);
    await page.keyboard.press("Enter");
    await expect.poll(() => sign.getAttribute("aria-label")).toMatch(t.truck);
    await sign.press("Enter");
    await page.getByRole("group", { name: t.recentlyUsed }).getByRole("button", { name: t.truck }).waitFor();
    await expectNoPageProblems(visitor);
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: t.save, exact: true }).click();
    const api = client(server, owner);
    const findRow = async () =>
      ((await api.call("GET Api/{type}/QueryList", { type: "badge" })) as AnyRow[]).find(
        ({ title }) => title === `Badge ${locale}`,
      );
    await expect.poll(findRow).toBeDefined();
    const row = await api.call("GET Api/{type}/QueryById", { type: "badge", id: (await findRow())!.id });
    expect(row).toMatchObject({ shade: lighter, sign: "truck" });
    await context.close();
  });
});
