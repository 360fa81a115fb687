/** An administrator of the platform suspends and resumes a space; later its owner closes it. */
import { expect, it, describe } from "vitest";
import { openBrowser } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner, signInAgain, superAdministrator } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";
import { siteHost } from "../support/site-host.ts";

const server = await sharedServer();
const open = await openBrowser();

const words = {
  zh: {
    title: "空间管理",
    search: "名称或编码",
    name: "新空间",
    quotas: "修改配额",
    files: "文件数量",
    save: "保存",
    used: "0 / 7",
    suspend: "暂停空间",
    reason: "原因",
    suspended: "已暂停",
    resume: "恢复空间",
    active: "正常",
    close: "关闭空间",
    spaceName: "空间名称",
    wrong: "与空间名称不一致",
    closed: "已关闭",
  },
  en: {
    title: "Spaces",
    search: "Name or code",
    name: "New space",
    quotas: "Change quotas",
    files: "Number of files",
    save: "Save",
    used: "0 of 7",
    suspend: "Suspend space",
    reason: "Reason",
    suspended: "Suspended",
    resume: "Resume space",
    active: "Active",
    close: "Close space",
    spaceName: "Name of the space",
    wrong: "This is not the name of the space",
    closed: "Closed",
  },
} as const;

describe.each([
  { locale: "zh", width: 1440 },
  { locale: "en", width: 390 },
] as const)("the spaces in $locale at $width px", ({ locale, width }) => {
  const say = words[locale];

  it("are found, limited, suspended and resumed by the platform, and closed by their owners", async () => {
    const owner = await newSpaceOwner(server);
    const code = (await siteHost(server, owner)).split(".")[0]!;
    const administrator = await superAdministrator(server);
    const { context, page, problems } = await open({ url: server.url, locale, width });
    await context.addCookies(sessionCookies(administrator, server.url));
    await page.goto("/paas/spaces");
    await page.getByRole("heading", { level: 1, name: say.title }).waitFor();
    await page.getByRole("searchbox", { name: say.search }).fill(code);
    const row = page.getByRole("row").filter({ hasText: code });
    await row.waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    await row.getByRole("link", { name: say.name }).click();

    await page.getByRole("button", { name: say.quotas }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(say.files).fill("7");
    await dialog.getByRole("button", { name: say.save }).click();
    await page.getByText(say.used, { exact: true }).waitFor();

    await page.getByRole("button", { name: say.suspend }).click();
    await dialog.getByLabel(say.reason).fill("Unpaid");
    await dialog.getByRole("button", { name: say.suspend }).click();
    await page.getByText("Unpaid").waitFor();
    await page.locator("#content header").getByText(say.suspended).waitFor();
    await page.getByRole("button", { name: say.resume }).click();
    await dialog.getByRole("button", { name: say.resume }).click();
    await page.locator("#content header").getByText(say.active).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);

    await context.addCookies(sessionCookies(await signInAgain(server, owner), server.url));
    await page.goto("/paas/user/setting");
    await page.getByRole("button", { name: say.close }).click();
    const nameInput = dialog.getByLabel(say.spaceName);
    await nameInput.fill("another");
    await dialog.getByRole("button", { name: say.close }).click();
    await dialog.getByText(say.wrong).waitFor();
    await nameInput.fill(say.name);
    await dialog.getByRole("button", { name: say.close }).click();
    await page.waitForURL((url) => url.pathname === "/" || url.pathname === "/index");

    await context.addCookies(sessionCookies(administrator, server.url));
    await page.goto(`/paas/spaces/detail?id=${owner.tenantId}`);
    await page.locator("#content header").getByText(say.closed).first().waitFor();
    expect(problems).toEqual([]);
  });
});
