import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { aggregates } from "#kit/joined-view.ts";
import { allows, guard } from "#records/registry/guard.server.ts";
import { relationsOf, shownFields } from "#records/registry/joined-values.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { typeInput } from "#records/query/row-input.server.ts";

const paths = defineCall({
  method: "GET",
  path: "paas/collectData/paths",
  envelope: "data",
  title: {
    zh: "获取视图可用的字段和关联",
    en: "List the fields of a type that data views can show, and the relations that they can follow",
  },
  access: administrator,
  input: z.strictObject({ type: typeInput }),
  output: z.strictObject({
    /** `aggregates`: how the field is summarized where several records have it. */
    fields: z.array(z.strictObject({ field: z.string(), name: z.string(), aggregates: z.array(z.enum(aggregates)) })),
    /** `part`: how the relation is written in a path; `isMany`: it leads to all records that refer to this one. */
    relations: z.array(z.strictObject({ part: z.string(), name: z.string(), type: z.string(), isMany: z.boolean() })),
  }),
  run({ type }, { principal, entities, locale }) {
    const entity = entities.find(type);
    guard(principal, entity, "read");
    const mayShow = (field: string) => Object.hasOwn(viewOf(principal, entity).readable.fields, field);
    const relations = relationsOf(entity, entities.all)
      .filter(({ entity: target }) => allows(principal, target, "read"))
      .map(({ kind, field, entity: target }) => {
        const isMany = kind === "many";
        const relation = (isMany ? target : entity).fields[field]!.name[locale];
        return {
          part: isMany ? `${target.type}:${field}` : field,
          name: isMany ? `${(target.listName ?? target.name)[locale]} (${relation})` : relation,
          type: target.type,
          isMany,
        };
      });
    return {
      fields: shownFields(entity)
        .filter(({ field, isTime }) => isTime || mayShow(field))
        .map(({ field, name, aggregates: ways }) => ({ field, name: name[locale], aggregates: ways })),
      relations,
    };
  },
});

export default paths;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/collectData/paths": typeof paths;
  }
}
