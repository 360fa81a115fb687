/** Answers that a browser stores for a person: used for an hour, and not once what they say has changed, whoever changed it. */
import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { newId } from "#server/process/id.server.ts";
import { rowsTag } from "#server/postgres/tags.server.ts";
import { openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { draftDefinition, draftField, publishLightApp, saveDraft } from "../support/light-apps.ts";
import { newMember, newSpaceOwner } from "../support/people.ts";
import { sameText } from "../support/roles.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

const drawing = '<svg viewBox="0 0 24 24"><circle cx="12" cy="12" r="9"/></svg>';
const entriesIn = (page: Page) =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage).filter(([name]) => name.startsWith("get_"))));

it("B-259, E-078, N-053: icons are asked for once an hour, and again in every tab as soon as anybody changes one, another process too", async () => {
  const owner = await newSpaceOwner(server);
  const { tenantId } = owner;
  const colleague = await newMember(server, tenantId);
  const api = client(server, owner);
  const access = { read: "member", add: "member", update: "member", delete: "member", export: "nobody" };
  await publishLightApp(api, "asset", draftDefinition([draftField("title"), draftField("mark", "icon")], { access }));
  const icon = (name: string) => ({ type: "icon", name, title: sameText(`Icon ${name}`), drawing });
  await api.call("POST Api/{type}/QueryAdd", icon("first") as never);

  const { context, page } = await open({ url: server.url, locale: "en" });
  const requests: string[] = [];
  context.on("request", (request) => requests.push(new URL(request.url()).pathname));
  const asked = () => requests.filter((path) => path.endsWith("/Icon/GetListByUrl")).length;
  const openPicker = async (tab: Page) => {
    await tab.goto("/paas/asset/add");
    await tab.getByRole("button", { name: "mark: Choose an icon" }).click();
  };
  const choice = (tab: Page, name: string) => tab.getByRole("button", { name: `Icon ${name}`, exact: true });

  await context.addCookies(sessionCookies(owner, server.url));
  await openPicker(page);
  await choice(page, "first").waitFor();
  expect(asked()).toBe(1);
  const entries = await entriesIn(page);
  expect(Object.keys(entries)).toEqual([expect.stringMatching(/^get_[\da-f]{16}$/)]);
  expect(Object.keys(JSON.parse(Object.values(entries)[0]!) as object)).toEqual(["time", "data"]);
  await openPicker(page);
  await choice(page, "first").waitFor();
  const other = await context.newPage();
  await openPicker(other);
  await choice(other, "first").waitFor();
  expect(asked()).toBe(1);

  // A colleague, through the program.
  await api.call("POST Api/{type}/QueryAdd", icon("second") as never);
  for (const tab of [page, other]) await choice(tab, "second").waitFor();
  expect(Object.keys(await entriesIn(page))).not.toEqual(Object.keys(entries));

  // Another process: its statements and its announcement.
  await server.database.tenant(tenantId, async (tx) => {
    const id = newId();
    await tx.rows(sql`insert into icon (id, tenant_id, name, title, drawing)
      values (${id}::uuid, ${tenantId}::uuid, 'third', ${JSON.stringify(sameText("Icon third"))}::jsonb, ${drawing})`);
    await tx.rows(sql`insert into row_change (id, tenant_id, entity, row_id, version, verb, actor, group_id)
      values (${newId()}::uuid, ${tenantId}::uuid, 'icon', ${id}::uuid, 1, 'add', 'program', ${newId()}::uuid)`);
    await tx.notifyChanged(rowsTag(tenantId, "icon"));
  });
  for (const tab of [page, other]) await choice(tab, "third").waitFor();
  await choice(page, "third").click();
  await page.getByRole("button", { name: "mark: Chosen: Icon third" }).waitFor();
  await page.getByLabel("title", { exact: false }).first().fill("Meter");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.goto("/paas/asset/list");
  await page.getByRole("img", { name: "Icon third" }).waitFor();

  // A colleague in the same browser has entries of their own.
  const shared = Object.keys(await entriesIn(page));
  await context.addCookies(sessionCookies(colleague, server.url));
  const before = asked();
  await openPicker(page);
  await choice(page, "first").waitFor();
  expect(asked()).toBe(before + 1);
  expect(Object.keys(await entriesIn(page)).filter((name) => !shared.includes(name))).toHaveLength(1);
});

it("the settings of field types, which list the option sets of the space, follow an option set that somebody adds", async () => {
  const owner = await newSpaceOwner(server);
  const api = client(server, owner);
  const { context, page } = await open({ url: server.url, locale: "en" });
  await context.addCookies(sessionCookies(owner, server.url));
  const draft = await saveDraft(api, "asset", draftDefinition([draftField("title")]));
  const answers: string[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith("/lightApp/fieldTypes")) answers.push(response.url());
  });
  await page.goto(`/paas/lightApp/edit?id=${draft.id}`);
  await expect.poll(() => answers.length).toBe(1);
  await expect.poll(async () => Object.keys(await entriesIn(page)).length).toBe(1);
  await page.reload();
  await page.getByRole("heading").first().waitFor();
  const keyValue = [{ key: "a", value: sameText("A") }];
  await api.call("POST Api/{type}/QueryAdd", {
    type: "enum",
    name: "level",
    title: sameText("Levels"),
    keyValue,
  } as never);
  await expect.poll(() => answers.length).toBe(2);
  await expect.poll(async () => JSON.stringify(await entriesIn(page))).toContain("Levels");
});
