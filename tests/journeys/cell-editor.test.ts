/** Inline editing of a value in a list. */
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { type Client, client } from "../support/client.ts";
import { expectNoPageProblems, openBrowser, type Visitor } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { newMember, newSpaceOwner, type Person } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();
let owner: Person;
let admin: Client;
let row: AnyRow;

beforeAll(async () => {
  owner = await newSpaceOwner(server);
  admin = client(server, owner);
});
beforeEach(async () => {
  const title = { zh: "新闻", en: "Item" };
  const values = { type: "news", title, kind: "company", status: "draft", sort: 5 };
  row = (await admin.call("POST Api/{type}/QueryAdd", values)) as AnyRow;
});

async function visit(person: Person): Promise<Visitor> {
  const visitor = await open({ url: server.url, locale: "en" });
  await visitor.context.addCookies(sessionCookies(person, server.url));
  await visitor.page.goto("/paas/news/list");
  await visitor.page.locator(`[data-row="${row.id}"]`).waitFor();
  return visitor;
}

const read = async () => (await admin.call("GET Api/{type}/QueryById", { type: "news", id: row.id })) as AnyRow;
/** The cell of a field in the row of the test. */
const cellOf = ({ page }: Visitor, field: string) => page.locator(`[data-row="${row.id}"] [data-editable="${field}"]`);

it("B-135: opens with F2, closes with Escape, keeps digits only, refuses a number above the maximum in place, saves with Enter, and offers Undo", async () => {
  const visitor = await visit(owner);
  const { page } = visitor;
  const cell = cellOf(visitor, "sort");
  const input = page.getByRole("dialog").getByRole("textbox");
  await cell.evaluate((element) => {
    element.setAttribute("tabindex", "-1");
    (element as HTMLElement).focus();
  });
  await page.keyboard.press("F2");
  await input.waitFor();
  await expectNoPageProblems(visitor);
  await input.fill("77");
  await page.keyboard.press("Escape");
  await input.waitFor({ state: "detached" });
  expect((await read()).sort).toBe(5);

  await page.keyboard.press("F2");
  // Of what is typed, a number keeps the digits only; one above the maximum is not taken.
  await input.fill("7a7-7x77");
  await expect.poll(() => input.inputValue()).toBe("77777");
  await page.keyboard.press("Enter");
  await page.getByText("Enter a number from 0 to 9999").waitFor();
  await input.fill("77");
  await page.keyboard.press("Enter");
  await expect.poll(() => cell.textContent()).toBe("77");
  expect((await read()).sort).toBe(77);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => cell.textContent()).toBe("5");
  expect((await read()).sort).toBe(5);
  expect(visitor.problems).toEqual([]);
  await visitor.context.close();
});

it("opens with the pencil in every language and asks which value to keep in a conflict", async () => {
  const visitor = await visit(owner);
  const { page } = visitor;
  await cellOf(visitor, "title").hover();
  await page.locator(".cell-pencil").click();
  const dialog = page.getByRole("dialog", { name: "Title", exact: true });
  const english = dialog.locator("[lang=en] input");
  await expect.poll(() => english.evaluate((input) => input === document.activeElement)).toBe(true);
  const { id, version } = row;
  const colleagueTitle = { zh: "别人的", en: "Theirs" };
  await admin.call("POST Api/{type}/QueryUpdate", { type: "news", id, version, title: colleagueTitle });
  await english.fill("Mine");
  await page.keyboard.press("Enter");
  await dialog.getByText("Someone else has just changed this to:").waitFor();
  await dialog.getByText(/Theirs$/).waitFor();
  await dialog.getByRole("button", { name: "Keep mine" }).click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(async () => (await read()).title).toEqual({ zh: "新闻", en: "Mine" });
  await visitor.context.close();
});

it("is offered only for fields that a role may write, as the server enforces", async () => {
  const reader = await newMember(server, owner.tenantId);
  const name = { zh: "编辑", en: "Editor" };
  const grants = [{ entity: "news", verbs: ["read", "update"], read: null, write: ["sort"] }];
  const role = (await admin.call("POST Api/{type}/QueryAdd", { type: "role", name, grants })) as AnyRow;
  const { version } = (await admin.call("GET Api/{type}/QueryById", { type: "member", id: reader.memberId })) as AnyRow;
  await admin.call("POST Api/{type}/QueryUpdate", { type: "member", id: reader.memberId, version, roles: [role.id] });
  const visitor = await visit(reader);
  expect(await cellOf(visitor, "sort").count()).toBe(1);
  expect(await visitor.page.locator("[data-editable]:not([data-editable=sort])").count()).toBe(0);
  const refused = await client(server, reader).send("POST Api/{type}/QueryUpdate", {
    type: "news",
    id: row.id,
    version: row.version,
    status: "published",
  });
  expect(refused.status).toBe(422);
  await visitor.context.close();
});
