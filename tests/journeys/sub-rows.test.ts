/** Sub-rows in a form: the problem of a cell is shown at the cell, and the focus moves there. */
import { describe, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import type { Locale } from "#kit/text.ts";
import { expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { canvasFrame } from "../support/builder.ts";
import { client, contentOf } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner, type Person } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

async function siteOf(person: Person): Promise<AnyRow> {
  const [row] = contentOf(await client(server, person).send("GET Api/{type}/QueryList", { type: "site" })) as AnyRow[];
  return row!;
}

const texts = {
  zh: {
    add: "添加一行",
    rowInvalid: "填写有误",
    nameRequired: "请输入名称，名称不能为空",
    invalidLink: /请输入以 \/、#/,
    saved: "保存成功",
    publish: "发布",
    rowPosition: "第 1 行 · ",
  },
  en: {
    add: "Add a row",
    rowInvalid: "needs attention",
    nameRequired: "Name is required",
    invalidLink: /Enter a link/,
    saved: "Saved",
    publish: "Publish",
    rowPosition: ", row 1 · ",
  },
};

it("reports a problem by the path of its cell", async () => {
  const person = await newSpaceOwner(server);
  const { id, version } = await siteOf(person);
  const link = { name: { en: "Imprint" }, url: "/imprint" };
  const footer = [{ name: { en: "Company" }, links: [link, { ...link, url: "javascript:alert(1)" }] }];
  const { status, body } = await client(server, person).send("POST Api/{type}/QueryUpdate", {
    type: "site",
    id,
    version,
    footer,
    legal: [{ url: "/terms" }],
  });
  expect(status).toBe(422);
  expect(Object.keys(body.fields as object)).toEqual(["footer.0.links.1.url", "legal.0.name"]);
});

describe.each<[Locale, number]>([
  ["zh", 1440],
  ["en", 390],
])("in %s, %i px wide", (locale, width) => {
  it("opens the row of a problem on save and focuses its cell, and keeps the problems of other cells", async () => {
    const t = texts[locale];
    const person = await newSpaceOwner(server);
    const { id } = await siteOf(person);
    const visitor = await open({ url: server.url, locale, width });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(person, server.url));
    await page.goto(`/paas/site/edit?id=${id}`);
    const legal = page.locator("[id$=-legal]");
    await legal.waitFor();
    const rowCount = await legal.locator("li").count();
    const row = legal.locator(`[id$=-legal-${rowCount}]`);
    await legal.getByRole("button", { name: t.add }).click();
    await row.click();
    await expect.poll(() => row.getAttribute("aria-expanded")).toBe("false");

    await page.keyboard.press("ControlOrMeta+s");
    const name = legal.locator(`[id$=-legal-${rowCount}-name-zh]`);
    await expect.poll(() => name.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(() => row.getAttribute("aria-expanded")).toBe("true");
    await expect.poll(() => row.innerText()).toContain(t.rowInvalid);
    const item = legal.locator("li").nth(rowCount);
    await item.getByText(t.nameRequired).waitFor();

    const url = legal.locator(`[id$=-legal-${rowCount}-url]`);
    await expect.poll(() => url.getAttribute("aria-invalid")).toBe("true");
    await name.fill("条款");
    await item.getByText(t.nameRequired).waitFor({ state: "detached" });
    await expect.poll(() => url.getAttribute("aria-invalid")).toBe("true");
    await url.fill("javascript:alert(1)");
    await name.focus();
    await item.getByText(t.invalidLink).waitFor();
    await url.fill("/terms");
    await row.getByText(t.rowInvalid).waitFor({ state: "detached" });
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText(t.saved).first().waitFor();
    await expectNoPageProblems(visitor);
    await context.close();
  });
});

describe.each(["zh", "en"] as const)("in %s", (locale) => {
  it("names the row of a problem that prevents publishing and opens it with one click", async () => {
    const t = texts[locale];
    const person = await newSpaceOwner(server);
    const { send, call } = client(server, person);
    const heading = { zh: "标题", en: "Heading" };
    const row = { type: "page", path: "/rows", title: heading, description: heading };
    const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row)) as AnyRow;
    const value = { heading, items: [{ text: heading }] };
    const after = { kind: "widget", id: "wd_aaaaaaaaaa", order: "a0", name: "cards", value };
    const changes = [{ id: after.id, after }];
    expect((await send("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: 0, changes })).status).toBe(200);

    const visitor = await open({ url: server.url, locale, width: 1440 });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(person, server.url));
    await page.goto(`/builder/${pageId}`);
    await canvasFrame(page).getByText(heading[locale]).first().waitFor();
    await page.locator("header").getByRole("button", { name: t.publish, exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: t.publish }).click();
    const problem = page.getByRole("dialog").getByRole("button").filter({ hasText: t.rowPosition });
    await problem.waitFor();
    await problem.click();
    const invalidRow = page.locator(".inspector li").first();
    await invalidRow.getByText(t.rowInvalid).waitFor();
    expect(await invalidRow.locator("button[aria-expanded=true]").count()).toBe(1);
    await invalidRow.locator("[aria-invalid=true]").first().fill("A");
    await invalidRow.getByText(t.rowInvalid).waitFor({ state: "detached" });
    await context.close();
  });
});
