/** A designer changes a theme beside the pages of the space. */
import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

const words = {
  zh: {
    brand: "品牌色",
    save: "保存",
    more: "主题操作",
    makeCurrent: "设为当前主题",
    yes: "设为当前",
    current: "当前主题",
    undo: "撤销",
    mend: /^将“品牌色”改为/,
    space: "间距",
    generous: "宽松",
    name: /名称.*中文/,
  },
  en: {
    brand: "Brand colour",
    save: "Save",
    more: "Theme actions",
    makeCurrent: "Make current",
    yes: "Make current",
    current: "Current",
    undo: "Undo",
    mend: /^Change Brand colour to/,
    space: "Spacing",
    generous: "Generous",
    name: /Name.*English/,
  },
} as const;

/** A custom property of the pages in the previews, one value for each preview. */
const tokensIn = (page: Page, name: string): Promise<string[]> =>
  Promise.all(
    page
      .frames()
      .filter((frame) => frame !== page.mainFrame())
      .map((frame) =>
        frame.evaluate((token) => getComputedStyle(document.documentElement).getPropertyValue(token), name),
      ),
  );

describe.each([
  { locale: "zh", width: 1440 },
  { locale: "en", width: 390 },
] as const)("the theme editor in $locale at $width px", ({ locale, width }) => {
  const say = words[locale];

  it("shows every change on three pages, mends contrast, undoes, saves and makes the theme that of the site", async () => {
    const owner = await newSpaceOwner(server);
    const { call } = client(server, owner);
    const added = await call("POST Api/{type}/QueryAdd", { type: "theme", name: { zh: "秋", en: "Autumn" } } as never);
    const { id } = added as { id: string };
    for (const path of ["/two", "/three"])
      await call("POST Api/{type}/QueryAdd", { type: "page", path, title: { zh: path, en: path } } as never);
    const { context, page, problems } = await open({ url: server.url, locale, width });
    await context.addCookies(sessionCookies(owner, server.url));
    await page.goto(`/builder/theme/${id}`);
    await page.getByRole("heading", { level: 1, name: { zh: "秋", en: "Autumn" }[locale] }).waitFor();
    await expect.poll(() => tokensIn(page, "--space")).toEqual(["1", "1", "1"]);

    const brand = page.getByRole("textbox", { name: say.brand, exact: true });
    await brand.fill("#ffe066");
    await expect.poll(() => tokensIn(page, "--brand")).toEqual(["#ffe066", "#ffe066", "#ffe066"]);
    const mend = page.getByRole("button", { name: say.mend }).first();
    await mend.click();
    const mended = await brand.inputValue();
    expect(mended).not.toBe("#ffe066");
    await expect.poll(() => tokensIn(page, "--brand")).toEqual([mended, mended, mended]);
    await mend.waitFor({ state: "detached" });
    await page.getByRole("button", { name: say.undo, exact: true }).click();
    await expect.poll(() => brand.inputValue()).toBe("#ffe066");
    await page.getByRole("button", { name: say.mend }).first().click();

    await page.getByRole("combobox", { name: say.space }).click();
    await page.getByRole("option", { name: say.generous }).click();
    await expect.poll(() => tokensIn(page, "--space")).toEqual(["1.25", "1.25", "1.25"]);
    await page.getByRole("button", { name: say.save, exact: true }).click();
    await expect
      .poll(() => call("GET Api/{type}/QueryById", { type: "theme", id }))
      .toMatchObject({ brand: mended, space: "generous" });

    await page.getByRole("button", { name: say.more }).click();
    await page.getByRole("menuitem", { name: say.makeCurrent }).click();
    await page.getByRole("dialog").getByRole("button", { name: say.yes }).click();
    await page.getByRole("banner").getByText(say.current, { exact: true }).waitFor();
    await expect.poll(() => call("GET Api/{type}/QueryList", { type: "site" })).toMatchObject([{ theme: id }]);
    expect(problems).toEqual([]);
  });
});
