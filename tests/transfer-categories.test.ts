/** Categories as files of configuration: a tree is one file, which becomes the same tree in another space, by one import or not at all. */
import { describe, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { contentOf } from "./support/client.ts";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";
import {
  addRow,
  applyRows,
  compareFolder,
  differencesIn,
  exportFolder,
  folderOf,
  importRows,
  newSpace,
  rowsOf,
  type Space,
  textsOf,
} from "./support/transfer.ts";

const server = await sharedServer();
const compare = ({ owner }: Space, bytes: Buffer) => compareFolder(server, owner, bytes);

describe("the categories of a space", () => {
  const category = (api: Space["api"], name: string, parent: string | null, more: object = {}) =>
    addRow(api, "relationTree", { name: sameText(name), parent, ...more });
  const treeOf = async (space: Space) => {
    const { "relationTree/Industry.json": text } = await textsOf(await exportFolder(server, space.owner));
    return JSON.parse(text ?? "null") as object;
  };
  const expected = {
    name: sameText("Industry"),
    isDisabled: false,
    children: [
      { name: sameText("Retail"), code: "retail", children: [{ name: sameText("Food"), isDisabled: true }] },
      { name: sameText("Energy") },
    ],
  };
  async function fill({ api }: Space): Promise<void> {
    const root = await category(api, "Industry", null);
    const retail = await category(api, "Retail", root.id, { code: "retail" });
    await category(api, "Energy", root.id);
    await category(api, "Food", retail.id, { isDisabled: true });
  }

  it("are a file for each tree, which becomes the same tree elsewhere, in its order, and no difference afterwards", async () => {
    const [source, target] = [await newSpace(server), await newSpace(server)];
    await fill(source);
    expect(await treeOf(source)).toEqual(expected);
    const folder = await exportFolder(server, source.owner);
    expect(differencesIn(await compare(source, folder))).toEqual([]);
    const comparison = await compare(target, folder);
    const rows = comparison.rows.filter(({ path }) => path.startsWith("relationTree/"));
    expect(rows.map(({ path, state, problem }) => [path, state, problem])).toEqual([
      ["relationTree/Industry", "added", null],
    ]);
    await importRows(server, target.owner, comparison, rows);
    expect(await treeOf(target)).toEqual(expected);
    const again = await compare(target, folder);
    expect(again.rows.find(({ path }) => path === "relationTree/Industry")!.state).toBe("unchanged");
  });

  it("are renamed, moved, ordered, added and deleted by one import, in rows that stay the same, or not at all", async () => {
    const target = await newSpace(server);
    await fill(target);
    const before = await rowsOf(target.api, "relationTree");
    const idOf = (rows: AnyRow[], name: string) => rows.find((row) => (row.name as { en: string }).en === name)?.id;
    const files = await textsOf(await exportFolder(server, target.owner));
    const changed = {
      ...expected,
      children: [
        { name: sameText("Energy"), children: [{ name: sameText("Shops"), code: "retail" }] },
        { name: sameText("Health") },
      ],
    };
    const folder = await folderOf({ ...files, "relationTree/Industry.json": changed });
    const comparison = await compare(target, folder);
    const row = comparison.rows.find(({ path }) => path === "relationTree/Industry")!;
    expect([row.state, row.problem, row.changes.map(({ name }) => name)]).toEqual(["changed", null, ["Rows below"]]);

    // What somebody else added meanwhile is not deleted unseen.
    await category(target.api, "Later", idOf(before, "Retail")!);
    expect((await applyRows(server, target.owner, comparison, [row])).status).toBe(409);
    const next = await compare(target, folder);
    await importRows(
      server,
      target.owner,
      next,
      next.rows.filter(({ path }) => path === "relationTree/Industry"),
    );
    expect(await treeOf(target)).toEqual(changed);
    const after = await rowsOf(target.api, "relationTree");
    expect([idOf(after, "Energy"), idOf(after, "Shops")]).toEqual([idOf(before, "Energy"), idOf(before, "Retail")]);
    expect(idOf(after, "Food")).toBeUndefined();
    const history = await target.api.send("GET Api/{type}/QueryHistory", {
      type: "relationTree",
      id: idOf(after, "Shops")!,
    });
    expect((contentOf(history) as { changes: { verb: string }[] }).changes.map(({ verb }) => verb)).toContain("update");

    // A whole tree is deleted only if somebody chooses it.
    const { "relationTree/Industry.json": _tree, ...rest } = files;
    const without = await compare(target, await folderOf(rest));
    const missing = without.rows.filter(({ path }) => path === "relationTree/Industry");
    expect(missing.map(({ state, problem }) => [state, problem])).toEqual([["missing", null]]);
    await importRows(server, target.owner, without, missing);
    expect(await rowsOf(target.api, "relationTree")).toEqual([]);
  });

  const deep = (levels: number): object =>
    levels === 0 ? { name: sameText("x") } : { name: sameText("x"), children: [deep(levels - 1)] };
  it.each([
    ["children that are no list", { children: {} }, /children must be a list/],
    ["a child that is no object", { children: ["x"] }, /children must be a list/],
    ["another field", { children: [{ name: sameText("x"), position: "1" }] }, /no field children\.position/],
    ["a parent", { parent: "relationTree/Other" }, /no field parent/],
    ["a child without a name", { children: [{ code: "x" }] }, /Name/],
    ["a name that is too long", { children: [{ name: sameText("x".repeat(61)) }] }, /“x+”: Name/],
  ])("with %s are refused", async (_description, change, text) => {
    const target = await newSpace(server);
    const files = await textsOf(await exportFolder(server, target.owner));
    const tree = { name: sameText("Industry"), ...change };
    const comparison = await compare(target, await folderOf({ ...files, "relationTree/Industry.json": tree }));
    const row = comparison.rows.find(({ path }) => path === "relationTree/Industry")!;
    expect(row.problem).toMatch(text);
    expect((await applyRows(server, target.owner, comparison, [row])).status).toBe(409);
    expect(await rowsOf(target.api, "relationTree")).toEqual([]);
  });

  it("with 20 levels are imported, with more they are refused", async () => {
    const target = await newSpace(server);
    const files = await textsOf(await exportFolder(server, target.owner));
    const problems = async (levels: number) => {
      const tree = { ...deep(levels - 1), name: sameText("Industry") };
      const { rows, faults } = await compare(target, await folderOf({ ...files, "relationTree/Industry.json": tree }));
      return [...faults.map(({ text }) => text), rows.find(({ path }) => path === "relationTree/Industry")?.problem];
    };
    expect(await problems(20)).toEqual([null]);
    expect((await problems(21)).some((problem) => /nested too deeply|up to 20 levels/.test(problem ?? ""))).toBe(true);
  });

  it("that are disabled have their children elsewhere, too", async () => {
    const [source, target] = [await newSpace(server), await newSpace(server)];
    const root = await category(source.api, "Industry", null);
    const retail = await category(source.api, "Retail", root.id);
    await category(source.api, "Food", retail.id);
    await source.api.call("POST Api/{type}/QueryUpdate", {
      type: "relationTree",
      id: retail.id,
      version: retail.version,
      isDisabled: true,
    } as never);
    const comparison = await compare(target, await exportFolder(server, source.owner));
    const rows = comparison.rows.filter(({ path }) => path.startsWith("relationTree/"));
    expect(rows.map(({ state, problem }) => [state, problem])).toEqual([["added", null]]);
    await importRows(server, target.owner, comparison, rows);
    expect(await treeOf(target)).toEqual(await treeOf(source));
  });

  it("of 1,200 rows are added, reversed and deleted in one import each", async () => {
    const target = await newSpace(server);
    const files = await textsOf(await exportFolder(server, target.owner));
    const many = Array.from({ length: 1200 }, (_, index) => ({ name: sameText(`Area ${index}`) }));
    for (const children of [many, many.toReversed(), many.slice(0, 1)]) {
      const tree = { name: sameText("Areas"), isDisabled: false, children };
      const comparison = await compare(target, await folderOf({ ...files, "relationTree/Areas.json": tree }));
      const rows = comparison.rows.filter(({ path }) => path === "relationTree/Areas");
      expect(rows.map(({ problem }) => problem)).toEqual([null]);
      await importRows(server, target.owner, comparison, rows);
      const { "relationTree/Areas.json": text } = await textsOf(await exportFolder(server, target.owner));
      expect(JSON.parse(text!)).toEqual(tree);
    }
  });
});
