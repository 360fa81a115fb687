/** An administrator narrows a role to some actions and pages, and its member is offered no others. */
import { expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { client, contentOf } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { grant, roleFactories } from "../support/roles.ts";
import { makeRows } from "../support/rows.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

const texts = {
  zh: {
    parts: "页面: 全部操作和页面",
    action: "页面：设计 · 操作",
    page: "页面：新增 · 页面",
    some: /^页面: \d \/ \d 项操作和页面$/,
    save: "保存",
    refused: "权限不足",
    publish: "发布",
    versions: "版本记录",
  },
  en: {
    parts: "Pages: All actions and pages",
    action: "Pages: Design · Actions",
    page: "Pages: Add · Pages",
    some: /^Pages: Actions and pages: \d of \d$/,
    save: "Save",
    refused: "No permission",
    publish: "Publish",
    versions: "Version history",
  },
};

it.each([
  { locale: "zh", width: 1440 },
  { locale: "en", width: 390 },
] as const)("narrows a role to some actions and pages, in $locale at $width px", async (device) => {
  const t = texts[device.locale];
  const owner = await newSpaceOwner(server);
  const admin = client(server, owner);
  const { page: pageId } = await makeRows(server, owner.tenantId, "row", { types: ["page"] });
  const { memberWith } = roleFactories(server, owner);
  const member = await memberWith([grant("page", ["read", "add", "update"])]);
  const [id] = member.roles;
  const visitor = await open({ url: server.url, ...device });
  const { page, context } = visitor;
  await context.addCookies(sessionCookies(owner, server.url));
  await page.goto(`/paas/role/edit?id=${id}`);
  const parts = page.getByRole("button", { name: t.parts });
  await parts.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("checkbox", { name: t.action }).click();
  await page.getByRole("checkbox", { name: t.page }).click();
  await page.getByRole("button", { name: t.some }).waitFor();
  await expectNoPageProblems(visitor);
  await page.getByRole("button", { name: t.save, exact: true }).first().click();
  await expect
    .poll(async () => contentOf(await admin.send("GET Api/{type}/QueryById", { type: "role", id })) as AnyRow)
    .toMatchObject({
      grants: [{ entity: "page", actions: [], pages: expect.not.arrayContaining(["add"]) as string[] }],
    });
  await context.clearCookies();
  await context.addCookies(sessionCookies(member.person, server.url));
  // The builder has no Publish for people who may not publish.
  await page.goto(`/builder/${pageId}`);
  await page.getByRole("button", { name: t.versions }).or(page.locator("header .tool").nth(3)).first().waitFor();
  expect(await page.getByRole("button", { name: t.publish, exact: true }).count()).toBe(0);
  await expectNoPageProblems(visitor);
});

it("keeps the save button of a new role in its place while the list of permissions loads", async () => {
  const owner = await newSpaceOwner(server);
  const { page, context } = await open({ url: server.url, locale: "en" });
  await context.addCookies(sessionCookies(owner, server.url));
  const { promise: release, resolve } = Promise.withResolvers<void>();
  await page.route("**/paas/role/subjects*", async (route) => {
    await release;
    await route.fallback();
  });
  await page.goto("/paas/role/add");
  const save = page.getByRole("button", { name: texts.en.save, exact: true });
  await save.waitFor();
  const placeBefore = await save.boundingBox();
  resolve();
  await page
    .getByRole("checkbox", { name: /^Pages/ })
    .first()
    .waitFor();
  expect(await save.boundingBox()).toEqual(placeBefore);
});
