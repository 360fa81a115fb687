/** The streams of the app: when they are lost or refused, the browser requests them again. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();
const streams = [
  ["list", "**/api/paas/table/events*"],
  ["activity", "**/api/Job/Events"],
] as const;
type Answer = Parameters<Parameters<Parameters<Page["route"]>[1]>[0]["fulfill"]>[0];

/** Opens a list whose stream gets this answer, in a page whose clock the test can move. */
async function openList(stream: string, answer: Answer) {
  const owner = await newSpaceOwner(server);
  const title = { zh: "新闻", en: "Item" };
  await client(server, owner).call("POST Api/{type}/QueryAdd", { type: "news", title, kind: "company" } as never);
  const { page, context } = await open({ url: server.url, locale: "en" });
  await context.addCookies(sessionCookies(owner, server.url));
  let requestCount = 0;
  await page.route(stream, async (route) => {
    requestCount += 1;
    await route.fulfill(answer);
  });
  await page.clock.install();
  const response = page.waitForResponse(stream);
  await page.goto("/paas/news/list");
  await page.locator("[data-row]").first().waitFor();
  await response;
  return { page, context, requests: () => requestCount };
}

it.each(streams)("requests a refused stream again, but not at once: %s", async (_name, stream) => {
  const { page, context, requests } = await openList(stream, { status: 429, json: {} });
  await page.clock.pauseAt(new Date(Date.now() + 10_000));
  expect(requests()).toBe(1);
  const requestsAfterMoreTime = async () => {
    await page.clock.runFor(5000);
    return requests();
  };
  await expect.poll(requestsAfterMoreTime).toBe(2);
  await context.close();
});

it.each(streams)("requests a lost stream again soon: %s", async (_name, stream) => {
  const { page, context, requests } = await openList(stream, { contentType: "text/event-stream", body: ": open\n\n" });
  const requestsAfterMoreTime = async () => {
    await page.clock.runFor(1000);
    return requests();
  };
  await expect.poll(requestsAfterMoreTime).toBeGreaterThan(1);
  await context.close();
});

it("requests no stream after signing out", async () => {
  const { page, context, requests } = await openList("**/api/Job/Events", {
    contentType: "text/event-stream",
    body: ": open\n\n",
  });
  await context.clearCookies();
  const before = requests();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  expect(requests()).toBe(before);
  await context.close();
});
