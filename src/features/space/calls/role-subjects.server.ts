import { z } from "zod";
import { administrator, isAtLeast, verbs } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { exportFields, formFields, grantable, grantableFields } from "#records/registry/view.server.ts";

const roleSubjects = defineCall({
  method: "GET",
  path: "paas/role/subjects",
  envelope: "data",
  title: { zh: "查询角色可授权的内容", en: "List what a role can grant: entities, actions on their rows and fields" },
  access: administrator,
  input: z.strictObject({}),
  output: z.array(
    z.object({
      type: z.string(),
      name: z.string(),
      verbs: z.array(z.enum(verbs)),
      isOpen: z.boolean(),
      fields: z.array(
        z.object({ field: z.string(), name: z.string(), isWritable: z.boolean(), isExportable: z.boolean() }),
      ),
    }),
  ),
  run: (_input, { entities, locale }) =>
    entities.all
      .filter((entity) => grantable(entity).length > 0)
      .map((entity) => {
        const form = new Set<string>(formFields(entity));
        const inFile = new Set<string>(exportFields(entity));
        return {
          type: entity.type,
          // The name in menus and lists.
          name: (entity.listName ?? entity.name)[locale],
          verbs: [...grantable(entity)],
          // What every member reads, no role can narrow.
          isOpen: isAtLeast("member", entity.access.read) && entity.ownRowsBelow === undefined,
          // Where members only read their own rows, a role can only grant complete rows (records/registry/view.server.ts).
          fields: (entity.ownRowsBelow === undefined ? grantableFields(entity) : []).map((field) => ({
            field,
            name: entity.fields[field]!.name[locale],
            isWritable: form.has(field),
            isExportable: inFile.has(field),
          })),
        };
      }),
});

export default roleSubjects;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/role/subjects": typeof roleSubjects;
  }
}
