import { z } from "zod";
import { asEntity } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { inLocale, type LocalizedValue } from "#kit/text.ts";
import { entityOf } from "#records/definitions.server.ts";
import { listRows } from "#records/list.server.ts";
import { viewOf } from "#records/view.server.ts";
import { idInput, typeInput } from "../row-input.server.ts";

const titleOf = (value: unknown, locale: "zh" | "en") =>
  typeof value === "object" && value !== null
    ? (inLocale(value as LocalizedValue<string>, locale) ?? "")
    : String(value ?? "");

const relationKeyValues = defineCall({
  method: "GET",
  path: "Api/Relation/GetKeyValues",
  envelope: "site",
  title: { zh: "关联选项", en: "The newest hundred rows of an entity, and the one named by id, by their titles" },
  access: asEntity("read"),
  input: z.strictObject({ type: typeInput, id: idInput.optional() }),
  output: z.array(z.object({ key: z.string(), name: z.string() })),
  async run({ type, id }, { who, locale, services }) {
    const entity = entityOf(type);
    const { titleField } = viewOf(who, entity).entity;
    const newest = { field: "createdAt", direction: "desc" } as const;
    const { rows } = await listRows(services.database, who, entity, {
      pageSize: 100,
      sort: newest,
      ...(entity.selectable === undefined ? {} : { filter: entity.selectable }),
    });
    const chosen =
      id === undefined || rows.some((row) => row.id === id)
        ? []
        : (
            await listRows(services.database, who, entity, {
              filter: { field: "id", op: "eq", value: id },
              pageSize: 1,
            })
          ).rows;
    return [...chosen, ...rows].map((row) => ({ key: row.id, name: titleOf(row[titleField], locale) }));
  },
});

export default relationKeyValues;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/Relation/GetKeyValues": typeof relationKeyValues;
  }
}
