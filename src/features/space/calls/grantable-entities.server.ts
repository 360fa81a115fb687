import { z } from "zod";
import { administrator, isAtLeast, verbs } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import type { Locale } from "#kit/text.ts";
import { grantableActions, type GrantablePart, grantablePages } from "../grantable-parts.server.ts";
import { entityChoices } from "#records/registry/entity-choices.server.ts";
import { exportFields, formFields, grantableVerbs, grantableFields } from "#records/registry/view.server.ts";

const partOutput = z.object({ id: z.string(), name: z.string(), verbs: z.array(z.enum(verbs)) });

const partsIn = (locale: Locale, parts: readonly GrantablePart[]) =>
  parts.map(({ id, name, verbs: required }) => ({ id, name: name[locale], verbs: [...required] }));

// The path calls these entities the subjects of a role. Webhooks offer the same entities (client/editors/event-rows.tsx).
const grantableEntities = defineCall({
  method: "GET",
  path: "paas/role/subjects",
  envelope: "data",
  title: {
    zh: "查询角色可授权的内容：数据类型、操作、字段、行操作和页面",
    en: "List what a role can grant: entities, what may be done with their rows, fields, actions and pages",
  },
  access: administrator,
  input: z.strictObject({}),
  output: z.array(
    z.object({
      type: z.string(),
      name: z.string(),
      verbs: z.array(z.enum(verbs)),
      isReadableByMembers: z.boolean(),
      fields: z.array(
        z.object({ field: z.string(), name: z.string(), isWritable: z.boolean(), isExportable: z.boolean() }),
      ),
      /** The actions and pages to which a grant can be narrowed. */
      actions: z.array(partOutput),
      pages: z.array(partOutput),
    }),
  ),
  run: (_input, { entities, locale, services }) =>
    entityChoices(
      entities.all.filter((entity) => grantableVerbs(entity).length > 0),
      locale,
    ).map(({ entity, name }) => {
      const writableFields = new Set<string>(formFields(entity, "add"));
      const exportableFields = new Set<string>(exportFields(entity));
      return {
        type: entity.type,
        name,
        verbs: [...grantableVerbs(entity)],
        // Whether every member reads all rows, which no role can restrict.
        isReadableByMembers: isAtLeast("member", entity.access.read) && entity.ownRowsBelow === undefined,
        // No single fields if members read only their own rows: a role then grants complete rows (records/registry/view.server.ts).
        fields: (entity.ownRowsBelow === undefined ? grantableFields(entity) : []).map((field) => ({
          field,
          name: entity.fields[field]!.name[locale],
          isWritable: writableFields.has(field),
          isExportable: exportableFields.has(field),
        })),
        actions: partsIn(locale, grantableActions(entity, services.rowCommands)),
        pages: partsIn(locale, grantablePages(entity)),
      };
    }),
});

export default grantableEntities;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/role/subjects": typeof grantableEntities;
  }
}
