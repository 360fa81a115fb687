import { type SQL, sql } from "drizzle-orm";
import type { Principal } from "#kit/access.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import type { Filter } from "#kit/filter.ts";
import { Problem } from "#kit/problem.ts";
import type { Locale } from "#kit/text.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { guard } from "#records/registry/guard.server.ts";
import { programView, type ReadableEntity, viewOf } from "#records/registry/view.server.ts";
import { branchRootsSql, inBranchSql } from "#records/query/branch.server.ts";
import { findRows } from "#records/query/find.server.ts";
import { permittedRowsSql, selectionFor } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { whereOf } from "#records/query/where.server.ts";
import { titleOf } from "./titles.server.ts";

/** A row of a hierarchical entity. `sortOrder`: its position among its siblings, from 0. */
export type TreeNode = {
  id: string;
  name: string;
  fatherId: string | null;
  sortOrder: number;
  hasChildren: boolean;
  /** Whether a relation may refer to it. */
  isSelectable: boolean;
  children: TreeNode[];
};

/** Maximum rows of a whole tree, of a page of a branch, and of a search; and the maximum number of ancestors that are read. */
const limits = { whole: 10_000, branchPage: 200, searchResults: 100, depth: 40 };
const tooLargeText = {
  zh: `数据超过 ${limits.whole} 条，请逐级读取（parentField）`,
  en: `More than ${limits.whole} records. Read them level by level (parentField).`,
};

/** `branch`: the code of the row below which to read. */
export type TreeReader = { database: Database; principal: Principal; locale: Locale; branch?: string | undefined };
type Node = Omit<TreeNode, "sortOrder" | "hasChildren" | "children">;
type Tree = TreeReader & { entity: EntityDefinition; readable: ReadableEntity; parentField: string | undefined };

/** The field that refers to the parent row: the first single relation to the same entity. */
const parentFieldOf = ({ type, fields }: ReadableEntity): string | undefined =>
  Object.keys(fields).find((name) => {
    const { references, storage } = fieldTypeOf(fields[name]!);
    return storage === "uuid" && references?.(fields[name]!).entity === type;
  });

function treeOf(reader: TreeReader, entity: EntityDefinition): Tree {
  guard(reader.principal, entity, "read");
  const { readable } = viewOf(reader.principal, entity);
  return { ...reader, entity, readable, parentField: parentFieldOf(readable) };
}

/** Reads rows as nodes, in the order of the list. */
async function readNodes(
  { database, principal, locale, branch, entity, readable, parentField }: Tree,
  where: SQL,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<Node[]> {
  const { field, direction } = readable.list.sort;
  const store = storeOf(entity);
  const { columns, toRow } = selectionFor(readable, [
    readable.titleField,
    ...(parentField === undefined ? [] : [parentField]),
  ]);
  const selectable = whereOf(
    { readable: programView(entity).readable, tenantId: principal.tenantId },
    entity.selectable ?? { and: [] },
  );
  const order = sql`${store.sortColumn(field, 0).column} ${sql.raw(direction)} nulls last, id`;
  const rows = await database.read<AnyRow & { "#selectable": boolean }>(
    principal.tenantId,
    sql`select ${columns}, (${selectable}) as "#selectable" from ${store.from([field])}
      where ${permittedRowsSql(principal, entity, "read")} and ${inBranchSql(entity, principal.tenantId, branch)} and ${where} order by ${order} limit ${limit} offset ${offset}`,
  );
  return rows.map(({ "#selectable": isSelectable, ...raw }) => {
    const row = toRow(raw as AnyRow);
    const fatherId = parentField === undefined ? null : ((row[parentField] as string | null) ?? null);
    return { id: row.id, name: titleOf(row[readable.titleField], locale), fatherId, isSelectable };
  });
}

const idCondition = (ids: readonly string[]): SQL => sql`id = any(${sql.param([...ids])}::uuid[])`;

/** The ids among these of rows that have children. */
async function parentsAmong(
  { database, principal, entity, parentField }: Tree,
  ids: readonly string[],
): Promise<Set<string>> {
  if (parentField === undefined || ids.length === 0) return new Set();
  const store = storeOf(entity);
  const childCondition = store.test(parentField, ({ column }) => sql`${column} = tree_node`);
  const rows = await database.read<{ id: string }>(
    principal.tenantId,
    sql`select tree_node as id from unnest(${sql.param([...ids])}::uuid[]) tree_node
      where exists (select 1 from ${store.from([])} where ${permittedRowsSql(principal, entity, "read")} and ${childCondition})`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Builds a tree from nodes. A node whose parent is not among them becomes a root. */
function buildTree(nodes: readonly Node[], parents: ReadonlySet<string>): TreeNode[] {
  const byFather = Map.groupBy(nodes, ({ fatherId }) => fatherId);
  const ids = new Set(nodes.map(({ id }) => id));
  const placedIds = new Set<string>();
  const nodesOf = (siblings: readonly Node[]): TreeNode[] =>
    siblings
      // Adds each node once, so that a cycle of parents ends.
      .filter(({ id }) => !placedIds.has(id) && placedIds.add(id))
      .map((node, sortOrder) => {
        const children = nodesOf(byFather.get(node.id) ?? []);
        return { ...node, sortOrder, hasChildren: children.length > 0 || parents.has(node.id), children };
      });
  return nodesOf(nodes.filter(({ fatherId }) => fatherId === null || !ids.has(fatherId)));
}

/**
 * All rows, or those that satisfy `within`, as one tree.
 * @throws {Problem} forbidden; payloadTooLarge when there are more than 10,000
 */
export async function readTree(reader: TreeReader, entity: EntityDefinition, within?: Filter): Promise<TreeNode[]> {
  const tree = treeOf(reader, entity);
  const { tenantId } = reader.principal;
  const where = whereOf({ readable: programView(entity).readable, tenantId }, within ?? { and: [] });
  const nodes = await readNodes(tree, where, { limit: limits.whole + 1 });
  if (nodes.length > limits.whole) throw new Problem("payloadTooLarge", tooLargeText);
  return buildTree(nodes, new Set());
}

/** A page of up to 200 children of `parent`, or of roots for null. Rows with an unreadable parent count as roots. @throws {Problem} forbidden */
export async function readBranch(
  reader: TreeReader,
  entity: EntityDefinition,
  { parent, pageIndex }: { parent: string | null; pageIndex: number },
): Promise<TreeNode[]> {
  const tree = treeOf(reader, entity);
  const { principal, parentField, branch } = tree;
  const store = storeOf(entity);
  const page = { limit: limits.branchPage, offset: (pageIndex - 1) * limits.branchPage };
  const branchCondition =
    parentField === undefined
      ? sql`${parent === null}::boolean`
      : store.test(parentField, ({ column }) =>
          parent === null && branch !== undefined
            ? sql`${column} in (${branchRootsSql(entity, principal.tenantId, branch)})`
            : parent === null
              ? sql`(${column} is null or ${column} not in (select id from ${store.from([])} where ${permittedRowsSql(principal, entity, "read")}))`
              : sql`${column} = ${parent}::uuid`,
        );
  const nodes = await readNodes(tree, branchCondition, page);
  const parents = await parentsAmong(
    tree,
    nodes.map(({ id }) => id),
  );
  return nodes.map((node, index) => ({
    ...node,
    sortOrder: page.offset + index,
    hasChildren: parents.has(node.id),
    children: [],
  }));
}

/** The rows with these ids, or up to 100 search results, with their ancestors. @throws {Problem} forbidden */
export async function readPaths(
  reader: TreeReader,
  entity: EntityDefinition,
  lookup: { ids: readonly string[] } | { q: string },
): Promise<TreeNode[]> {
  const tree = treeOf(reader, entity);
  const ids =
    "ids" in lookup
      ? lookup.ids
      : (
          await findRows(reader.database, reader.principal, entity, lookup.q, {
            // Of those, some may be outside the branch.
            pageSize: reader.branch === undefined ? limits.searchResults : limits.whole,
            fields: [],
          })
        ).map(({ id }) => id);
  const nodes = new Map<string, Node>();
  let missing = [...new Set(ids)];
  for (let depth = 0; missing.length > 0 && depth < limits.depth; depth += 1) {
    const level = await readNodes(tree, idCondition(missing), {
      limit: Math.min(missing.length, limits.searchResults),
    });
    for (const node of level) nodes.set(node.id, node);
    missing = [...new Set(level.flatMap(({ fatherId }) => fatherId ?? []))].filter((id) => !nodes.has(id));
  }
  return buildTree([...nodes.values()], await parentsAmong(tree, [...nodes.keys()]));
}
