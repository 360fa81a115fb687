/** Relations in a form: chosen from a tree, chosen from a list, and added in a dialog. */
import { describe, expect, it, vi } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { devices, expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { client, contentOf } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { grant, roleFactories } from "../support/roles.ts";
import { sharedServer } from "../support/server.ts";
import { definitionOf, publish } from "../support/stored-entities.ts";

const server = await sharedServer();
const open = await openBrowser();
const sameText = (text: string) => ({ zh: text, en: text });
const shop = definitionOf("shop", {
  title: { type: "textbox", name: sameText("Title"), required: true },
  place: { type: "relationtree", name: { zh: "位置", en: "Place" }, entity: "wiki" },
  page: { type: "relationdropdownlist", name: { zh: "说明页", en: "Page" }, entity: "wiki" },
  single: { type: "dataselect", name: { zh: "主文档", en: "Main document" }, entity: "wiki" },
  several: { type: "DataSelect", name: { zh: "相关文档", en: "Documents" }, entity: "wiki", mark: 2 } as never,
});
/** Only plans on sale can be chosen. */
const plan = definitionOf(
  "plan",
  {
    title: { type: "textbox", name: sameText("Title"), required: true },
    state: {
      type: "dropdownlist",
      name: sameText("State"),
      options: ["onSale", "ended"].map((key) => ({ key, name: sameText(key) })),
    },
  },
  { selectable: { field: "state", op: "eq", value: "onSale" } },
);
const kiosk = definitionOf("kiosk", {
  title: { type: "textbox", name: sameText("Title"), required: true },
  chosen: { type: "dataselect", name: sameText("Chosen"), entity: "plan" as never, mark: 3 },
  ticked: { type: "relationcheckbox", name: sameText("Ticked"), entity: "plan" as never },
});
const texts = {
  zh: {
    save: "保存",
    place: "位置",
    page: "说明页",
    search: "搜索",
    clear: "清除",
    choose: /^选择/,
    confirmChoice: /^确定/,
    limitReached: "最多选择 2 条",
    addRow: "新增",
    remove: /^移除/,
    slug: "路径名",
  },
  en: {
    save: "Save",
    place: "Place",
    page: "Page",
    search: "Search",
    clear: "Clear",
    choose: /^Choose$/,
    confirmChoice: /^Choose/,
    limitReached: "You can choose up to 2",
    addRow: "Add new",
    remove: /^Remove/,
    slug: "Slug",
  },
};

describe.each(devices)("in $locale, $width px wide", ({ locale, width }) => {
  it("B-103, B-104: chooses rows by keyboard from a tree and from a list, and adds a missing row", async () => {
    const t = texts[locale];
    const person = await newSpaceOwner(server);
    await publish(server, person.tenantId, shop);
    const api = client(server, person);
    await vi.waitFor(async () => {
      if ((await api.send("GET Api/{type}/QueryList", { type: "shop" })).status !== 200)
        throw new Error("not loaded yet");
    }, 20_000);
    const add = async (slug: string, sort: number, parent?: string) =>
      (
        (await api.call("POST Api/{type}/QueryAdd", {
          type: "wiki",
          slug,
          title: sameText(slug),
          sort,
          parent,
        })) as AnyRow
      ).id;
    const europe = await add("europe", 1);
    const france = await add("france", 2, europe);
    const paris = await add("paris", 3, france);
    const asia = await add("asia", 4);
    const visitor = await open({ url: server.url, locale, width });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(person, server.url));
    await page.goto("/paas/shop/add");
    await page.locator("[id$=-title]").fill("Shop");
    const dialog = page.getByRole("dialog");

    // In the tree, the arrow keys open the branches down to Paris.
    const place = page.getByRole("combobox", { name: t.place, exact: true });
    await place.press("Enter");
    const treeItem = (name: string) => page.getByRole("treeitem", { name });
    await treeItem("europe").waitFor();
    await expectNoPageProblems(visitor);
    await page.getByRole("searchbox", { name: t.search }).press("ArrowDown");
    await treeItem("europe").press("ArrowRight");
    await treeItem("france").waitFor();
    await treeItem("europe").press("ArrowDown");
    await treeItem("france").press("ArrowRight");
    await treeItem("paris").waitFor();
    await treeItem("france").press("ArrowRight");
    await treeItem("paris").press("Enter");
    await treeItem("paris").waitFor({ state: "detached" });
    await place.filter({ hasText: "paris" }).waitFor();
    // The tree opens at the chosen row; a search shows its results with their ancestors.
    await place.press("Enter");
    await page.getByRole("treeitem", { name: "paris", selected: true }).waitFor();
    await page.getByRole("searchbox", { name: t.search }).fill("asia");
    await treeItem("paris").waitFor({ state: "detached" });
    await treeItem("asia").click();
    await place.filter({ hasText: "asia" }).waitFor();
    await page.getByRole("button", { name: t.clear }).click();
    await place.filter({ hasText: "—" }).waitFor();
    await place.press("Enter");
    await page.getByRole("searchbox", { name: t.search }).fill("paris");
    await treeItem("paris").click();

    // In the list, one field takes one row, the other at most two.
    const group = (name: string) => page.locator(`[role=group]:has(> div button[id$=-${name}])`);
    await group("single").getByRole("button", { name: t.choose }).click();
    await dialog.getByRole("radio", { name: "france" }).check();
    await dialog.getByRole("button", { name: t.confirmChoice }).click();
    await group("single").getByText("france").waitFor();
    await group("several").getByRole("button", { name: t.choose }).click();
    await dialog.getByRole("checkbox", { name: "france" }).click();
    await dialog.getByRole("checkbox", { name: "asia" }).click();
    await dialog.getByText(t.limitReached).waitFor();
    expect(await dialog.getByRole("checkbox", { name: "paris" }).isDisabled()).toBe(true);
    await dialog.getByRole("checkbox", { name: "france" }).click();
    await dialog.locator("[id$=-slug]").fill("paris");
    await dialog.getByRole("search").getByRole("button", { name: t.search, exact: true }).click();
    await dialog.getByRole("checkbox", { name: "asia" }).waitFor({ state: "detached" });
    await dialog.getByRole("checkbox", { name: "paris" }).click();
    await expectNoPageProblems(visitor);
    await dialog.getByRole("button", { name: t.confirmChoice }).click();
    await dialog.waitFor({ state: "detached" });
    await group("several").getByText("paris").waitFor();
    await group("several").getByRole("button", { name: t.remove }).first().click();
    await group("several").getByText("asia").waitFor({ state: "detached" });

    // A missing row is added in a dialog and chosen. Saving the dialog does not save the form behind it.
    const pageSelect = page.getByRole("combobox", { name: t.page, exact: true });
    await pageSelect.click();
    await page.getByRole("button", { name: t.addRow, exact: true }).click();
    await dialog.getByRole("textbox", { name: t.slug }).fill("berlin");
    await dialog.locator("[id$=-title-zh]").fill("berlin");
    await expectNoPageProblems(visitor);
    await dialog.getByRole("textbox", { name: t.slug }).press("Control+s");
    await dialog.waitFor({ state: "detached" });
    await pageSelect.filter({ hasText: "berlin" }).waitFor();
    expect(await api.call("GET Api/{type}/QueryList", { type: "shop" })).toEqual([]);
    await page.getByRole("button", { name: t.save, exact: true }).click();
    await page.waitForURL(/shop\/edit\?id=/);
    const [row] = (await api.call("GET Api/{type}/QueryList", { type: "shop" })) as AnyRow[];
    expect([row!.place, row!.single, row!.several]).toEqual([paris, [france], [paris]]);
    expect([asia, europe]).not.toContain(row!.page);
    await place.filter({ hasText: "paris" }).waitFor();
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);
    await context.close();
  });
});

it("fields of several rows offer and accept only rows that can be chosen, and keep those chosen before", async () => {
  const person = await newSpaceOwner(server);
  await publish(server, person.tenantId, plan);
  await publish(server, person.tenantId, kiosk);
  const api = client(server, person);
  await vi.waitFor(async () => {
    if ((await api.send("GET Api/{type}/QueryList", { type: "kiosk" })).status !== 200)
      throw new Error("not loaded yet");
  }, 20_000);
  const add = async (title: string, state: string) =>
    (await api.call("POST Api/{type}/QueryAdd", { type: "plan", title, state })) as AnyRow;
  const [basic, large, former] = [
    await add("Basic", "onSale"),
    await add("Large", "onSale"),
    await add("Former", "ended"),
  ];
  const save = (values: object, action = "QueryAdd") =>
    api.send(`POST Api/{type}/${action}`, { type: "kiosk", ...values });
  for (const field of ["chosen", "ticked"]) {
    const refused = await save({ title: "Kiosk", [field]: [basic.id, former.id] });
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, [field]]);
  }
  const saved = await save({ title: "Kiosk", chosen: [basic.id], ticked: [basic.id] });
  const { id, version } = contentOf(saved) as AnyRow;
  await api.call("POST Api/{type}/QueryUpdate", { type: "plan", id: basic.id, version: basic.version, state: "ended" });
  const kept = await save({ id, version, chosen: [basic.id, large.id], ticked: [large.id, basic.id] }, "QueryUpdate");
  expect(kept.status, kept.text).toBe(200);

  const { page, context } = await open({ url: server.url, locale: "en" });
  await context.addCookies(sessionCookies(person, server.url));
  await page.goto("/paas/kiosk/add");
  const ticked = page.locator("[id$=-ticked]");
  await ticked.getByRole("checkbox", { name: "Large" }).waitFor();
  expect(await ticked.getByRole("checkbox").count()).toBe(1);
  await page.locator("button[id$=-chosen]").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: "Large" }).waitFor();
  expect(await dialog.getByRole("checkbox").count()).toBe(1);
  await context.close();
});

it("B-103: a drop-down list has all rows and no search for people who cannot add any", async () => {
  const owner = await newSpaceOwner(server);
  await publish(server, owner.tenantId, plan);
  const stand = definitionOf("stand", {
    title: { type: "textbox", name: sameText("Title"), required: true },
    plan: { type: "relationdropdownlist", name: sameText("Plan"), entity: "plan" as never },
  });
  await publish(server, owner.tenantId, stand);
  const api = client(server, owner);
  await vi.waitFor(async () => {
    if ((await api.send("GET Api/{type}/QueryList", { type: "stand" })).status !== 200)
      throw new Error("not loaded yet");
  }, 20_000);
  const add = async (title: string, state: string) =>
    (await api.call("POST Api/{type}/QueryAdd", { type: "plan", title, state })) as AnyRow;
  await add("Basic", "onSale");
  const large = await add("Large", "onSale");
  await add("Former", "ended");
  const holder = await roleFactories(server, owner).memberWith([
    grant("stand" as never, ["read", "add"]),
    grant("plan" as never, ["read"]),
  ]);

  const visitor = await open({ url: server.url, locale: "en" });
  const { page, context } = visitor;
  await context.addCookies(sessionCookies(holder.person, server.url));
  await page.goto("/paas/stand/add");
  await page.locator("[id$=-title]").fill("Stand");
  const list = page.getByRole("combobox", { name: "Plan", exact: true });
  await list.press("ArrowDown");
  const options = page.getByRole("option");
  await options.filter({ hasText: "Large" }).waitFor();
  expect(await options.allInnerTexts()).toEqual(["—", "Large", "Basic"]);
  await expectNoPageProblems(visitor);
  await list.press("l");
  await list.press("Enter");
  await list.filter({ hasText: "Large" }).waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await vi.waitFor(async () =>
    expect(await api.call("GET Api/{type}/QueryList", { type: "stand" })).toMatchObject([{ plan: large.id }]),
  );
  await context.close();
});
