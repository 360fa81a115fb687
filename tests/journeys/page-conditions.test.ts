/** The languages and the time in which a component is shown, chosen in the builder. */
import { describe, expect, it } from "vitest";
import { dateTime, days } from "#kit/format.ts";
import { canvasFrame, status } from "../support/builder.ts";
import { devices, expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const texts = {
  zh: {
    properties: "属性",
    structure: "结构",
    more: "更多操作",
    client: /^客户端/,
    browser: "浏览器",
    allClients: "所有客户端",
    languages: "仅在这些语言显示",
    language: "英文",
    from: "显示开始",
    until: "显示结束",
    limited: /有显示条件/,
    otherLanguage: "当前预览的语言不显示",
    before: /^现在不显示：.* 开始$/,
    after: /^现在不显示：已于 .* 结束$/,
    wrong: "结束时间必须晚于开始时间",
    missing: /缺少中文/,
    saved: /已保存/,
  },
  en: {
    properties: "Properties",
    structure: "Structure",
    more: "More actions",
    client: /^Client/,
    browser: "Browser",
    allClients: "All clients",
    languages: "Only in these languages",
    language: "Chinese",
    from: "Show from",
    until: "Show until",
    limited: /Has display conditions/,
    otherLanguage: "Not shown in the previewed language",
    before: /^Not shown now: begins on /,
    after: /^Not shown now: ended on /,
    wrong: "Choose a time after the start",
    missing: /English is missing/,
    saved: /^Saved/,
  },
};

const server = await sharedServer();
const open = await openBrowser();
const local = (distance: number) => dateTime(new Date(Date.now() + distance).toISOString(), "yyyy-MM-dd HH:mm");

describe.each(devices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];
  const isPhone = width < 640;

  it("a banner is limited to a language and to a time, is marked in the tree, and says why it is not shown; each is undone", async () => {
    const owner = await newSpaceOwner(server);
    const { call } = client(server, owner);
    const heading = { zh: "活动", en: "Campaign" };
    // Its text is missing in the reader's language, in which it will not be shown.
    const half = locale === "zh" ? { en: "Banner" } : { zh: "横幅" };
    const row = { type: "page", path: "/conditions", title: heading, description: heading };
    const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
    const records = [
      { kind: "widget", id: "wd_aaaaaaaaaa", order: "a0", name: "page-title", value: { heading } },
      { kind: "widget", id: "wd_bbbbbbbbbb", order: "a1", name: "cards", value: { heading: half } },
    ];
    const changes = records.map((after) => ({ id: after.id, after }));
    await call("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: 0, changes });

    const designer = await open({ url: server.url, locale, width });
    await designer.context.addCookies(sessionCookies(owner, server.url));
    const { page } = designer;
    await page.goto(`/builder/${pageId}`);
    const banner = canvasFrame(page).locator("[data-widget=cards]");
    await banner.waitFor();
    const showTree = async () => {
      if (isPhone) await page.getByRole("button", { name: t.structure }).click();
      return page.locator(".page-tree [data-row=wd_bbbbbbbbbb]");
    };
    const showPanel = async () => {
      if (isPhone) await page.getByRole("button", { name: t.properties }).click();
    };
    const nameOfRow = async () => (await showTree()).getAttribute("aria-label");
    const chooseClient = async (name: string) => {
      await page.getByRole("button", { name: isPhone ? t.more : t.client }).click();
      await page.getByRole("menuitem", { name, exact: true }).click();
    };
    const note = page.locator(".inspector [role=status]");

    await (await showTree()).click();
    expect(await nameOfRow()).toMatch(t.missing);
    await showPanel();
    const from = page.getByLabel(t.from);
    await from.fill(local(days(1)));
    await note.getByText(t.before).waitFor();
    // An end before the start is refused where it is typed, and is no part of the page.
    const until = page.getByLabel(t.until);
    await until.fill(local(-days(1)));
    await page.getByText(t.wrong).waitFor();
    await expect.poll(() => until.getAttribute("aria-invalid")).toBe("true");
    await note.getByText(t.before).waitFor();
    await from.fill("");
    await note.getByText(t.after).waitFor();
    await page.getByText(t.wrong).waitFor({ state: "detached" });
    await expectNoPageProblems(designer);

    // A client is shown as it is now; while all are in view, what is not shown now can be edited.
    await chooseClient(t.browser);
    await banner.waitFor({ state: "detached" });
    await chooseClient(t.allClients);
    await banner.waitFor();
    expect(await nameOfRow()).toMatch(t.limited);
    await showPanel();
    const language = page
      .getByRole("group", { name: t.languages })
      .getByRole("checkbox", { name: t.language, exact: true });
    await language.click();
    await banner.waitFor({ state: "detached" });
    await note.getByText(t.otherLanguage).waitFor();
    expect(await nameOfRow()).not.toMatch(t.missing);
    await page.keyboard.press("ControlOrMeta+z");
    await banner.waitFor();
    await page.keyboard.press("ControlOrMeta+Shift+z");
    await banner.waitFor({ state: "detached" });
    await page.keyboard.press("ControlOrMeta+s");
    await status(page).getByText(t.saved).waitFor();
    await expectNoPageProblems(designer);
  });
});
