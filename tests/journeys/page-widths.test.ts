/** A designer gives a text its own size and place on phones; somebody with the right to edit content only changes its words. */
import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { canvasFrame, readyOverlay, status, textField } from "../support/builder.ts";
import { devices, expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { boxOf, middleOf, mouseOn } from "../support/designer.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner, type Person } from "../support/people.ts";
import { grant, roleFactories } from "../support/roles.ts";
import { sharedServer } from "../support/server.ts";

const texts = {
  zh: {
    phone: "手机 390",
    previews: "多端预览",
    otherLanguage: "EN · 英文页面",
    properties: "属性",
    only: "仅修改宽度 480 及以下",
    place: "自由放置",
    x: "横坐标",
    size: "字号",
    differs: "宽度 480 及以下的不同之处",
    reset: (field: string) => `恢复通用值：${field}`,
    position: "位置与尺寸",
    saved: /已保存/,
    contentOnly: "您的角色只能修改文字、图片和链接",
    remove: "删除",
    label: "中文",
    words: "新的文字",
    addTab: "添加",
    publish: "发布",
    layout: "版面检查",
    fits: "两种语言在 1440、1024、768、390 宽度下都放得下。",
    larger: "内容超出元素",
    english: "EN · 英文页面",
    show: /^查看文本 · .*，英文 1024$/,
    laptop: "小屏桌面 1024",
  },
  en: {
    phone: "Phone 390",
    previews: "Preview in clients",
    otherLanguage: "中 · Chinese page",
    properties: "Properties",
    only: "Only at 480 px and narrower",
    place: "Place freely",
    x: "X",
    size: "Size",
    differs: "Different at 480 px and narrower",
    reset: (field: string) => `Reset to common value: ${field}`,
    position: "Position and size",
    saved: /^Saved/,
    contentOnly: "Your role can change text, images and links only",
    remove: "Delete",
    label: "English",
    words: "New words",
    addTab: "Add",
    publish: "Publish",
    layout: "Layout check",
    fits: "Both languages fit at 1440, 1024, 768, 390 px.",
    larger: "Content is larger than its element",
    english: "EN · English page",
    show: /^Show Text · .*, English 1024$/,
    laptop: "Small desktop 1024",
  },
};

const server = await sharedServer();
const open = await openBrowser();
const [canvasId, nodeId] = ["wd_aaaaaaaaaa", "nd_aaaaaaaaaa"];
const heading = { zh: "宽度", en: "Widths" };

async function createPage(owner: Person, path: string, words = heading): Promise<string> {
  const { call } = client(server, owner);
  const row = { type: "page", path, title: heading, description: heading };
  const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
  const records = [
    { kind: "widget", id: canvasId, order: "a0", name: "canvas", value: { height: 400, background: "paper" } },
    {
      kind: "node",
      id: nodeId,
      order: "a0",
      type: "text",
      parent: canvasId,
      box: { x: 200, y: 100, w: 400, h: 80 },
      value: { title: words, size: 48, url: null },
    },
  ];
  const changes = records.map((after) => ({ id: after.id, after }));
  await call("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: 0, changes });
  return pageId;
}

/** Where the text stands on the visited page, and the size of its letters, in px. */
const shown = (page: Page) =>
  page.locator(`[data-node="${nodeId}"]`).evaluate((element) => {
    const { x, width } = element.getBoundingClientRect();
    return { x, width, size: parseFloat(getComputedStyle(element.firstElementChild!).fontSize) };
  });

async function openBuilder(person: Person, pageId: string, device: { locale: "zh" | "en"; width: number }) {
  const designer = await open({ url: server.url, ...device });
  await designer.context.addCookies(sessionCookies(person, server.url));
  const { page } = designer;
  await page.goto(`/builder/${pageId}`);
  await canvasFrame(page).locator(`[data-node="${nodeId}"]`).waitFor();
  await readyOverlay(page).waitFor();
  return designer;
}

it.each([
  ["zh", "en"],
  ["en", "zh"],
] as const)(
  "a text follows the language in view from %s to %s after the page was previewed in clients",
  async (locale, other) => {
    const t = texts[locale];
    const owner = await newSpaceOwner(server);
    const { page } = await openBuilder(owner, await createPage(owner, `/previewed-${locale}`), { locale, width: 1440 });
    await page.locator("header").getByRole("button", { name: t.previews, exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("img").first().locator("iframe").contentFrame().getByText(heading[locale]).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.locator("header").getByRole("button", { name: t.otherLanguage, exact: true }).click();
    await expect.poll(() => canvasFrame(page).locator(`[data-node="${nodeId}"]`).innerText()).toBe(heading[other]);
  },
);

it.each(["zh", "en"] as const)(
  "B-398: before publishing, both languages are checked at every width, and a finding leads to its part, in %s",
  async (locale) => {
    const t = texts[locale];
    const owner = await newSpaceOwner(server);
    const words = { zh: "宽度", en: "Widths that no designer has ever seen fit into a box as low as this one" };
    const designer = await openBuilder(owner, await createPage(owner, `/checked-${locale}`, words), {
      locale,
      width: 1440,
    });
    const { page } = designer;
    const publish = page.locator("header").getByRole("button", { name: t.publish, exact: true });
    await publish.click();
    const check = page.getByRole("dialog").getByRole("region", { name: t.layout });
    await check.getByText(t.larger).waitFor();
    // Below 900 px the elements are stacked, and the Chinese text is short.
    const places = await check.getByRole("listitem").getByRole("button").allInnerTexts();
    expect(places.map((place) => place.replace(/^\S+ /, ""))).toEqual(["1440", "1024"]);
    await expectNoPageProblems(designer);
    await check.getByRole("button", { name: t.show }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    for (const name of [t.english, t.laptop])
      expect(await page.locator("header").getByRole("button", { name, exact: true }).getAttribute("aria-pressed")).toBe(
        "true",
      );
    await textField(page, "English").fill("Widths");
    await canvasFrame(page).getByText("Widths", { exact: true }).waitFor();
    await publish.click();
    await check.getByText(t.fits).waitFor();
    await expectNoPageProblemsInDark(designer);
  },
);

describe.each(devices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];
  const isNarrow = width < 640;

  const openDesigner = (person: Person, pageId: string) => openBuilder(person, pageId, { locale, width });
  async function selectText(page: Page): Promise<void> {
    const { x, y } = await middleOf(page, nodeId);
    await page.mouse.click(x, y);
    if (isNarrow) await page.getByRole("button", { name: t.properties }).click();
  }

  it("a text has its own size and place at 480 px and narrower: visitors with phones see them, others do not", async () => {
    const owner = await newSpaceOwner(server);
    const path = `/widths-${width}`;
    const pageId = await createPage(owner, path);
    const designer = await openDesigner(owner, pageId);
    const { page } = designer;
    if (!isNarrow) await page.getByRole("button", { name: t.phone }).click();
    await selectText(page);
    const panel = page.locator(".inspector");
    await panel.getByRole("checkbox", { name: t.only }).click();
    await panel.getByRole("button", { name: t.place }).click();
    const x = panel.getByRole("textbox", { name: t.x, exact: true });
    await x.fill("30");
    await x.press("Enter");
    await panel.getByLabel(t.size, { exact: true }).first().fill("22");
    const differences = panel.getByRole("region", { name: t.differs });
    await differences.getByText(t.size, { exact: true }).waitFor();
    await expectNoPageProblems(designer);
    await expectNoPageProblemsInDark(designer);

    if (!isNarrow) {
      const before = await boxOf(page, nodeId);
      const from = await middleOf(page, nodeId);
      await mouseOn(page).drag(from, { x: from.x + 40, y: from.y });
      await expect.poll(async () => (await boxOf(page, nodeId)).x - before.x).toBeGreaterThan(20);
      await expect.poll(async () => Number(await x.inputValue())).toBeGreaterThan(40);
      await page.keyboard.press("Control+z");
      await expect.poll(() => x.inputValue()).toBe("30");
    }
    await differences.getByRole("button", { name: t.reset(t.size) }).click();
    await expect.poll(() => panel.getByLabel(t.size, { exact: true }).first().inputValue()).toBe("48");
    await page.keyboard.press("Control+z");
    await expect.poll(() => panel.getByLabel(t.size, { exact: true }).first().inputValue()).toBe("22");
    await panel.getByRole("checkbox", { name: t.only }).click();
    await expect.poll(() => panel.getByLabel(t.size, { exact: true }).first().inputValue()).toBe("48");
    await page.keyboard.press("Control+s");
    await status(page).getByText(t.saved).waitFor();

    const { call } = client(server, owner);
    await call("POST Api/Java/PublishPage", { pageId });
    const [space] = await server.database.system((tx) =>
      tx.rows<{ code: string }>(sql`select code from tenant where id = ${owner.tenantId}::uuid`),
    );
    const site = server.url.replace(/\/\/[^:/]+/, `//${space!.code}.localhost`);
    const visitor = await open({ url: site, locale, width: 390 });
    await visitor.page.goto(path);
    expect(await shown(visitor.page)).toMatchObject({ x: 30, size: 22 });
    await visitor.page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(async () => (await shown(visitor.page)).size).toBeGreaterThan(40);
    expect((await shown(visitor.page)).x).toBeGreaterThan(200);
    await visitor.page.setViewportSize({ width: 700, height: 900 });
    await expect.poll(async () => (await shown(visitor.page)).x).toBeLessThan(100);
    expect((await shown(visitor.page)).size).toBeGreaterThan(30);
  });

  it("Q-06: somebody who may edit content only changes the words; everything else is disabled and says why", async () => {
    const owner = await newSpaceOwner(server);
    const pageId = await createPage(owner, `/content-${width}`);
    const writer = await roleFactories(server, owner).memberWith([grant("page", ["read", "editContent"])]);
    const designer = await openDesigner(writer.person, pageId);
    const { page } = designer;
    const panel = page.locator(".inspector");
    if (isNarrow) await page.getByRole("button", { name: t.properties }).click();
    await panel.getByText(t.contentOnly).waitFor();
    expect(await panel.getByRole("textbox").first().isDisabled()).toBe(true);
    if (isNarrow) await page.getByRole("button", { name: t.properties }).click();
    await selectText(page);
    await panel.getByText(t.contentOnly).waitFor();
    expect(await panel.getByRole("textbox", { name: t.x, exact: true }).isDisabled()).toBe(true);
    expect(await panel.getByLabel(t.size, { exact: true }).first().isDisabled()).toBe(true);
    const remove = panel.getByRole("button", { name: t.remove, exact: true });
    expect([await remove.isDisabled(), await remove.getAttribute("title")]).toEqual([true, t.contentOnly]);
    await textField(page, t.label).fill(t.words);
    await canvasFrame(page).getByText(t.words).waitFor();
    await expectNoPageProblems(designer);
    await page.keyboard.press("Control+s");
    await status(page).getByText(t.saved).waitFor();
    const { diyPageInfo } = (await client(server, owner).call("POST Api/SitePage/GetPageInfo", {
      id: pageId,
      diyPageInfo: {},
    })) as { diyPageInfo: { page: { records: Record<string, { value: { title: Record<string, string> } }> } } };
    expect(diyPageInfo.page.records[nodeId]!.value.title[locale]).toBe(t.words);
  });
});
