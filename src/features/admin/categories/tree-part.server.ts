import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { generateNKeysBetween } from "fractional-indexing";
import type { AnyRow, AnyValues, EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { isSame } from "#kit/same.ts";
import { formatText, type Locale, type Text, textIn } from "#kit/text.ts";
import { changeLockedRows, reasonOf } from "#records/change/batch.server.ts";
import { addRows, type AddedRow, type ChangedRow, changeRows } from "#records/change/bulk.server.ts";
import { type LockedRow, lockRows } from "#records/change/patch.server.ts";
import { changedValues, completeNewValues } from "#records/change/save.server.ts";
import { lockTree, maxLevels } from "#records/change/tree.server.ts";
import { digits, siblingsOf, treeFields } from "#records/change/tree-order.server.ts";
import type { ContentPart } from "#records/definitions/content-part.server.ts";
import { isObject } from "#kit/is-object.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { guard } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { formFields } from "#records/registry/view.server.ts";
import { snakeCase } from "#server/postgres/columns.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";

const texts = {
  shape: { zh: "children 须为下级的列表", en: "children must be a list of rows below this one" },
  field: { zh: "没有字段 {field}", en: "There is no field {field}" },
  deep: { zh: `最多 ${maxLevels} 级`, en: `A tree can have up to ${maxLevels} levels` },
};
const name = "children";
const changeName = { zh: "下级", en: "Rows below" };

/** A row below another, as files contain it: its values without empty ones and those that every new row has, and the rows below it. */
type Branch = { values: AnyValues; children: readonly Branch[] };
/** A branch in a file. */
type BranchJson = Record<string, unknown> & { children?: readonly BranchJson[] };

type Forest = ReadonlyMap<string | null, readonly AnyRow[]>;

/** The rows of the space by their parents, in their order. */
async function readForest(tx: Tx, { principal }: RowContext, entity: EntityDefinition): Promise<Forest> {
  const { allColumns, from } = storeOf(entity);
  const { parent, position } = treeFields(entity);
  const rows = await tx.rows<AnyRow>(sql`select ${allColumns.columns} from ${from([])}
    where ${permittedRowsSql(principal, entity, "read")} order by ${sql.identifier(snakeCase(position))} nulls last, id`);
  return Map.groupBy(
    rows.map((row) => allColumns.toRow(row)),
    (row) => (row[parent] ?? null) as string | null,
  );
}

/** The rows below one, those of a branch one after another. */
const descendantsIn = (forest: Forest, id: string): AnyRow[] =>
  (forest.get(id) ?? []).flatMap((row) => [row, ...descendantsIn(forest, row.id)]);

/** The rows below one, level by level. */
function levelsIn(forest: Forest, id: string): AnyRow[][] {
  const children = forest.get(id) ?? [];
  const levels: AnyRow[][] = [];
  for (let level = children; level.length > 0; level = level.flatMap((row) => forest.get(row.id) ?? []))
    levels.push([...level]);
  return levels;
}

/** The text of a title, which may have languages in any order. */
const titleKey = (title: unknown): string =>
  isObject(title)
    ? JSON.stringify(Object.entries(title).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : JSON.stringify(title ?? null);

/** Branches to place below a row. */
type Placed = [parentId: string, branches: readonly Branch[]];

/** What files contain of the rows below those of an entity that form a tree. A tree is one file, with its order: that of the lists in it. */
export function treePart(entity: EntityDefinition): ContentPart {
  const { parent, position } = treeFields(entity);
  const code = entity.tree?.code;
  const fields = formFields(entity, "add").filter((field) => field !== parent);
  const isDefault = (field: string, value: unknown) =>
    value === null || value === undefined || value === "" || value === entity.fields[field]!.value;
  const emptyValues = Object.fromEntries(fields.map((field) => [field, entity.fields[field]!.value ?? null]));
  const problemOf = (row: AnyValues, { zh, en }: Text): Text => {
    const title = (locale: Locale) => textIn(row[entity.titleField], locale).slice(0, 60);
    return { zh: `“${title("zh")}”：${zh}`, en: `“${title("en")}”: ${en}` };
  };
  const valuesOf = (row: AnyValues): AnyValues =>
    Object.fromEntries(fields.flatMap((field) => (isDefault(field, row[field]) ? [] : [[field, row[field]]])));
  const toJson = (forest: Forest, id: string): BranchJson[] =>
    (forest.get(id) ?? []).map((row) => {
      const children = toJson(forest, row.id);
      return { ...valuesOf(row), ...(children.length === 0 ? {} : { children }) };
    });

  function parse(value: unknown, level = 2): BranchJson[] {
    if (!Array.isArray(value)) throw new Problem("invalid", texts.shape);
    if (value.length > 0 && level > maxLevels) throw new Problem("invalid", texts.deep);
    return value.map((item: unknown) => {
      if (!isObject(item)) throw new Problem("invalid", texts.shape);
      const unknownField = Object.keys(item).find((key) => key !== name && !fields.includes(key));
      if (unknownField !== undefined)
        throw new Problem("invalid", formatText(texts.field, { field: `${name}.${unknownField.slice(0, 60)}` }));
      const children = item[name] === undefined ? [] : parse(item[name], level + 1);
      return { ...valuesOf(item), ...(children.length === 0 ? {} : { children }) };
    });
  }
  const branchOf = ({ children = [], ...values }: BranchJson): Branch => ({ values, children: children.map(branchOf) });
  const codeOf = (values: AnyValues) => (code === undefined ? undefined : (values[code] as string | undefined));

  /** The row of each branch: that with its code, else one below the same row with the same title; none for a branch to add. */
  function matchRows(forest: Forest, rootId: string, branches: readonly Branch[]): ReadonlyMap<Branch, AnyRow> {
    const matched = new Map<Branch, AnyRow>();
    const below = descendantsIn(forest, rootId);
    const free = new Set(below);
    const take = (branch: Branch, row: AnyRow | undefined) => {
      if (row === undefined || !free.delete(row)) return;
      matched.set(branch, row);
    };
    const rowByCode = new Map(below.toReversed().flatMap((row) => (codeOf(row) ? [[codeOf(row)!, row]] : [])));
    const all = function* (list: readonly Branch[]): Generator<Branch> {
      for (const branch of list) {
        yield branch;
        yield* all(branch.children);
      }
    };
    for (const branch of all(branches)) take(branch, rowByCode.get(codeOf(branch.values) ?? ""));
    const matchTitles = (list: readonly Branch[], parentId: string) => {
      const rowsByTitle = Map.groupBy(
        (forest.get(parentId) ?? []).filter((row) => free.has(row)),
        (row) => titleKey(row[entity.titleField]),
      );
      for (const branch of list)
        if (!matched.has(branch)) take(branch, rowsByTitle.get(titleKey(branch.values[entity.titleField]))?.shift());
      for (const branch of list) {
        const row = matched.get(branch);
        if (row !== undefined) matchTitles(branch.children, row.id);
      }
    };
    matchTitles(branches, rootId);
    return matched;
  }

  type Scope = Parameters<ContentPart["write"]>[0];
  const lockById = async ({ tx, context }: Scope, ids: readonly string[]): Promise<Map<string, LockedRow>> => {
    const condition = sql`${permittedRowsSql(context.principal, entity, "read")} and id = any(${sql.param(ids)}::uuid[])`;
    return new Map((await lockRows<EntityDefinition>(tx, entity, condition)).map((target) => [target.row.id, target]));
  };

  /** Gives the children of a row their order. */
  async function order(scope: Scope, parentId: string, ids: readonly string[]): Promise<void> {
    const { tx, context } = scope;
    const current = (await siblingsOf(tx, entity, context.principal.tenantId, parentId)).map(({ id }) => id);
    if (isSame(current, ids)) return;
    const targets = await lockById(scope, ids);
    const keys = generateNKeysBetween(undefined, undefined, ids.length, digits, digits);
    const changes = ids.map((id, index) => ({ target: targets.get(id)!, values: { [position]: keys[index]! } }));
    await changeRows(tx, context, entity, { changes, group: newId() });
  }

  /** Runs the check of a row. @throws {Problem} invalid, naming the row among the many of a tree */
  function checked<R>(values: AnyValues, check: () => R): R {
    try {
      return check();
    } catch (error) {
      throw error instanceof Problem ? new Problem("invalid", problemOf(values, reasonOf(entity, error))) : error;
    }
  }

  async function write(scope: Scope, rootId: string, value: unknown): Promise<void> {
    const { tx, context } = scope;
    const { principal } = context;
    const { tenantId } = principal;
    await lockTree(tx, tenantId, entity);
    const forest = await readForest(tx, context, entity);
    const branches = (value as BranchJson[]).map(branchOf);
    const matched = matchRows(forest, rootId, branches);
    const below = levelsIn(forest, rootId);
    const locked = await lockById(
      scope,
      below.flat().map(({ id }) => id),
    );
    const group = newId();
    const orders: [parentId: string, ids: string[]][] = [];
    // Parents before children, so that a row never comes below itself; a level at a time, because a tree has up to 10,000 rows.
    let level: Placed[] = [[rootId, branches]];
    while (level.length > 0) {
      const added: AddedRow[] = [];
      const changes: ChangedRow[] = [];
      const next: Placed[] = [];
      for (const [parentId, list] of level) {
        const ids = list.map((branch) => {
          const values = { ...emptyValues, ...branch.values, [parent]: parentId };
          const target = locked.get(matched.get(branch)?.id ?? "");
          const id = target?.row.id ?? newId();
          if (target === undefined)
            added.push({ id, values: checked(values, () => completeNewValues(principal, entity, { values })).values });
          else {
            const { version } = target.row;
            const change = checked(values, () => changedValues(principal, entity, target, { version, values }));
            if (Object.keys(change.values).length > 0) changes.push({ target, values: change.values });
          }
          if (branch.children.length > 0) next.push([id, branch.children]);
          return id;
        });
        if (ids.length > 1) orders.push([parentId, ids]);
      }
      if (added.length > 0) guard(principal, entity, "add");
      if (changes.length > 0) guard(principal, entity, "update");
      await addRows(tx, { author: context, entity, tenantId, internal: {}, group }, added);
      await changeRows(tx, context, entity, { changes, group });
      level = next;
    }
    const stays = new Set([...matched.values()].map(({ id }) => id));
    const deletion = { entity, operation: { verb: "delete" }, allOrNone: true } as const;
    for (const rows of below.toReversed()) {
      const removed = rows.flatMap(({ id }) => (stays.has(id) ? [] : (locked.get(id) ?? [])));
      if (removed.length === 0) continue;
      guard(principal, entity, "delete");
      const { refused } = await changeLockedRows(tx, context, deletion, removed, group);
      if (refused[0] !== undefined) throw new Problem("conflict", problemOf(refused[0].row, refused[0].text));
    }
    for (const [parentId, ids] of orders) await order(scope, parentId, ids);
  }

  return {
    name,
    condition: sql`${sql.identifier(snakeCase(parent))} is null`,
    async read(tx, context, rows) {
      const forest = await readForest(tx, context, entity);
      return new Map(
        rows.map(({ id, version }) => {
          const below = descendantsIn(forest, id);
          const versions = below.map((row) => `${row.id} ${row.version}`).join("\n");
          const stamp = createHash("sha256").update(`${version}\n${versions}`).digest().readUInt32BE(0) >>> 1;
          return [id, { value: toJson(forest, id), stamp }];
        }),
      );
    },
    parse: (value) => parse(value),
    changes: (before, after) => [{ name: changeName, before, after }].filter(() => !isSame(before, after)),
    write,
    remove: (scope, id) => write(scope, id, []),
    lock: (tx, tenantId) => lockTree(tx, tenantId, entity),
  };
}
