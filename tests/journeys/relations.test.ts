/** Relation fields: shown by title, selected by search, and kept when a row is not among the options. */
import { beforeAll, describe, expect, it } from "vitest";
import type { AutoForm, TableResult } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { expectNoPageProblems, openBrowser, type Visitor } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { type Client, client } from "../support/client.ts";
import { draftDefinition, draftField, publishLightApp } from "../support/light-apps.ts";
import { newMember, newSpaceOwner, type Person } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();
let owner: Person;
let call: Client["call"];
/** Ids of roles, oldest first. There are more of them than the options show at once. */
const roles: string[] = [];

beforeAll(async () => {
  owner = await newSpaceOwner(server);
  ({ call } = client(server, owner));
  for (let n = 1; n <= 103; n += 1) {
    const name = `Role ${String(n).padStart(3, "0")}`;
    const row = (await call("POST Api/{type}/QueryAdd", { type: "role", name: { zh: name, en: name } })) as AnyRow;
    roles.push(row.id);
  }
});

async function visit(): Promise<Visitor> {
  const visitor = await open({ url: server.url, locale: "en" });
  await visitor.context.addCookies(sessionCookies(owner, server.url));
  return visitor;
}
const rowOf = async (type: string, id: string) => (await call("GET Api/{type}/QueryById", { type, id })) as AnyRow;

it("a relation to rows that a member may not read is no failure", async () => {
  const access = { read: "member", add: "administrator", update: "nobody", delete: "nobody", export: "nobody" };
  const fields = [draftField("title"), draftField("role", "relation", { entity: "role" })];
  await publishLightApp(client(server, owner), "shift", draftDefinition(fields, { access }));
  await call("POST Api/{type}/QueryAdd", { type: "shift", title: "Early", role: roles[0] } as never);
  const visitor = await open({ url: server.url, locale: "en" });
  const { page } = visitor;
  await visitor.context.addCookies(sessionCookies(await newMember(server, owner.tenantId), server.url));
  await page.goto("/paas/shift/list");
  const row = page.getByRole("row").filter({ hasText: "Early" });
  await expect.poll(() => row.innerText()).toMatch(/Not available|Could not load/);
  expect(await row.innerText()).toContain("Not available");
});

describe("a relation to several rows", () => {
  it("keeps selected rows that are not listed, finds others by search, and lists selected rows first", async () => {
    const person = await newMember(server, owner.tenantId);
    const { version } = await rowOf("member", person.memberId);
    // The options show the newest hundred roles, which do not include the two oldest.
    await call("POST Api/{type}/QueryUpdate", {
      type: "member",
      id: person.memberId,
      version,
      roles: roles.slice(0, 2),
    });
    const visitor = await visit();
    const { page } = visitor;
    await page.goto(`/paas/member/edit?id=${person.memberId}`);
    const checkbox = (name: string) => page.getByRole("checkbox", { name, exact: true });
    await checkbox("Role 001").waitFor();
    expect(await checkbox("Role 001").isChecked()).toBe(true);
    expect(await checkbox("Role 003").count()).toBe(0);
    await checkbox("Role 103").click();
    await page.getByRole("searchbox", { name: "Search" }).fill("Role 003");
    await checkbox("Role 103").waitFor({ state: "detached" });
    await checkbox("Role 003").click();
    await expectNoPageProblems(visitor);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect
      .poll(async () => (await rowOf("member", person.memberId)).roles)
      .toEqual([roles[0], roles[1], roles[102], roles[2]]);
    await visitor.context.close();
  });
});

describe("a relation to one row", () => {
  it("shows the title, finds rows by words, and reports when the options fail to load", async () => {
    const sameText = (text: string) => ({ zh: text, en: text });
    const add = async (key: string, title: string, parent?: string) =>
      (await call("POST Api/{type}/QueryAdd", { type: "wiki", slug: key, title: sameText(title), parent })) as AnyRow;
    const parent = await add("top", "First steps");
    const child = await add("below", "Second steps", parent.id);
    const reader = client(server, await newMember(server, owner.tenantId));
    const form = (await reader.call("GET Api/Ui/AutoForm", { type: "wiki", id: child.id })) as AutoForm;
    expect(form.titles).toEqual({ [parent.id]: "First steps" });
    const visitor = await visit();
    const { page } = visitor;
    await page.goto(`/paas/wiki/edit?id=${child.id}`);
    const parentSelect = page.getByRole("combobox", { name: "Parent page" });
    await parentSelect.filter({ hasText: "First steps" }).waitFor();
    await parentSelect.click();
    await page.getByRole("combobox", { name: "Search" }).fill("second");
    await page.getByRole("option", { name: "First steps" }).waitFor({ state: "detached" });
    await page.getByRole("option", { name: "Second steps" }).click();
    await parentSelect.filter({ hasText: "Second steps" }).waitFor();
    await expectNoPageProblems(visitor);
    await page.route("**/api/Relation/GetKeyValues*", (route) => route.fulfill({ status: 503, body: "{}" }));
    await page.goto("/paas/wiki/add");
    await page.getByRole("combobox", { name: "Parent page" }).click();
    await page.getByRole("alert").getByRole("button").waitFor();
    await page.unroute("**/api/Relation/GetKeyValues*");
    await page.getByRole("alert").getByRole("button").click();
    await page.getByRole("option", { name: "First steps" }).waitFor();
    expect(visitor.problems.splice(0)).toEqual([expect.stringMatching(/\/Relation\/GetKeyValues\?.*: 503$/)]);
    await visitor.context.close();
  });
});

describe("the members list", () => {
  it("shows role names and the last visit, and filters members by role", async () => {
    const person = await newMember(server, owner.tenantId);
    const { version } = await rowOf("member", person.memberId);
    await call("POST Api/{type}/QueryUpdate", { type: "member", id: person.memberId, version, roles: [roles[50]] });
    const response = (await call("POST paas/table/search", {
      paraModel: { url: "/paas/member/list", fields: { roles: roles[50] } },
    })) as { result: TableResult; titles: Record<string, string> };
    expect(response.result.rows.map(({ id }) => id)).toEqual([person.memberId]);
    expect(response.titles[roles[50]!]).toBe("Role 051");
    expect(Date.parse(String(response.result.rows[0]!.lastSeenAt))).toBeGreaterThan(Date.now() - 600_000);
    const visitor = await visit();
    const { page } = visitor;
    await page.goto("/paas/member/list");
    await page.getByRole("columnheader", { name: "Last seen" }).waitFor();
    await page.getByRole("row").filter({ hasText: "Role 051" }).waitFor();
    const filter = page.getByRole("search").getByRole("combobox", { name: "Roles" });
    await filter.filter({ hasText: "All" }).waitFor();
    await filter.click();
    await page.getByRole("combobox", { name: "Search" }).fill("051");
    await page.getByRole("option", { name: "Role 051" }).click();
    await page.getByRole("search").getByRole("button", { name: "Search", exact: true }).click();
    await page.waitForURL(/f\.roles=/);
    await expect.poll(() => page.locator("tbody tr").count()).toBe(1);
    await expectNoPageProblems(visitor);
    await visitor.context.close();
  });
});
