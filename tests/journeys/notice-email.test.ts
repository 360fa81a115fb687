/** A member has notices sent to an email address, on an installation without a mail server. */
import { describe, expect, it } from "vitest";
import { devices, expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();
const texts = {
  en: {
    bell: "Notifications",
    settings: "Notification settings",
    label: "Email address",
    local: "No mail server is configured",
    send: "Send confirmation",
    invalid: "Enter a valid email address",
    pending: "Not confirmed yet:",
    confirm: "Confirm address",
    done: "Address confirmed",
    confirmed: "Confirmed:",
    remove: "Remove address",
  },
  zh: {
    bell: "通知",
    settings: "通知设置",
    label: "通知邮箱",
    local: "本系统未配置邮件服务器",
    send: "发送确认邮件",
    invalid: "请输入有效的邮箱地址",
    pending: "待确认：",
    confirm: "确认邮箱",
    done: "邮箱已确认",
    confirmed: "已确认：",
    remove: "移除邮箱",
  },
};

/** The link in the newest email to an address, from the developer mailbox; undefined before it is there. */
async function linkTo(address: string): Promise<string | undefined> {
  const { data } = (await (await fetch(`${server.url}/api/dev/mailbox`)).json()) as {
    data: { mobile: string; url: string }[];
  };
  return data.find(({ mobile }) => mobile === address)?.url;
}

describe.each(devices)("an address for notices, $locale at $width px", ({ locale, width }) => {
  it("is entered under the bell, confirmed with the link, and removed", async () => {
    const t = texts[locale];
    const address = `journey-${locale}@example.org`;
    const visitor = await open({ url: server.url, locale, width });
    await visitor.context.addCookies(sessionCookies(await newSpaceOwner(server), server.url));
    const { page } = visitor;
    const openSettings = async () => {
      await page.goto("/paas/index");
      await page.getByRole("button", { name: t.bell, exact: true }).click();
      await page.getByRole("button", { name: t.settings }).click();
    };
    await openSettings();
    const input = page.getByRole("textbox", { name: t.label });
    await page.getByText(t.local).waitFor();
    await input.fill("nobody");
    await page.getByRole("button", { name: t.send }).click();
    await page.getByRole("alert").getByText(t.invalid).waitFor();
    await expect.poll(() => input.getAttribute("aria-invalid")).toBe("true");
    expect(visitor.problems.splice(0)).toEqual([expect.stringMatching(/SaveEmail: 422/)]);
    await input.fill(address);
    await page.getByRole("button", { name: t.send }).click();
    await page.getByText(`${t.pending}${locale === "en" ? " " : ""}${address}`).waitFor();
    await expectNoPageProblems(visitor);
    await expect.poll(() => linkTo(address)).toBeDefined();
    const link = new URL((await linkTo(address))!);
    await page.goto(link.pathname + link.search);
    await page.getByRole("button", { name: t.confirm }).click();
    await page.getByRole("heading", { name: t.done }).waitFor();
    await page.getByText(address).waitFor();
    await expectNoPageProblems(visitor);
    await openSettings();
    const state = page.getByText(t.confirmed);
    await state.waitFor();
    await page.getByRole("button", { name: t.remove }).click();
    await state.waitFor({ state: "detached" });
    await visitor.context.close();
  });
});
