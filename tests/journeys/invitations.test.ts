/** An invitation in the browser: sent, declined, resent and revoked. */
import { describe, expect, it } from "vitest";
import { expectNoPageProblems, openBrowser, swappedDevices } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { client } from "../support/client.ts";
import { newSpaceOwner, nextMobile, type Person } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

const texts = {
  zh: {
    mobile: "手机号",
    invite: "邀请",
    sent: /已邀请 137/,
    link: "邀请链接",
    list: "返回成员列表",
    moreActions: /Ada 的更多操作/,
    resend: /重发短信/,
    resent: "短信已发送",
    revoke: /撤销邀请/,
    revoked: "邀请已撤销",
    decline: /拒绝/,
    declined: "已拒绝邀请",
    otherNumber: /不属于您登录的手机号/,
  },
  en: {
    mobile: "Mobile",
    invite: "Invite",
    sent: /137\*{4}\d{4} has been invited by text message/,
    link: "Invitation link",
    list: "Back to members",
    moreActions: "More actions for Ada",
    resend: /Resend/,
    resent: "Text message sent",
    revoke: /Revoke/,
    revoked: "Invitation revoked",
    decline: /Decline/,
    declined: "Invitation declined",
    otherNumber: /is for another mobile number/,
  },
};

describe.each(swappedDevices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];
  async function openAs(person: Person) {
    const visitor = await open({ url: server.url, locale, width });
    await visitor.context.addCookies(sessionCookies(person, server.url));
    return visitor;
  }

  it("creates a link, shows the invitation first on the invitee's home screen, and lets them decline it", async () => {
    const [owner, mobile] = [await newSpaceOwner(server), nextMobile()];
    const invitee = await newSpaceOwner(server, mobile);
    const visitor = await openAs(owner);
    const { page } = visitor;
    await page.goto("/paas/member/invite");
    await page.getByRole("textbox", { name: t.mobile }).fill(mobile);
    await page.getByRole("button", { name: t.invite, exact: true }).click();
    await page.getByText(t.sent).waitFor();
    // The focus is on the outcome, not at the top of the page.
    expect(await page.locator("p[role=status]:focus").innerText()).toMatch(t.sent);
    await expectNoPageProblems(visitor);
    const link = await page.getByRole("textbox", { name: t.link }).inputValue();
    expect(link).toMatch(/\/paas\/index\?invitation=[0-9a-f-]{36}$/);
    const path = link.slice(link.indexOf("/paas"));
    const guest = await openAs(invitee);
    await guest.page.goto(path);
    const decline = guest.page.getByRole("button", { name: t.decline });
    await decline.waitFor();
    // The invitation is in the first list of the home screen.
    const firstList = guest.page.locator("main ul").first();
    expect(await firstList.getByRole("button", { name: t.decline }).count()).toBe(1);
    await expectNoPageProblems(guest);
    await decline.click();
    await guest.page
      .getByRole("alertdialog")
      .or(guest.page.getByRole("dialog"))
      .getByRole("button", { name: t.decline })
      .click();
    await guest.page.getByText(t.declined).waitFor();
    await decline.waitFor({ state: "detached" });
    await guest.page.goto(path);
    await guest.page.getByText(t.otherNumber).waitFor();
    await expectNoPageProblems(guest);
    await visitor.context.close();
    await guest.context.close();
  });

  it("leads from a new invitation to the list of members in the inviter's own area", async () => {
    const { page, context } = await openAs(await newSpaceOwner(server));
    await page.goto("/paas/member/invite");
    await page.getByRole("textbox", { name: t.mobile }).fill(nextMobile());
    await page.getByRole("button", { name: t.invite, exact: true }).click();
    await page.getByRole("link", { name: t.list }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/admin/member/list");
    await context.close();
  });

  it("resends and revokes an invitation in the list of members", async () => {
    const owner = await newSpaceOwner(server);
    await client(server, owner).call("POST paas/member/invite", { mobile: nextMobile(), name: "Ada" });
    const visitor = await openAs(owner);
    const { page } = visitor;
    await page.goto("/paas/member/list");
    const moreButton = page.locator("#list").getByRole("button", { name: t.moreActions });
    await moreButton.click();
    await page.getByRole("menuitem", { name: t.resend }).click();
    await page.getByText(t.resent, { exact: true }).waitFor();
    // Only the row with a pending invitation can be selected.
    expect(await page.locator("#list").getByRole("checkbox", { disabled: false, name: /Ada/ }).count()).toBe(1);
    expect(await page.locator("#list [data-row]").getByRole("checkbox", { disabled: true }).count()).toBe(1);
    // Neither row has a role, so each shows a dash.
    expect(await page.locator("#list").getByText("—", { exact: true }).count()).toBe(2);
    await expectNoPageProblems(visitor);
    await moreButton.click();
    await page.getByRole("menuitem", { name: t.revoke }).click();
    await page.getByRole("alertdialog").or(page.getByRole("dialog")).getByRole("button", { name: t.revoke }).click();
    await page.getByText(t.revoked, { exact: true }).waitFor();
    await page.getByText("Ada", { exact: true }).waitFor({ state: "detached" });
    await expectNoPageProblems(visitor);
    await visitor.context.close();
  });
});
