/** The four clients side by side in the builder. */
import { describe, expect, it } from "vitest";
import { canvasFrame, readyOverlay, status, textField } from "../support/builder.ts";
import { devices, expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const texts = {
  zh: {
    add: "添加",
    properties: "属性",
    preview: "多端预览",
    more: "更多操作",
    names: ["浏览器", "微信", "微信小程序", "App 端"],
    only: "仅在这些客户端显示",
    support: "组件支持情况",
    hidden: "不显示",
    reason: "小程序不能打开其他网站的链接",
    card: /卡片组/,
    saved: /已保存/,
    clientMenu: /^客户端/,
    differs: "微信的不同之处",
    reset: /^恢复通用值/,
    label: "中文",
    ownText: "微信里的标题",
  },
  en: {
    add: "Add",
    properties: "Properties",
    preview: "Preview in clients",
    more: "More actions",
    names: ["Browser", "WeChat", "WeChat mini program", "App"],
    only: "Only in these clients",
    support: "Support of components",
    hidden: "Not shown",
    reason: "Mini programs cannot open links to other sites.",
    card: /Cards/,
    saved: /^Saved/,
    clientMenu: /^Client/,
    differs: "Different in WeChat",
    reset: /^Reset to common value/,
    label: "English",
    ownText: "The heading in WeChat",
  },
};

const server = await sharedServer();
const open = await openBrowser();

describe.each(devices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];

  it("B-205: a page is seen in four clients at once, with what each component cannot do there; a component is limited to a client", async () => {
    const owner = await newSpaceOwner(server);
    const { call } = client(server, owner);
    const heading = { zh: "四端一页", en: "One page, four clients" };
    const row = { type: "page", path: "/clients", title: heading, description: heading };
    const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
    const items = [{ name: heading, link: heading, url: "https://example.com/" }];
    const records = [
      { kind: "widget", id: "wd_aaaaaaaaaa", order: "a0", name: "page-title", value: { heading } },
      { kind: "widget", id: "wd_bbbbbbbbbb", order: "a1", name: "cards", value: { heading, items } },
    ];
    const changes = records.map((after) => ({ id: after.id, after }));
    await call("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: 0, changes });

    const designer = await open({ url: server.url, locale, width });
    await designer.context.addCookies(sessionCookies(owner, server.url));
    const { page } = designer;
    await page.goto(`/builder/${pageId}`);
    await canvasFrame(page).locator("[data-widget=cards]").waitFor();
    const openClients = async () => {
      if (width < 640) await page.getByRole("button", { name: t.more }).click();
      await page.getByRole(width < 640 ? "menuitem" : "button", { name: t.preview }).click();
      return page.getByRole("dialog", { name: t.preview });
    };
    const dialog = await openClients();
    for (const name of t.names) await dialog.getByRole("img", { name, exact: true }).waitFor();
    const frames = dialog.locator("iframe");
    await expect.poll(() => frames.count()).toBe(4);
    for (const frame of await frames.all()) await frame.contentFrame().getByText(heading[locale]).first().waitFor();
    const table = dialog.getByRole("region", { name: t.support });
    await table.getByText(t.reason).waitFor();
    await expectNoPageProblems(designer);
    await table.getByRole("button", { name: t.card }).click();
    await dialog.waitFor({ state: "detached" });
    if (width < 640) await page.getByRole("button", { name: t.properties }).click();
    await page.getByRole("group", { name: t.only }).getByRole("checkbox", { name: t.names[0]!, exact: true }).click();
    const second = await openClients();
    await expect.poll(() => second.getByRole("cell", { name: t.hidden }).count()).toBe(3);
    const counts = await Promise.all(
      (await second.locator("iframe").all()).map((frame) =>
        frame.contentFrame().locator("[data-widget=cards]").count(),
      ),
    );
    expect(counts).toEqual([1, 0, 0, 0]);
    await expectNoPageProblems(designer);
  });

  it("B-205: with a client chosen, the page is edited for it alone: the difference is marked, seen in its preview, and goes back to the common value", async () => {
    const owner = await newSpaceOwner(server);
    const { call } = client(server, owner);
    const heading = { zh: "通用标题", en: "Common heading" };
    const row = { type: "page", path: "/overrides", title: heading, description: heading };
    const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
    const records = [
      { kind: "widget", id: "wd_aaaaaaaaaa", order: "a0", name: "page-title", value: { heading } },
      { kind: "widget", id: "wd_bbbbbbbbbb", order: "a1", name: "cards", value: { heading }, clients: ["AppPlus"] },
    ];
    const changes = records.map((after) => ({ id: after.id, after }));
    await call("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: 0, changes });
    const designer = await open({ url: server.url, locale, width });
    await designer.context.addCookies(sessionCookies(owner, server.url));
    const { page } = designer;
    await page.goto(`/builder/${pageId}`);
    const frame = canvasFrame(page);
    const title = frame.locator("[data-widget=page-title]");
    await title.getByText(heading[locale]).waitFor();
    const choose = async (name: string) => {
      await page.getByRole("button", { name: width < 640 ? t.more : t.clientMenu }).click();
      await page.getByRole("menuitem", { name, exact: true }).click();
    };
    await choose(t.names[1]!);
    // What is limited to another client is not there.
    await frame.locator("[data-widget=cards]").waitFor({ state: "detached" });
    await readyOverlay(page).waitFor();
    const box = (await title.boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    if (width < 640) await page.getByRole("button", { name: t.properties }).click();
    await textField(page, t.label).fill(t.ownText);
    await title.getByText(t.ownText).waitFor();
    const differences = page.getByRole("region", { name: t.differs });
    await differences.waitFor();
    await expectNoPageProblems(designer);
    await choose(t.names[0]!);
    await title.getByText(heading[locale]).waitFor();
    await choose(t.names[1]!);
    await title.getByText(t.ownText).waitFor();
    await differences.getByRole("button", { name: t.reset }).click();
    await title.getByText(heading[locale]).waitFor();
    await differences.waitFor({ state: "detached" });
    await page.keyboard.press("Control+z");
    await title.getByText(t.ownText).waitFor();
    await page.keyboard.press("Control+s");
    await status(page).getByText(t.saved).waitFor();
    await expectNoPageProblems(designer);
  });
});
