/** Somebody offers a section to the market, an administrator of the platform judges it, and the space sees what came of it. */
import { describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { heading, marketReviewer, marketSpace } from "../support/market.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();
const open = await openBrowser();

const words = {
  zh: {
    review: "市场审核",
    waiting: /待审核 \d+ 项/,
    reason: "未通过原因",
    refuse: "拒绝",
    accept: "通过",
    accepted: "已通过",
    nothing: "没有待审核的项目",
    refusedState: "未通过",
    offeredState: "已上架",
    look: "查看效果",
    edit: "编辑",
    actions: "操作",
  },
  en: {
    review: "Market review",
    waiting: /\d+ items? to review/,
    reason: "Reason for refusal",
    refuse: "Refuse",
    accept: "Accept",
    accepted: "Accepted",
    nothing: "Nothing to review",
    refusedState: "Refused",
    offeredState: "Offered",
    look: "See it live",
    edit: "Edit",
    actions: "Actions",
  },
} as const;

describe.each([
  { locale: "zh", width: 1440 },
  { locale: "en", width: 390 },
] as const)("the market in $locale at $width px", ({ locale, width }) => {
  const say = words[locale];

  it("S-072, S-073: is reviewed with previews, and the gallery shows what was accepted", async () => {
    const [space, reviewer] = await Promise.all([marketSpace(server), marketReviewer(server)]);
    const pageId = await space.page([heading("wd_aaaaaaaaaa", `横幅${width}`, `Banner ${width}`)]);
    const part = { kind: "widget" as const, pageId, recordIds: ["wd_aaaaaaaaaa"] };
    const [good, bad] = [`Good ${width}`, `Bad ${width}`];
    await space.offer({ ...part, name: { zh: good, en: good } });
    await space.offer({ ...part, name: { zh: bad, en: bad } });
    const { context, page, problems } = await open({ url: server.url, locale, width });
    await context.addCookies(sessionCookies(reviewer.person, server.url));

    await page.goto("/paas/review");
    await page.getByRole("heading", { level: 1, name: say.review }).waitFor();
    await page.getByRole("navigation", { name: say.waiting }).getByRole("button", { name: good }).click();
    const frame = page.frameLocator("iframe");
    await frame.getByRole("heading", { name: locale === "zh" ? `横幅${width}` : `Banner ${width}` }).waitFor();
    await page
      .locator("#content")
      .getByText(locale === "zh" ? "English" : "中文", { exact: true })
      .click();
    await frame.getByRole("heading", { name: locale === "zh" ? `Banner ${width}` : `横幅${width}` }).waitFor();
    await page.getByRole("button", { name: say.accept, exact: true }).click();
    await page.getByText(say.accepted).first().waitFor();
    await page.getByRole("heading", { level: 2, name: bad }).waitFor();
    await expect.poll(() => page.getByRole("button", { name: say.refuse, exact: true }).isDisabled()).toBe(true);
    await page.getByLabel(say.reason).fill("Too plain");
    await page.getByRole("button", { name: say.refuse, exact: true }).click();
    await page.getByText(say.nothing).waitFor();

    await context.clearCookies();
    await context.addCookies(sessionCookies(space.owner, server.url));
    await page.goto("/paas/marketItem/list");
    await page.getByText(say.offeredState, { exact: true }).first().waitFor();
    await page.getByText(say.refusedState, { exact: true }).first().waitFor();
    await page.getByText("Too plain").first().waitFor();

    const banner = page.getByRole("heading", { name: locale === "zh" ? `横幅${width}` : `Banner ${width}` });
    const address = /\/outer\/market\?id=/;
    // The link is offered where there is a page, and leads to it from the list and from the form.
    expect(await page.getByRole("button", { name: `${say.look} ${bad}` }).count()).toBe(0);
    await page.getByRole("button", { name: `${say.look} ${good}` }).click();
    await page.waitForURL(address);
    await banner.waitFor();
    await page.goBack();
    await page.getByRole("button", { name: `${say.edit} ${good}` }).click();
    await page.getByRole("button", { name: say.actions, exact: true }).click();
    await page.getByRole("menuitem", { name: say.look }).click();
    await page.waitForURL(address);
    await banner.waitFor();

    await page.goto("/theme?type=module");
    await page.getByText(good).first().click();
    await page.waitForURL(address);
    await banner.waitFor();
    // The frame of the preview runs no scripts, which the browser reports.
    expect(problems.filter((problem) => !problem.includes("Blocked script execution"))).toEqual([]);
  });
});
