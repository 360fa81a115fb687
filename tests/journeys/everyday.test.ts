/** Daily work of an administrator: lists, forms, missing permissions, the home screen. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { Locale } from "#kit/text.ts";
import { expectNoPageProblems, openBrowser, type Visitor } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { client } from "../support/client.ts";
import { newMember, newSpaceOwner, type Person } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();
let owner: Person;

beforeAll(async () => {
  owner = await newSpaceOwner(server);
  const { call } = client(server, owner);
  for (const n of [1, 2, 3, 4, 5]) {
    const title = { zh: `新闻 ${n}`, en: `Item ${n}` };
    await call("POST Api/{type}/QueryAdd", { type: "news", title, kind: "company", status: "draft" });
  }
});

async function visit(person: Person, locale: Locale = "en", width = 1440): Promise<Visitor> {
  const visitor = await open({ url: server.url, locale, width });
  await visitor.context.addCookies(sessionCookies(person, server.url));
  return visitor;
}

describe("a list", () => {
  it("opens a row on a click anywhere in it, and in a new tab with Ctrl", async () => {
    const { page, context } = await visit(owner);
    await page.goto("/paas/news/list");
    const row = page.getByRole("row").filter({ hasText: "Item 3" });
    const [tab] = await Promise.all([
      context.waitForEvent("page"),
      row.getByText("Draft").click({ modifiers: ["ControlOrMeta"] }),
    ]);
    await tab.getByRole("heading", { level: 1 }).waitFor();
    expect(tab.url()).toContain("/paas/news/edit?id=");
    await row.getByText("Draft").click();
    await page.waitForURL("**/paas/news/edit?id=*");
    await context.close();
  });

  it("selects a range with Shift without selecting text", async () => {
    const { page, context } = await visit(owner);
    await page.goto("/paas/news/list");
    await page.getByRole("checkbox", { name: "Select Item 5" }).click();
    await page.getByRole("checkbox", { name: "Select Item 3" }).click({ modifiers: ["Shift"] });
    await page.getByText("3 selected").waitFor();
    await page
      .getByRole("row")
      .filter({ hasText: "Item 1" })
      .getByText("Draft")
      .click({ modifiers: ["Shift"] });
    await page.getByText("5 selected").waitFor();
    expect(await page.evaluate(() => String(getSelection()))).toBe("");
    expect(page.url()).toContain("/paas/news/list");
    await context.close();
  });

  it("sets a switch that nobody touched to No in selected rows, and shows the notice above their bar", async () => {
    const { page, context } = await visit(owner);
    const { id } = (await client(server, owner).call("POST Api/{type}/QueryAdd", {
      type: "news",
      title: { zh: "置顶", en: "Pinned one" },
      kind: "company",
      status: "draft",
      pinned: true,
    })) as { id: string };
    await page.goto("/paas/news/list");
    await page.getByRole("checkbox", { name: "Select Pinned one" }).click();
    const bar = page.getByRole("group", { name: "Selected records" });
    await bar.getByRole("button", { name: "Set fields", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Choose a field to set" }).click();
    await page.getByRole("option", { name: "Pinned", exact: true }).click();
    await dialog.getByRole("switch").waitFor();
    expect(await dialog.getByText("Empty fields clear").count()).toBe(0);
    await dialog.getByRole("button", { name: "Next", exact: true }).click();
    await dialog.getByRole("button", { name: "Change 1", exact: true }).click();
    const notice = page.getByRole("region", { name: "Notifications" });
    await notice.getByText("1 record updated").waitFor();
    const row = await client(server, owner).call("GET Api/{type}/QueryById", { type: "news", id });
    expect(row).toMatchObject({ pinned: false });
    await page.getByRole("checkbox", { name: "Select Item 1" }).click();
    await bar.waitFor();
    const [noticeBox, barBox] = [(await notice.boundingBox())!, (await bar.boundingBox())!];
    expect(noticeBox.height).toBeGreaterThan(0);
    expect(noticeBox.y + noticeBox.height).toBeLessThanOrEqual(barBox.y);
    await context.close();
  });

  it("of an entity with a single row opens its form, without a link back to a list or to other rows", async () => {
    const { page, context } = await visit(owner);
    await page.goto("/paas/site/list");
    await page.waitForURL("**/paas/site/edit?id=*");
    await page.getByRole("button", { name: "Save", exact: true }).waitFor();
    expect(await page.getByRole("link", { name: /^(Back to list|Previous record|Next record)$/ }).count()).toBe(0);
    await context.close();
  });

  it("offers All first and shows no placeholders in its search form", async () => {
    const { page, context } = await visit(owner);
    await page.goto("/paas/serviceCode/list");
    const form = page.getByRole("search");
    await expect.poll(() => form.getByRole("combobox").allTextContents()).toEqual(["All", "All"]);
    await page.goto("/paas/page/list");
    await form.getByLabel("Path").waitFor();
    const placeholders = await form
      .locator("input")
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute("placeholder")));
    expect(placeholders.filter((text) => text !== null && text !== "")).toEqual([]);
    await context.close();
  });
});

describe("a form", () => {
  it("shows in each language's input a placeholder in that language", async () => {
    const { page, context } = await visit(owner);
    await page.goto("/paas/role/add");
    const chineseInput = page.getByRole("textbox", { name: /Role.*中文/ });
    await chineseInput.waitFor();
    expect(await chineseInput.getAttribute("placeholder")).toMatch(/\p{Script=Han}/u);
    expect(await page.getByRole("textbox", { name: /Role.*English/ }).getAttribute("placeholder")).not.toMatch(
      /\p{Script=Han}/u,
    );
    await context.close();
  });
});

describe.each(["/paas/role/list", "/builder"])("a screen that a member may not open, %s,", (path) => {
  it.each([
    ["en", "No permission · Meridian", /Ask an administrator of/, "Back"],
    ["zh", "权限不足 · 经纬", /请联系.*的管理员/, "返回"],
  ] as const)(
    "B-016, B-243: explains in %s the missing permission and whom to ask, and leads back",
    async (locale, title, text, back) => {
      const member = await newMember(server, owner.tenantId);
      const visitor = await visit(member, locale);
      const { page } = visitor;
      await page.goto("/paas/index");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.goto(path);
      await page.getByText(text).waitFor();
      expect(await page.title()).toBe(title);
      expect(visitor.problems.splice(0)).toEqual([expect.stringMatching(/\/table\/search: 403$/)]);
      await expectNoPageProblems(visitor);
      await page.getByRole("button", { name: back }).click();
      await page.waitForURL("**/paas/index");
      await visitor.context.close();
    },
  );
});

describe("the home screen", () => {
  it("stretches the last of an odd number of tiles and shows no numbers on tiles", async () => {
    const visitor = await visit(owner, "zh", 390);
    const { page } = visitor;
    await page.goto("/paas/index");
    const tiles = page.locator("main ul").first().getByRole("listitem");
    await expect.poll(() => tiles.count()).toBe(5);
    const [list, last] = [await page.locator("main ul").first().boundingBox(), await tiles.last().boundingBox()];
    expect(Math.abs(list!.width - last!.width)).toBeLessThan(3);
    expect(await page.locator("main").innerText()).not.toMatch(/\b0[1-5]\b/);
    await expectNoPageProblems(visitor);
    await visitor.context.close();
  });
});

describe("navigation", () => {
  it("names the current screen as the last step of the breadcrumb", async () => {
    const { page, context } = await visit(owner);
    await page.goto("/paas/member/invite");
    const breadcrumb = page.getByRole("navigation", { name: "You are here" }).getByRole("listitem");
    await expect.poll(() => breadcrumb.allTextContents()).toEqual(["Home", "Admin area", "Members", "Invite"]);
    await context.close();
  });

  it("shows an icon as the avatar of a member without a name, and the initial afterwards", async () => {
    const { page, context } = await visit(owner);
    await page.goto("/index");
    await page.locator("summary [data-avatar] svg").waitFor();
    expect(await page.locator("summary [data-avatar]").textContent()).not.toMatch(/\d/);
    await server.database.system((tx) =>
      tx.rows(sql`update member set name = 'Ada' where id = ${owner.memberId}::uuid`),
    );
    await page.reload();
    await expect.poll(() => page.locator("summary [data-avatar]").textContent()).toBe("A");
    await context.close();
  });

  it.each([
    { locale: "zh", width: 390, name: "Ada 我的账号" },
    { locale: "en", width: 1440, name: "Ada My account" },
  ] as const)("names the account menu of the site by the person, in $locale at $width px", async (device) => {
    const person = await newSpaceOwner(server);
    await server.database.system((tx) =>
      tx.rows(sql`update member set name = 'Ada' where id = ${person.memberId}::uuid`),
    );
    const { page, context } = await visit(person, device.locale, device.width);
    await page.goto("/index");
    const session = await context.newCDPSession(page);
    const accessibleName = async () => {
      const expression = "document.querySelector('[data-account] summary')";
      const { objectId } = (await session.send("Runtime.evaluate", { expression })).result;
      const { nodes } = await session.send("Accessibility.getPartialAXTree", {
        ...(objectId === undefined ? {} : { objectId }),
        fetchRelatives: false,
      });
      return nodes[0]?.name?.value as unknown;
    };
    await expect.poll(accessibleName).toBe(device.name);
    await context.close();
  });
});
