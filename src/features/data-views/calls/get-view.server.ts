import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { columnOf } from "#records/definitions/data-columns.server.ts";
import { guard } from "#records/registry/guard.server.ts";

const texts = {
  notView: { zh: "数据视图不存在", en: "Data view not found" },
  otherBase: { zh: "这不是该视图的主数据", en: "This is not the base of the view" },
  noJoin: { zh: "视图没有此关联", en: "The view has no such relation" },
};

/** An identifier of an entity or a view, or the path of a relation. */
const nameInput = z.string().min(1).max(200);

/** A data column, with the relation that it comes by; null for the base. */
const columnOutput = z.looseObject({
  field: z.string(),
  name: z.looseObject({ zh: z.string(), en: z.string() }),
  dataType: z.string(),
  controlType: z.string(),
  joinId: z.string().nullable(),
});
type Column = z.input<typeof columnOutput>;

const getView = defineCall({
  method: "POST",
  path: "Api/CollectData/getview",
  envelope: "site",
  title: {
    zh: "查询数据视图的列",
    en: "Get the columns of a data view; with `primaryId` only those of its base, with `joinIds` also those of these relations",
  },
  access: administrator,
  safe: true,
  input: z.strictObject({
    /** The id of the view, or its identifier. */
    id: nameInput,
    /** The type of its base. */
    primaryId: nameInput.optional(),
    /** Paths of relations: `customer`, or `contract:customer` for the contracts of a row. */
    joinIds: z.array(nameInput).max(50).optional(),
  }),
  output: z.strictObject({
    id: z.string(),
    columns: z.array(columnOutput),
    primaryId: z.string(),
    joinIds: z.array(z.string()),
  }),
  run({ id, primaryId, joinIds }, { principal, entities }) {
    const entity = entities.find(id);
    const { joined } = entity;
    if (joined === undefined) throw new Problem("notFound", texts.notView);
    guard(principal, entity, "read");
    if (primaryId !== undefined && primaryId.toLowerCase() !== joined.base.toLowerCase())
      throw new Problem("invalid", texts.otherBase, { fields: { primaryId: texts.otherBase } });
    const all = Object.keys(entity.fields).map((field) => ({ field, joinId: joined.joinIds.get(field) ?? null }));
    const allIds = new Set(all.map(({ joinId }) => joinId));
    const unknown = joinIds?.findIndex((joinId) => !allIds.has(joinId)) ?? -1;
    if (unknown !== -1)
      throw new Problem("invalid", texts.noJoin, { fields: { [`joinIds.${unknown}`]: texts.noJoin } });
    const chosen = joinIds ?? (primaryId === undefined ? undefined : []);
    const columns = all.filter(({ joinId }) => joinId === null || chosen?.includes(joinId) !== false);
    return {
      id: joined.id,
      columns: columns.map(({ field, joinId }) => ({ ...columnOf(field, entity.fields[field]!), joinId }) as Column),
      primaryId: joined.base,
      joinIds: [...new Set(columns.flatMap(({ joinId }) => joinId ?? []))],
    };
  },
});

export default getView;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/CollectData/getview": typeof getView;
  }
}
