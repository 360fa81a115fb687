/** Categories: trees that administrators keep in order, their calls, and the screen on which they are moved. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import type { AnyRow } from "#kit/entity.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { sheetOf, uploadImport } from "./support/imports.ts";
import { draftDefinition, draftField, publishLightApp } from "./support/light-apps.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const type = "relationTree";
const inChinese = { "accept-language": "zh-CN" };
type Tree = CallOutput<"GET Api/RelationTree/GetTree">;

type Space = Client & {
  owner: Person;
  add: (name: string, parent?: string | null) => Promise<string>;
  move: (id: string, parent: string | null, before?: string | null) => ReturnType<Client["send"]>;
  tree: () => Promise<Tree>;
};

async function newSpace(): Promise<Space> {
  const owner = await newSpaceOwner(server);
  const api = client(server, owner);
  return {
    ...api,
    owner,
    add: async (name, parent = null) =>
      ((await api.call("POST Api/{type}/QueryAdd", { type, name: sameText(name), parent } as never)) as AnyRow).id,
    move: (id, parent, before = null) => api.send("POST paas/relationTree/move", { id, parent, before }),
    tree: async () => (await api.call("GET Api/RelationTree/GetTree", { type })) as Tree,
  };
}

/** A tree as text: `a(b c(d)) e`. */
const outline = (nodes: Tree): string =>
  nodes.map(({ name, children }) => (children.length === 0 ? name : `${name}(${outline(children)})`)).join(" ");

describe("the tree of categories", () => {
  let space: Space;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    space = await newSpace();
    for (const [name, parent] of [["retail"], ["food", "retail"], ["books", "retail"], ["energy"], ["solar", "energy"]])
      ids[name!] = await space.add(name!, parent === undefined ? null : ids[parent]!);
  });

  it("E-047, E-073: has new categories at the end of their level, as relation data of kind 5", async () => {
    expect(outline(await space.tree())).toBe("retail(food books) energy(solar)");
    const data = (await space.call(
      "GET api/relationDataService/tree",
      {},
    )) as CallOutput<"GET api/relationDataService/tree">;
    expect(data[1]).toEqual({
      id: ids.energy,
      name: "energy",
      kind: 5,
      fatherId: null,
      sortOrder: 1,
      children: [{ id: ids.solar, name: "solar", kind: 5, fatherId: ids.energy, sortOrder: 0, children: [] }],
    });
  });

  it("is changed by moves in front of another one, to the end, to another level and back", async () => {
    const steps: [name: string, parent: string | null, before: string | null, result: string][] = [
      ["books", "retail", "food", "retail(books food) energy(solar)"],
      ["energy", null, "retail", "energy(solar) retail(books food)"],
      ["food", "solar", null, "energy(solar(food)) retail(books)"],
      ["food", null, "retail", "energy(solar) food retail(books)"],
      ["food", "retail", null, "energy(solar) retail(books food)"],
      ["retail", null, "energy", "retail(books food) energy(solar)"],
    ];
    for (const [name, parent, before, result] of steps) {
      const answer = await space.move(ids[name]!, parent && ids[parent]!, before && ids[before]!);
      expect([answer.status, outline(await space.tree())], answer.text).toEqual([200, result]);
    }
  });

  it("accepts no category below itself or its descendants, by a move or by a save", async () => {
    const before = outline(await space.tree());
    for (const parent of [ids.energy!, ids.solar!]) {
      const moved = await space.move(ids.energy!, parent);
      const row = contentOf(await space.send("GET Api/{type}/QueryById", { type, id: ids.energy })) as AnyRow;
      const saved = await space.send(
        "POST Api/{type}/QueryUpdate",
        { type, id: row.id, version: row.version, parent },
        inChinese,
      );
      expect([moved.status, saved.status]).toEqual([422, 422]);
      expect(saved.text).toContain("不能移到自身或其下级之下");
    }
    expect(outline(await space.tree())).toBe(before);
  });

  it("accepts one of two moves at the same time that would close a cycle together", async () => {
    const other = await newSpace();
    const [a, b] = [await other.add("a"), await other.add("b")];
    const answers = await Promise.all([other.move(a, b), other.move(b, a)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(["a(b)", "b(a)"]).toContain(outline(await other.tree()));
  });

  it("has at most 20 levels, also when a branch is moved", async () => {
    const other = await newSpace();
    let parent: string | null = null;
    const chain: string[] = [];
    for (let level = 1; level <= 20; level += 1) chain.push((parent = await other.add(`level ${level}`, parent)));
    const deeper = await other.send("POST Api/{type}/QueryAdd", { type, name: sameText("deeper"), parent });
    expect([deeper.status, deeper.text.includes("up to 20 levels")]).toEqual([422, true]);
    const root = await other.add("root");
    expect((await other.move(chain[0]!, root)).status).toBe(422);
    expect((await other.move(chain[1]!, root)).status).toBe(200);
  });

  it("keeps its order, with short keys, through 400 moves to the same place", async () => {
    const other = await newSpace();
    const row = [await other.add("0"), await other.add("1"), await other.add("2")];
    for (let turn = 0; turn < 400; turn += 1) {
      // The last one goes to the second place.
      const [moved] = row.splice(2, 1);
      expect((await other.move(moved!, null, row[1]!)).status).toBe(200);
      row.splice(1, 0, moved!);
    }
    expect((await other.tree()).map(({ id }) => id)).toEqual(row);
    const keys = await server.database.read<{ position: string }>(
      other.owner.tenantId,
      sql`select position from relation_tree where tenant_id = ${other.owner.tenantId}::uuid`,
    );
    expect(Math.max(...keys.map(({ position }) => position.length))).toBeLessThan(110);
  });

  it("keeps a category that has others below it, and says so", async () => {
    const remove = (id: string) => space.send("DELETE Api/{type}/QueryDelete", { type, id }, inChinese);
    const refused = await remove(ids.energy!);
    expect([refused.status, refused.body.message]).toEqual([409, "正在使用，不能删除"]);
    expect([(await remove(ids.solar!)).status, (await remove(ids.energy!)).status]).toEqual([200, 200]);
    expect(outline(await space.tree())).toBe("retail(books food)");
  });

  it("T-02, T-18: is moved by administrators of its own space only", async () => {
    const colleague = client(server, await newMember(server, space.owner.tenantId));
    const input = { id: ids.food, parent: null, before: null };
    expect((await colleague.send("POST paas/relationTree/move", input)).status).toBe(403);
    expect(outline(contentOf(await colleague.send("GET Api/RelationTree/GetTree", { type })) as Tree)).toBe(
      "retail(books food)",
    );
    const other = await newSpace();
    expect((await other.move(ids.food!, null)).status).toBe(404);
    const own = await other.add("own");
    expect([(await other.move(own, ids.retail!)).status, (await other.move(own, null, ids.retail!)).status]).toEqual([
      422, 409,
    ]);
  });

  it("is added to by an import: each category comes last below the parent that its row names", async () => {
    const other = await newSpace();
    const food = await other.add("food");
    await other.add("bread", food);
    const bytes = await sheetOf([
      ["Name", "Parent category"],
      ["Fruit", "food"],
      ["Dairy", "food"],
      ["Service", ""],
    ]);
    const { found, text } = await uploadImport(server.url, { type, bytes, person: other.owner });
    const { id, mapping, keyField } = found;
    const checked = await other.send("POST paas/import/check", { type, id, mapping, keyField, timeZone: "UTC" });
    expect(contentOf(checked), text).toMatchObject({ counts: { add: 3, error: 0 } });
    const run = await other.send("POST paas/import/run", { type, id });
    expect(run.status, run.text).toBe(200);
    await other.add("after");
    expect(outline(await other.tree())).toBe("food(bread Fruit Dairy) Service after");
  });

  it("B-103: gives fields of light apps their values, except disabled categories", async () => {
    const definition = draftDefinition([draftField("label"), draftField("area", "relationtree", { entity: type })]);
    await publishLightApp(space, "shop", definition);
    const save = (area: string) => space.send("POST Api/{type}/QueryAdd", { type: "shop", label: "One", area });
    expect((await save(ids.food!)).status).toBe(200);
    const { id, version } = contentOf(await space.send("GET Api/{type}/QueryById", { type, id: ids.food })) as AnyRow;
    await space.call("POST Api/{type}/QueryUpdate", { type, id, version, isDisabled: true } as never);
    expect((await save(ids.food!)).status).toBe(422);
    expect((await save(ids.books!)).status).toBe(200);
  });

  it("limits a field of a light app to the categories below the one with its code: offered, saved, changed in bulk and imported", async () => {
    const other = await newSpace();
    const addCoded = async (name: string, code?: string, parent?: string) =>
      ((await other.call("POST Api/{type}/QueryAdd", { type, name: sameText(name), code, parent } as never)) as AnyRow)
        .id;
    const industry = await addCoded("Industry", "industry");
    const retail = await addCoded("Retail", undefined, industry);
    const food = await addCoded("Food", undefined, retail);
    const region = await addCoded("Region", "region");
    const north = await addCoded("North", undefined, region);
    // Of two categories with one name, only one is below the code.
    await addCoded("Retail", undefined, region);
    const area = draftField("area", "relationtree", { entity: type, branch: "industry" });
    await publishLightApp(other, "shop", draftDefinition([draftField("label"), area]));

    const offered = async (input: object) =>
      outline((await other.call("GET Api/RelationTree/GetTree", { type, branch: "industry", ...input })) as Tree);
    expect(await offered({})).toBe("Retail(Food)");
    expect(await offered({ parent: "top" })).toBe("Retail");
    expect(await offered({ parent: retail })).toBe("Food");
    expect(await offered({ q: "food" })).toBe("Retail(Food)");
    expect(await offered({ id: food })).toBe("Retail(Food)");
    for (const input of [{ parent: region }, { q: "north" }, { id: north }]) expect(await offered(input)).toBe("");

    const save = (value: string) =>
      other.send("POST Api/{type}/QueryAdd", { type: "shop", label: "One", area: value } as never);
    expect((await save(food)).status).toBe(200);
    for (const value of [north, region, industry]) {
      const refused = await save(value);
      expect([refused.status, refused.text.includes('"area"')]).toEqual([422, true]);
    }
    const { id, version } = contentOf(await save(retail)) as AnyRow;
    const update = { type: "shop", id, version, area: north };
    expect((await other.send("POST Api/{type}/QueryUpdate", update as never)).status).toBe(422);

    const batch = { type: "shop", ids: [id], fields: { area: north } };
    const changed = await other.send("POST Api/{type}/QueryUpdate", batch as never);
    expect([changed.status, changed.text.includes('"area"')], changed.text).toEqual([422, true]);

    const bytes = await sheetOf([
      ["label", "area"],
      ["Two", "Retail"],
      ["Three", "North"],
    ]);
    const { found, text } = await uploadImport(server.url, { type: "shop", bytes, person: other.owner });
    const input = { type: "shop", id: found.id, mapping: found.mapping, keyField: found.keyField, timeZone: "UTC" };
    expect(contentOf(await other.send("POST paas/import/check", input)), text).toMatchObject({
      counts: { add: 1, error: 1 },
    });
  });
});
