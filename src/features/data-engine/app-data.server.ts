import { z } from "zod";
import type { CallContext } from "#kit/call.ts";
import type { Principal } from "#kit/access.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import lightApp from "#entities/lightApp.ts";
import { entityItem, enumItem, objectItems } from "#records/describe/data-entities.server.ts";
import { type DataItem, dataKinds } from "#records/describe/data-nodes.server.ts";
import { readRows } from "#records/query/list.server.ts";
import { enumNamesIn, type EnumRow, enumsSql } from "#records/registry/enums.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { allows } from "#records/registry/guard.server.ts";
import { viewOf } from "#records/registry/view.server.ts";

type Reader = Pick<CallContext<Principal>, "principal" | "entities" | "locale" | "services">;

const unknownApp = new Problem("notFound", { zh: "轻应用不存在", en: "Light app not found" });

/** The id or the type of a light app. */
export const appInput = z.string().min(1).max(60);
/** Data as a list (N-051). */
export const dataListOutput = z.array(
  z.strictObject({ id: z.string(), name: z.string(), kind: z.literal(Object.values(dataKinds)) }),
);

/** The entity of a light app; empty if the app is not published or its records may not be read. @throws {Problem} notFound */
async function entityOfApp(appId: string, { principal, entities, services }: Reader): Promise<EntityDefinition[]> {
  const published = entities.all.find(
    ({ stored, type }) => stored !== undefined && (stored.id === appId || type.toLowerCase() === appId.toLowerCase()),
  );
  if (published !== undefined) return allows(principal, published, "read") ? [published] : [];
  const field = z.uuid().safeParse(appId).success ? "id" : "tableName";
  const filter = { field, op: "eq", value: appId } as const;
  const drafts = await readRows(services.database, principal, lightApp, { filter, pageSize: 1 });
  if (drafts.length === 0) throw unknownApp;
  return [];
}

/** The entity of a light app, and those that its fields refer to, as far as the reader may read them. @throws {Problem} notFound */
export async function readAppEntities(appId: string, reader: Reader): Promise<EntityDefinition[]> {
  const { principal, entities } = reader;
  const appEntities = await entityOfApp(appId, reader);
  const fields = appEntities.flatMap((entity) => Object.values(viewOf(principal, entity).readable.fields));
  const types = new Set<string>(fields.flatMap((field) => fieldTypeOf(field).references?.(field).entity ?? []));
  const related = entities.all.filter((entity) => types.has(entity.type) && allows(principal, entity, "read"));
  return [...new Set([...appEntities, ...related])];
}

/** All data of a light app: its entities, the objects among its fields, and the option sets of its fields. @throws {Problem} notFound */
export async function readAppData(appId: string, reader: Reader): Promise<DataItem[]> {
  const { principal, locale, services } = reader;
  const entities = await readAppEntities(appId, reader);
  const [entity] = entities;
  const names = entity?.stored === undefined ? [] : enumNamesIn(viewOf(principal, entity).readable.fields);
  const { tenantId } = principal;
  const enums =
    names.length === 0 ? [] : await services.database.read<EnumRow>(tenantId, enumsSql(tenantId, [...new Set(names)]));
  const objects =
    entity?.stored === undefined ? [] : objectItems(entity, reader).map(({ children: _children, ...item }) => item);
  return [
    ...entities.map((item) => entityItem(item, locale)),
    ...objects,
    ...enums.map((row) => enumItem(row, locale)),
  ];
}
