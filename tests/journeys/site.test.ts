/** Every public page in a real browser, in both languages, on a desktop and on a phone. */
import { expect, it, describe } from "vitest";
import { productGroups } from "../../seed/products.ts";
import { solutions } from "../../seed/solutions.ts";
import { expectNoPageProblems, expectNoPageProblemsInDark, openBrowser, swappedDevices } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

const paths = [
  "/introduce",
  "/about",
  "/advantage",
  "/team",
  "/joinus",
  "/price",
  "/news",
  "/news/edit",
  "/wiki",
  "/wiki/words",
  "/wiki/rules",
  "/wiki?q=id",
  "/html?method=contract&id=2",
  "/contactus",
  "/contactus?sent=1",
  "/test",
  "/site/redirect?url=https%3A%2F%2Fexample.org%2Fa%2Flong%2Fway%2Fout%2Fof%2Fthis%2Fsite%2Fwithout%2Fany%2Fspace",
  ...productGroups.flatMap(({ products }) => products.map(({ key }) => `/web/${key}`)),
  ...solutions.map(({ key }) => `/web/${key}`),
];

describe.each(swappedDevices)("in $locale, $width px wide", ({ locale, width }) => {
  it("shows every page without faults in the light and in the dark scheme", { timeout: 300_000 }, async () => {
    const visitor = await open({ url: server.url, locale, width });
    for (const path of paths) {
      await visitor.page.goto(path);
      await expectNoPageProblems(visitor);
      await expectNoPageProblemsInDark(visitor);
    }
  });

  it("shows the name of the signed-in person without overlapping other parts of the header", async () => {
    const { page, context } = await open({ url: server.url, locale, width });
    await context.addCookies(sessionCookies(await newSpaceOwner(server), server.url));
    await page.goto("/");
    await page.locator("[data-account][data-signed-in]").waitFor();
    await expect.poll(() => page.locator("summary [data-user-name]").textContent()).not.toBe("");
    const overlaps = await page.evaluate(() => {
      const parts = [...document.querySelectorAll("header a, header summary > *, header button")].filter(
        (part) => part.checkVisibility({ visibilityProperty: true }) && part.closest(".panel, dialog") === null,
      );
      const boxes = parts.map((part) => ({
        name: part.className || part.textContent,
        box: part.getBoundingClientRect(),
      }));
      return boxes.flatMap((part, index) =>
        boxes
          .slice(index + 1)
          .filter(({ box }) => box.width > 0 && part.box.right > box.left + 1 && box.right > part.box.left + 1)
          .map((overlapped) => `${part.name} over ${overlapped.name}`),
      );
    });
    expect(overlaps).toEqual([]);
  });

  it("works without scripts: reading, searching, and sending a message", async () => {
    const visitor = await open({ url: server.url, locale, width, javaScript: false });
    const { page } = visitor;
    const t = {
      zh: { search: "搜索", found: "断网与补传", send: "发送留言", sent: "留言已发送" },
      en: { search: "Search", found: "Outages and late data", send: "Send message", sent: "Message sent" },
    }[locale];
    await page.goto("/wiki");
    await page.getByRole("searchbox").fill(t.found.slice(0, 4));
    await page.getByRole("button", { name: t.search }).click();
    await page.locator(".found").getByRole("link", { name: t.found }).click();
    expect(await page.locator("h1").innerText()).toBe(t.found);

    await page.goto("/contactus");
    await page.locator("[name=name]").fill("Ada");
    await page.locator("[name=contact]").fill(`${locale}${width}@example.org`);
    await page.locator("[name=message]").fill("二十台柜子 / twenty cabinets");
    await page.getByRole("button", { name: t.send }).click();
    expect(await page.locator(".sent h2").innerText()).toBe(t.sent);
  });
});
