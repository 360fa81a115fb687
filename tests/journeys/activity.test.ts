/** A person starts a job from a list, follows it in the header, cancels it, and reads its log. */
import { describe, expect, it } from "vitest";
import { devices, expectNoPageProblems, openBrowser, type Visitor } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { addChangedPage, lockPage } from "../support/changed-pages.ts";
import { newSpaceOwner, type Person } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();
const texts = {
  en: {
    publish: "Publish all pages",
    notifications: "Notifications",
    cancel: "Cancel",
    log: "Log",
    completed: "Completed",
    cancelled: "Cancelled",
    unpublished: "Unpublished changes",
  },
  zh: {
    publish: "发布全部页面",
    notifications: "通知",
    cancel: "取消",
    log: "日志",
    completed: "已完成",
    cancelled: "已取消",
    unpublished: "有未发布的修改",
  },
};

async function openAs(person: Person, visit: Omit<Parameters<typeof open>[0], "url">): Promise<Visitor> {
  const visitor = await open({ url: server.url, ...visit });
  await visitor.context.addCookies(sessionCookies(person, server.url));
  return visitor;
}

async function publishAll({ page }: Visitor, t: (typeof texts)["en"]) {
  await page.goto("/paas/page/list");
  await page.getByRole("main").getByRole("button", { name: t.publish }).click();
  await page.getByRole("dialog", { name: t.publish }).getByRole("button", { name: t.publish }).click();
  const panel = page.getByRole("dialog", { name: t.notifications });
  await panel.getByText(t.publish).first().waitFor();
  return panel;
}

describe.each(devices)("the jobs in the notifications panel, $locale at $width px", ({ locale, ...visit }) => {
  it("shows the progress of a job, then its result and its problems", async () => {
    const owner = await newSpaceOwner(server);
    const pages = [];
    for (const [path, title] of [
      ["/one", "/one"],
      ["/two", ""],
      ["/three", "/three"],
    ] as const)
      pages.push(await addChangedPage(server, owner, path, title));
    const release = await lockPage(server, pages[2]!);
    const visitor = await openAs(owner, { locale, ...visit });
    const t = texts[locale];
    const panel = await publishAll(visitor, t);
    await panel.getByText("2 / 3").waitFor();
    expect(await panel.getByRole("progressbar").getAttribute("value")).toBe("2");
    await expectNoPageProblems(visitor);
    await release();
    await panel.getByText(t.completed).waitFor();
    await panel.getByRole("button", { name: t.log }).click();
    await panel.getByText("/two").waitFor();
    await expectNoPageProblems(visitor);
    // The list behind the panel updates without a reload.
    await expect.poll(() => visitor.page.getByText(t.unpublished, { exact: true }).count()).toBe(1);
    await visitor.page.keyboard.press("Escape");
    await panel.waitFor({ state: "hidden" });
    // The panel was open when the job ended, so the job is not counted as unread after a reload.
    await visitor.page.reload();
    await visitor.page.getByRole("button", { name: t.notifications, exact: true }).waitFor();
  });
});

it("shows in every tab that a job was cancelled in one of them", async () => {
  const owner = await newSpaceOwner(server);
  const pages = [await addChangedPage(server, owner, "/one"), await addChangedPage(server, owner, "/two")];
  const release = await lockPage(server, pages[1]!);
  const visitor = await openAs(owner, { locale: "en" });
  const t = texts.en;
  const panel = await publishAll(visitor, t);
  await panel.getByText("1 / 2").waitFor();
  const secondTab = await visitor.context.newPage();
  await secondTab.goto("/paas/page/list");
  await secondTab.getByRole("button", { name: t.notifications }).click();
  const otherPanel = secondTab.getByRole("dialog", { name: t.notifications });
  await otherPanel.getByText("1 / 2").waitFor();
  await otherPanel.getByRole("button", { name: t.cancel }).click();
  await panel.getByText("Cancelling…").waitFor();
  await release();
  await Promise.all([panel, otherPanel].map((tabPanel) => tabPanel.getByText(t.cancelled).waitFor()));
  expect(await panel.getByText("Cancelling…").count()).toBe(0);
});
