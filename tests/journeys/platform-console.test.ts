/** An administrator of the platform looks after the jobs of all spaces, and after the health of the installation. */
import { describe, expect, it } from "vitest";
import { openBrowser } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { plantJob, secretWords } from "../support/jobs.ts";
import { newSpaceOwner, superAdministrator } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";
import { siteHost } from "../support/site-host.ts";

const server = await sharedServer();
const open = await openBrowser();

const words = {
  zh: {
    title: "任务与队列",
    queues: "队列",
    failed: "失败",
    done: "已完成",
    status: "状态",
    reason: "程序错误：DatabaseError 23505",
    retry: "重试",
    cancel: "取消任务",
    cancelled: "已取消",
    health: "运行状态",
    processes: "进程",
    running: "运行中",
    services: "外部服务",
    noAi: "未配置：不能使用 AI",
    access: "可读写",
  },
  en: {
    title: "Jobs and queues",
    queues: "Queues",
    failed: "Failed",
    done: "Completed",
    status: "Status",
    reason: "Unexpected error: DatabaseError 23505",
    retry: "Retry",
    cancel: "Cancel job",
    cancelled: "Cancelled",
    health: "System health",
    processes: "Processes",
    running: "Running",
    services: "External services",
    noAi: "Not set: AI is not available",
    access: "Read and write",
  },
} as const;

describe.each([
  { locale: "zh", width: 1440, scheme: "light" },
  { locale: "en", width: 390, scheme: "dark" },
] as const)("the console of the platform in $locale at $width px", ({ locale, width, scheme }) => {
  const say = words[locale];

  it("retries and cancels jobs of a space without showing its data, and shows how the installation is", async () => {
    const owner = await newSpaceOwner(server);
    const code = (await siteHost(server, owner)).split(".")[0]!;
    await plantJob(server, owner, { state: "failed", problem: { error: "DatabaseError 23505" } });
    const { context, page, problems } = await open({ url: server.url, locale, width, scheme });
    await context.addCookies(sessionCookies(await superAdministrator(server), server.url));
    await page.goto("/paas/jobs");
    await page.getByRole("region", { name: say.queues }).waitFor();
    await page.getByRole("combobox", { name: say.status }).click();
    await page.getByRole("option", { name: say.failed, exact: true }).click();
    const row = page.getByRole("row").filter({ hasText: code });
    await row.getByText(say.reason).waitFor();
    await row.getByRole("button", { name: say.retry }).click();
    await page.getByRole("dialog").getByRole("button", { name: say.retry }).click();
    await expect.poll(() => row.count()).toBe(0);
    await page.goto("/paas/jobs");
    await row.getByText(say.done).waitFor();

    await plantJob(server, owner, { state: "queued" });
    await row.getByRole("button", { name: say.cancel }).click();
    await page.getByRole("dialog").getByRole("button", { name: say.cancel }).click();
    await row.getByText(say.cancelled).waitFor();
    expect(await page.locator("#content").textContent()).not.toContain(secretWords[locale]);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await overflow()).toBeLessThanOrEqual(0);

    await page.goto("/paas/health");
    await page.getByRole("heading", { level: 1, name: say.health }).waitFor();
    await page.getByRole("region", { name: say.processes }).getByText(say.running).first().waitFor();
    await page.getByRole("region", { name: say.services }).getByText(say.noAi).waitFor();
    await page.getByText(say.access).waitFor();
    expect(await overflow()).toBeLessThanOrEqual(0);
    expect(problems).toEqual([]);
  });
});
