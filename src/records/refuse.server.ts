import { sql } from "drizzle-orm";
import type { Principal } from "#kit/access.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { type FieldProblems, Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import { snake, tableName } from "#server/columns.server.ts";
import type { Tx } from "#server/database.server.ts";
import { asPgError } from "#server/sql-error.server.ts";
import { invalidText } from "./check.server.ts";
import { entityOf, fieldTypeOf } from "./definitions.server.ts";
import { allows } from "./guard.server.ts";
import { alive, tableSql } from "./row.server.ts";
import type { Values } from "./write.server.ts";

const closed: Text = { zh: "不能修改这个字段", en: "This field cannot be changed" };
const taken: Text = { zh: "已存在相同的内容", en: "This already exists" };
const gone: Text = { zh: "选择的行数据不存在", en: "This record does not exist" };

const forAll = (names: readonly string[], text: Text): FieldProblems =>
  Object.fromEntries(names.map((name) => [name, text]));

/** Fields that people may write: those of the form that can be edited there. The program may write all. */
export function writableFields(who: Principal, entity: EntityDefinition): Set<string> {
  if (who.kind === "system") return new Set(Object.keys(entity.fields));
  const names = entity.groups.flatMap((group) => group.fields);
  return new Set(names.filter((name) => fieldTypeOf(entity.fields[name]!).Edit !== undefined));
}

/** @throws {Problem} invalid, naming every field that this person may not write (T-04) */
export function refuseClosed(who: Principal, entity: EntityDefinition, values: Values): void {
  const writable = writableFields(who, entity);
  const refused = Object.keys(values).filter((name) => !writable.has(name));
  if (refused.length > 0) throw new Problem("invalid", invalidText, { fields: forAll(refused, closed) });
}

/** @throws {Problem} invalid for an id that points at no row which this person may read, in their own tenant (T-05) */
export async function refuseDangling(tx: Tx, who: Principal, entity: EntityDefinition, changed: Values): Promise<void> {
  for (const [name, id] of Object.entries(changed)) {
    const field = entity.fields[name];
    if (field === undefined || !("entity" in field) || id === null) continue;
    const other = entityOf(field.entity);
    const found = await tx.rows(
      sql`select 1 from ${tableSql(other)} where tenant_id = ${who.tenantId}::uuid and id = ${id}::uuid and ${alive}`,
    );
    if (found.length === 0 || !allows(who, other, "read"))
      throw new Problem("invalid", invalidText, { fields: { [name]: gone } });
  }
}

/** What a refusal by the database means to people: a value that may stand only once stands already. */
export function asSaveProblem(entity: EntityDefinition, error: unknown): unknown {
  const { code, constraint } = asPgError(error);
  if (code !== "23505") return error;
  const prefix = `${tableName(entity)}_one_`;
  const fields =
    (entity.unique ?? []).find((names) => constraint === prefix + names.map((name) => snake(name)).join("_")) ?? [];
  return new Problem("conflict", taken, { fields: forAll(fields, taken) });
}
