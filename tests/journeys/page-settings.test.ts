/** The settings of a page: set in the builder, published, and met by a visitor (N-015). */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { canvasFrame } from "../support/builder.ts";
import { devices, expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { readPage } from "../support/read-page.ts";
import { sharedServer } from "../support/server.ts";

const texts = {
  zh: {
    properties: "属性",
    signIn: "登录后可见",
    readOnly: "只读",
    keywords: "关键词 中文",
    publish: "发布",
    notSignedIn: "未登录",
    announcement: "新品",
    close: "关闭",
    closedForm: "此页面为只读",
    tabBar: "标签栏",
    home: "首页",
  },
  en: {
    properties: "Properties",
    signIn: "Require sign-in",
    readOnly: "Read-only",
    keywords: "Keywords English",
    publish: "Publish",
    notSignedIn: "Not signed in",
    announcement: "New product",
    close: "Close",
    closedForm: "This page is read-only",
    tabBar: "Tab bar",
    home: "Home",
  },
};

const server = await sharedServer();
const open = await openBrowser();

describe.each(devices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];

  it("B-208, N-015: a page for members is set up in the builder, asks visitors to sign in, and shows its pop-up image once", async () => {
    const owner = await newSpaceOwner(server);
    const { call } = client(server, owner);
    const heading = { zh: "联系我们", en: "Contact us" };
    const row = { type: "page", path: "/members", title: heading, description: heading };
    const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
    const after = {
      kind: "widget",
      id: "wd_aaaaaaaaaa",
      order: "a0",
      name: "contact-form",
      value: { heading },
    };
    const setting = {
      title: heading,
      description: heading,
      showHead: true,
      showFoot: true,
      background: { color: "#f3ead7", darkColor: "#1b2430" },
      popImage: { image: "/assets/icon.svg", alt: { zh: "新品", en: "New product" }, url: "/index" },
      tabBarSetting: {
        items: [
          { name: { zh: "首页", en: "Home" }, icon: "home", url: "/index" },
          { name: { zh: "会员", en: "Members" }, icon: "account", url: "/members" },
        ],
      },
    };
    const changes = [{ id: after.id, after }];
    await call("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: 0, changes, setting });

    const designer = await open({ url: server.url, locale, width });
    await designer.context.addCookies(sessionCookies(owner, server.url));
    const { page } = designer;
    await page.goto(`/builder/${pageId}`);
    await canvasFrame(page).locator("h1").waitFor();
    const isPhone = width < 600;
    if (isPhone) await page.getByRole("button", { name: t.properties }).click();
    await page.getByRole("switch", { name: t.signIn }).click();
    await page.getByRole("switch", { name: t.readOnly }).click();
    await page.getByRole("textbox", { name: t.keywords }).fill("gateway");
    await canvasFrame(page).getByText(t.closedForm).waitFor();
    await expectNoPageProblems(designer);
    await page.getByRole("button", { name: t.publish, exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: t.publish, exact: true }).click();
    const [tenant] = await server.database.system((tx) =>
      tx.rows<{ code: string }>(sql`select code from tenant where id = ${owner.tenantId}::uuid`),
    );
    const url = server.url.replace(/\/\/[^:/]+/, `//${tenant!.code}.localhost`);
    const host = new URL(url).host;
    await expect.poll(async () => (await readPage(`${server.url}/members`, { host })).status).toBe(401);

    const visitor = await open({ url, locale, width });
    expect((await visitor.page.goto("/members"))?.status()).toBe(401);
    await visitor.page.getByRole("heading", { name: t.notSignedIn }).waitFor();
    expect(visitor.problems.splice(0)).toEqual([`GET ${url}/members: 401`]);
    await expectNoPageProblems(visitor);
    await visitor.context.addCookies(sessionCookies(owner, url));
    await visitor.page.reload();
    const announcement = visitor.page.getByRole("dialog", { name: t.announcement });
    await announcement.getByRole("link").waitFor();
    await expectNoPageProblems(visitor);
    await announcement.getByRole("button", { name: t.close }).click();
    await announcement.waitFor({ state: "hidden" });
    await visitor.page.getByText(t.closedForm).waitFor();
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);
    const tabBar = visitor.page.getByRole("navigation", { name: t.tabBar });
    expect(await tabBar.isVisible()).toBe(isPhone);
    const seen = () => visitor.page.evaluate(() => localStorage.getItem("seen_pop_images"));
    expect(await seen()).toBe('["/assets/icon.svg"]');
    const loadedScript = visitor.page.waitForResponse(/pop-image/);
    await visitor.page.reload();
    await loadedScript;
    await expectNoPageProblems(visitor);
    expect(await announcement.isVisible()).toBe(false);
  });
});
