/** Hierarchical rows as a tree: the whole tree, single branches, and the path to a search result. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { linesOfResult, linesOf, stepOf, type TreeLine } from "#client/editors/tree-lines.ts";
import type { TreeNode } from "#client/editors/tree-branches.ts";
import { client, contentOf } from "./support/client.ts";
import { newMember, newSpaceOwner } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const bilingual = (text: string) => ({ zh: text, en: text });

describe("Api/RelationTree/GetTree", async () => {
  const owner = await newSpaceOwner(server);
  const { send, call } = client(server, owner);
  const add = async (slug: string, sort: number, parent?: string) =>
    (await call("POST Api/{type}/QueryAdd", { type: "wiki", slug, title: bilingual(slug), sort, parent })) as AnyRow;
  const treeOf = async (input: object = {}) =>
    (await call("GET Api/RelationTree/GetTree", { type: "wiki", ...input })) as TreeNode[];
  const namesIn = (nodes: readonly TreeNode[]): unknown[] =>
    nodes.map(({ name, children }) => (children.length === 0 ? name : [name, ...namesIn(children)]));

  it("E-047: returns all rows nested in the order of their list, and rows with a deleted parent at the top", async () => {
    const europe = await add("europe", 2);
    const asia = await add("asia", 1);
    const france = await add("france", 2, europe.id);
    const denmark = await add("denmark", 1, europe.id);
    const paris = await add("paris", 1, france.id);
    const deleted = await add("gone", 3);
    const orphan = await add("orphan", 4, deleted.id);
    await call("DELETE Api/{type}/QueryDelete", { type: "wiki", ids: deleted.id });
    const tree = await treeOf();
    expect(namesIn(tree)).toEqual(["asia", ["europe", "denmark", ["france", "paris"]], "orphan"]);
    expect(tree[1]).toMatchObject({
      id: europe.id,
      fatherId: null,
      sortOrder: 1,
      hasChildren: true,
      isSelectable: true,
    });
    expect(tree[1]!.children[0]).toMatchObject({
      id: denmark.id,
      fatherId: europe.id,
      sortOrder: 0,
      hasChildren: false,
    });

    const levelOf = (nodes: TreeNode[]) => nodes.map(({ name, hasChildren }) => [name, hasChildren]);
    expect(levelOf(await treeOf({ parent: "top" }))).toEqual([
      ["asia", false],
      ["europe", true],
      ["orphan", false],
    ]);
    expect(levelOf(await treeOf({ parent: europe.id }))).toEqual([
      ["denmark", false],
      ["france", true],
    ]);
    expect(await treeOf({ parent: asia.id })).toEqual([]);
    expect(namesIn(await treeOf({ id: paris.id }))).toEqual([["europe", ["france", "paris"]]]);
    expect(namesIn(await treeOf({ q: "paris" }))).toEqual([["europe", ["france", "paris"]]]);
    expect(await treeOf({ q: "atlantis" })).toEqual([]);
    expect((await treeOf({ id: orphan.id }))[0]!.fatherId).toBe(deleted.id);

    // Other spaces, and readers without the right, get no rows.
    const stranger = client(server, await newSpaceOwner(server));
    const otherBranch = await stranger.send("GET Api/RelationTree/GetTree", { type: "wiki", parent: europe.id });
    expect(contentOf(otherBranch)).toEqual([]);
    const member = client(server, await newMember(server, owner.tenantId));
    expect(contentOf(await member.send("GET Api/RelationTree/GetTree", { type: "role" }))).toBeNull();
  });

  it("B-103: returns rows in a cycle", async () => {
    const firstRow = await add("one", 10);
    const secondRow = await add("other", 11, firstRow.id);
    // No save accepts a cycle; older versions of the program did.
    await server.database.tenant(owner.tenantId, (tx) =>
      tx.rows(sql`update wiki set parent = ${secondRow.id}::uuid where id = ${firstRow.id}::uuid`),
    );
    expect(JSON.stringify(await treeOf({ id: firstRow.id })).length).toBeLessThan(1000);
    expect((await treeOf({ parent: firstRow.id })).map(({ name }) => name)).toEqual(["other"]);
  });

  it("returns a level of ten thousand rows in pages of 200, and refuses the whole tree", async () => {
    const largeParent = await add("crowded", 20);
    await server.database.tenant(owner.tenantId, (tx) =>
      tx.rows(sql`insert into wiki (id, tenant_id, slug, title, parent, sort, status)
        select gen_random_uuid(), ${owner.tenantId}::uuid, 'page-' || n, jsonb_build_object('en', 'Page ' || n), ${largeParent.id}::uuid, n, 'draft'
        from generate_series(1, 10000) n`),
    );
    const [first, last, afterLast] = await Promise.all(
      [1, 50, 51].map((pageIndex) => treeOf({ parent: largeParent.id, pageIndex })),
    );
    expect([first!.length, first![0]!.name, last!.length, last![199]!.name, afterLast]).toEqual([
      200,
      "Page 1",
      200,
      "Page 10000",
      [],
    ]);
    expect((await send("GET Api/RelationTree/GetTree", { type: "wiki" })).status).toBe(413);
  });
});

describe("the lines of a tree view", () => {
  const node = (id: string, children: TreeNode[] = [], more: Partial<TreeNode> = {}): TreeNode => ({
    id,
    name: id,
    fatherId: null,
    sortOrder: 0,
    hasChildren: children.length > 0,
    isSelectable: true,
    children,
    ...more,
  });
  const branches = new Map([
    ["top", { nodes: [node("a", [], { hasChildren: true }), node("b")], state: "loaded" as const, hasMore: false }],
    ["a", { nodes: [node("a1"), node("a2", [], { isSelectable: false })], state: "loaded" as const, hasMore: true }],
  ]);
  const keys = (lines: TreeLine[]) => lines.map(({ key, depth }) => `${depth} ${key}`);

  it("are those of open branches, with a line to load more of an incomplete branch", () => {
    expect(keys(linesOf({ branches, openIds: new Set() }))).toEqual(["0 a", "0 b"]);
    expect(keys(linesOf({ branches, openIds: new Set(["a"]) }))).toEqual(["0 a", "1 a1", "1 a2", "1 more a", "0 b"]);
    const found = [node("x", [node("y", [node("z")])])];
    expect(keys(linesOfResult(found, new Set()))).toEqual(["0 x", "1 y", "2 z"]);
    expect(keys(linesOfResult(found, new Set(["y"])))).toEqual(["0 x", "1 y"]);
  });

  it("respond to the keys of a tree view", () => {
    const closedLines = linesOf({ branches, openIds: new Set() });
    const openLines = linesOf({ branches, openIds: new Set(["a"]) });
    expect(stepOf("ArrowRight", closedLines, 0)).toEqual({ open: "a" });
    expect(stepOf("ArrowRight", openLines, 0)).toEqual({ focus: 1 });
    expect(stepOf("ArrowRight", closedLines, 1)).toBeUndefined();
    expect(stepOf("ArrowLeft", openLines, 0)).toEqual({ close: "a" });
    expect(stepOf("ArrowLeft", openLines, 2)).toEqual({ focus: 0 });
    expect([stepOf("ArrowDown", openLines, 4), stepOf("ArrowUp", openLines, 0)]).toEqual([{ focus: 4 }, { focus: 0 }]);
    expect([stepOf("Home", openLines, 3), stepOf("End", openLines, 0)]).toEqual([{ focus: 0 }, { focus: 4 }]);
    expect([stepOf("Enter", openLines, 1), stepOf(" ", openLines, 2), stepOf("Enter", openLines, 3)]).toEqual([
      { choose: "a1" },
      undefined,
      { more: "a" },
    ]);
    expect([stepOf("b", openLines, 0), stepOf("a", openLines, 4), stepOf("q", openLines, 0)]).toEqual([
      { focus: 4 },
      { focus: 0 },
      undefined,
    ]);
  });
});
