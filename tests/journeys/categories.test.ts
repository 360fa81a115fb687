/** An administrator keeps a tree of categories: adds, orders by keyboard, by pointer and by the menu, deletes; and works in a tree of ten thousand. */
import { sql } from "drizzle-orm";
import { type Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import type { AnyRow } from "#kit/entity.ts";
import {
  devices,
  expectNoPageProblems,
  expectNoPageProblemsInDark,
  openBrowser,
  type Visitor,
  waitForIdle,
} from "../support/browser.ts";
import { type Client, client, contentOf } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { draftDefinition, draftField, publishLightApp } from "../support/light-apps.ts";
import { newMember, newSpaceOwner, type Person } from "../support/people.ts";
import { sameText } from "../support/roles.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();
const type = "relationTree";
const texts = {
  zh: {
    empty: "暂无分类",
    add: "新增分类",
    save: "保存",
    addChild: "新增下级",
    actions: (name: string) => `“${name}”的操作`,
    down: "下移",
    moveIn: "降为下级",
    remove: "删除",
    kept: "“Retail”有 2 个下级分类，请先移走或删除它们。",
    search: "搜索分类",
    none: "没有符合条件的分类",
    asList: "列表视图",
    asTree: "树形视图",
  },
  en: {
    empty: "No categories yet",
    add: "Add category",
    save: "Save",
    addChild: "Add subcategory",
    actions: (name: string) => `Actions for ${name}`,
    down: "Move down",
    moveIn: "Move in",
    remove: "Delete",
    kept: "Retail has 2 subcategories. Move or delete them first.",
    search: "Search categories",
    none: "No matching categories",
    asList: "List view",
    asTree: "Tree view",
  },
};

type Tree = CallOutput<"GET Api/RelationTree/GetTree">;
const outline = (nodes: Tree): string =>
  nodes.map(({ name, children }) => (children.length === 0 ? name : `${name}(${outline(children)})`)).join(" ");
/** The tree as the server has it. */
const treeOf = (api: Client) => async () => outline((await api.call("GET Api/RelationTree/GetTree", { type })) as Tree);

const add = async (api: Client, name: string, parent: string | null = null) =>
  ((await api.call("POST Api/{type}/QueryAdd", { type, name: sameText(name), parent } as never)) as AnyRow).id;
const lineOf = (page: Page, name: string) => page.getByRole("treeitem", { name, exact: true });

async function visit(person: Person, device: { locale: "zh" | "en"; width: number }): Promise<Visitor> {
  const visitor = await open({ url: server.url, ...device });
  await visitor.context.addCookies(sessionCookies(person, server.url));
  return visitor;
}

describe.each(devices)("in $locale, $width px wide", (device) => {
  const t = texts[device.locale];

  it("S-053, E-047: adds categories on an empty screen and below another one, and keeps one that has others below it", async () => {
    const owner = await newSpaceOwner(server);
    const api = client(server, owner);
    const visitor = await visit(owner, device);
    const { page } = visitor;
    await page.goto(`/paas/${type}/list`);
    await page.getByText(t.empty).waitFor();
    await expectNoPageProblems(visitor);
    const addNamed = async (name: string) => {
      const dialog = page.getByRole("dialog");
      for (const locale of ["zh", "en"]) await dialog.locator(`[id$=-name-${locale}]`).fill(name);
      await dialog.getByRole("button", { name: t.save, exact: true }).click();
      await lineOf(page, name).waitFor();
    };
    await page.getByRole("button", { name: t.add }).click();
    await addNamed("Retail");
    for (const name of ["Food", "Books"]) {
      await page.getByRole("button", { name: t.actions("Retail") }).click();
      await page.getByRole("menuitem", { name: t.addChild }).click();
      await addNamed(name);
    }
    await expect.poll(treeOf(api)).toBe("Retail(Food Books)");
    expect(await lineOf(page, "Books").getAttribute("aria-level")).toBe("2");

    await page.getByRole("button", { name: t.actions("Retail") }).click();
    await page.getByRole("menuitem", { name: t.remove }).click();
    await page.getByText(t.kept).first().waitFor();
    await page.getByRole("button", { name: t.actions("Food") }).click();
    await page.getByRole("menuitem", { name: t.remove }).click();
    await page.getByRole("dialog").getByRole("button", { name: t.remove, exact: true }).click();
    await lineOf(page, "Food").waitFor({ state: "detached" });
    await expect.poll(treeOf(api)).toBe("Retail(Books)");
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);
  });

  it("moves a category by its menu, searches, and shows the same rows as a list", async () => {
    const owner = await newSpaceOwner(server);
    const api = client(server, owner);
    for (const name of ["One", "Two", "Three"]) await add(api, name);
    const visitor = await visit(owner, device);
    const { page } = visitor;
    await page.goto(`/paas/${type}/list`);
    await page.getByRole("button", { name: t.actions("One") }).click();
    await page.getByRole("menuitem", { name: t.down }).click();
    await expect.poll(treeOf(api)).toBe("Two One Three");
    await page.getByRole("button", { name: t.actions("Three") }).click();
    await page.getByRole("menuitem", { name: t.moveIn }).click();
    await expect.poll(treeOf(api)).toBe("Two One(Three)");

    await page.getByRole("searchbox", { name: t.search }).fill("thr");
    await lineOf(page, "Two").waitFor({ state: "detached" });
    expect(await page.getByRole("treeitem").count()).toBe(2);
    await page.getByRole("searchbox", { name: t.search }).fill("nothing");
    await page.getByText(t.none).waitFor();

    await page.getByRole("link", { name: t.asList }).click();
    await page.getByRole("link", { name: t.asTree }).waitFor();
    await page.getByText("Three").first().waitFor();
    await page.getByRole("link", { name: t.asTree }).click();
    await lineOf(page, "Three").waitFor();
    await expectNoPageProblems(visitor);
  });
});

it("moves a category up, down, in and out by keyboard, and says where it came", async () => {
  const owner = await newSpaceOwner(server);
  const api = client(server, owner);
  for (const name of ["A", "B", "C"]) await add(api, name);
  const { page, problems } = await visit(owner, { locale: "en", width: 1440 });
  await page.goto(`/paas/${type}/list`);
  await lineOf(page, "A").focus();
  for (const key of ["ArrowDown", "Alt+ArrowDown", "Alt+ArrowUp", "Alt+ArrowRight"]) await page.keyboard.press(key);
  await expect.poll(treeOf(api)).toBe("A(B) C");
  await page.getByText("B: level 2, 1 of 1").waitFor({ state: "attached" });
  expect(await lineOf(page, "B").evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("Alt+ArrowLeft");
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(treeOf(api)).toBe("A C B");
  // Nothing is below the last category or above the first level.
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.press("Alt+ArrowLeft");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/${type}/edit?id=*`);
  await page.getByRole("textbox").first().waitFor();
  await expect.poll(treeOf(api)).toBe("A C B");
  expect(problems).toEqual([]);
});

it("moves a category by its handle, to another place, into another category and, with Escape, not at all", async () => {
  const owner = await newSpaceOwner(server);
  const api = client(server, owner);
  for (const name of ["A", "B", "C"]) await add(api, name);
  const { page } = await visit(owner, { locale: "en", width: 1440 });
  await page.goto(`/paas/${type}/list`);
  await lineOf(page, "C").waitFor();
  await waitForIdle(page);
  /** Drags a line to a part of another one: 0 is its top, 1 its bottom. */
  const drag = async (name: string, target: string, part: number, drop = true) => {
    const [from, to] = await Promise.all([
      lineOf(page, name).locator("[data-drag-handle]").boundingBox(),
      lineOf(page, target).boundingBox(),
    ]);
    await page.mouse.move(from!.x + from!.width / 2, from!.y + from!.height / 2);
    await page.mouse.down();
    await page.mouse.move(to!.x + 100, to!.y + to!.height * part, { steps: 4 });
    if (!drop) await page.keyboard.press("Escape");
    await page.mouse.up();
  };
  await drag("C", "A", 0.1);
  await expect.poll(treeOf(api)).toBe("C A B");
  await drag("B", "C", 0.5, false);
  await drag("B", "A", 0.5);
  await expect.poll(treeOf(api)).toBe("C A(B)");
  // A category cannot be dropped below itself.
  await drag("A", "B", 0.5);
  await drag("C", "B", 0.9);
  await expect.poll(treeOf(api)).toBe("A(B C)");
});

it("follows the changes of others: new, moved, renamed and deleted categories", async () => {
  const owner = await newSpaceOwner(server);
  const api = client(server, owner);
  const ids: string[] = [];
  for (let n = 1; n <= 12; n += 1) ids.push(await add(api, `Item ${n}`));
  const visitor = await visit(await newMember(server, owner.tenantId), { locale: "en", width: 1440 });
  const { page } = visitor;
  await page.goto(`/paas/${type}/list`);
  await lineOf(page, "Item 12").waitFor();
  const names = () => page.getByRole("treeitem").evaluateAll((items) => items.map((item) => item.textContent));
  await add(api, "Added");
  await lineOf(page, "Added").waitFor();
  await api.call("POST paas/relationTree/move", { id: ids[11]!, parent: null, before: ids[0]! });
  await expect.poll(async () => (await names())[0]).toContain("Item 12");
  const { version } = contentOf(await api.send("GET Api/{type}/QueryById", { type, id: ids[4] })) as AnyRow;
  await api.call("POST Api/{type}/QueryUpdate", { type, id: ids[4]!, version, name: sameText("Renamed") } as never);
  await lineOf(page, "Renamed").waitFor();
  // The oldest one, which is not among the latest changes.
  await api.call("DELETE Api/{type}/QueryDelete", { type, id: ids[0]! });
  await lineOf(page, "Item 1").waitFor({ state: "detached" });
  await expectNoPageProblems(visitor);
});

it("T-18: lets members look, without anything that changes the tree", async () => {
  const owner = await newSpaceOwner(server);
  await add(client(server, owner), "Retail");
  const { page } = await visit(await newMember(server, owner.tenantId), { locale: "en", width: 1440 });
  await page.goto(`/paas/${type}/list`);
  await lineOf(page, "Retail").waitFor();
  expect(await page.getByRole("button", { name: texts.en.add }).count()).toBe(0);
  expect(await page.locator("[data-drag-handle]").count()).toBe(0);
  expect(await page.getByRole("button", { name: texts.en.actions("Retail") }).count()).toBe(0);
});

it("renders of ten thousand categories only those in sight, and moves among them", async () => {
  const owner = await newSpaceOwner(server);
  const api = client(server, owner);
  const root = await add(api, "Root");
  await server.database.tenant(owner.tenantId, (tx) =>
    tx.rows(sql`insert into relation_tree (id, tenant_id, name, parent, position, is_disabled)
      select gen_random_uuid(), ${owner.tenantId}::uuid, jsonb_build_object('en', 'Item ' || n), ${root}::uuid, '9' || lpad(n::text, 5, '0'), false
      from generate_series(1, 9999) n`),
  );
  const full = await api.send("POST Api/{type}/QueryAdd", { type, name: sameText("One more") });
  expect(full.status, full.text).toBe(409);
  const { page, problems } = await visit(owner, { locale: "en", width: 1440 });
  await page.goto(`/paas/${type}/list`);
  await lineOf(page, "Root").focus();
  await page.keyboard.press("ArrowRight");
  await lineOf(page, "Item 1").waitFor();
  expect(await page.getByRole("treeitem").count()).toBeLessThan(60);
  await page.keyboard.press("End");
  await lineOf(page, "Item 9999").waitFor();
  expect(await page.getByRole("treeitem").count()).toBeLessThan(60);
  await page.keyboard.press("Alt+ArrowUp");
  const last = async () => {
    const answer = await api.send("GET Api/RelationTree/GetTree", { type, parent: root, pageIndex: 50 });
    return (contentOf(answer) as Tree).slice(-2).map(({ name }) => name);
  };
  await expect.poll(last).toEqual(["Item 9999", "Item 9998"]);
  await page.getByRole("searchbox", { name: texts.en.search }).fill("item 4321");
  await lineOf(page, "Item 4321").waitFor();
  expect(await page.getByRole("treeitem").count()).toBe(2);
  expect(problems).toEqual([]);
});

it("offers a field of a light app the categories below the one with its code, also in its search", async () => {
  const owner = await newSpaceOwner(server);
  const api = client(server, owner);
  const region = (await api.call("POST Api/{type}/QueryAdd", {
    type,
    name: sameText("Region"),
    code: "region",
  } as never)) as AnyRow;
  await add(api, "North", region.id);
  await add(api, "Northern wood", await add(api, "Material"));
  const area = draftField("area", "relationtree", { entity: type, branch: "region" });
  await publishLightApp(api, "depot", draftDefinition([draftField("label"), area]));
  const visitor = await visit(owner, { locale: "en", width: 390 });
  const { page } = visitor;
  await page.goto("/paas/depot/add");
  await page.getByRole("combobox", { name: "area" }).press("Enter");
  await lineOf(page, "North").waitFor();
  expect(await page.getByRole("treeitem").allTextContents()).toEqual(["North"]);
  const search = page.getByRole("searchbox");
  const found = page.waitForResponse((response) => response.url().includes("q=north"));
  await search.fill("north");
  await found;
  await lineOf(page, "North").waitFor();
  expect(await page.getByRole("treeitem").allTextContents()).toEqual(["North"]);
  await expectNoPageProblems(visitor);
  await lineOf(page, "North").click();
  await page.getByRole("combobox", { name: "area" }).filter({ hasText: "North" }).waitFor();
});
