import { sql } from "drizzle-orm";
import type { AnyRow } from "#kit/entity.ts";
import { isEmpty } from "#kit/field.ts";
import { formatText } from "#kit/text.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { lowestId } from "../runs.server.ts";
import { defineCheck, type Finding } from "../define-check.server.ts";

/** The number of records from which on a field that none of them uses counts as unused. */
const enoughRows = 20;
const text = { zh: "“{name}”在 {rows} 条记录中都没有填写", en: "{name} is empty in all {rows} records" };

type Memory = { rows: number; filled: string[] };

export default defineCheck({
  id: "empty-fields",
  kinds: ["app"],
  title: { zh: "从未填写的字段", en: "Fields that nobody fills in" },
  advice: {
    zh: "表单越短越好填。不需要的字段可以在轻应用中移除。",
    en: "Short forms are filled in more often. Remove the fields that nobody needs from the light app.",
  },
  severity: "hint",
  async inRows({ tx, tenantId, entities, objectId, after, size, memory }) {
    const entity = entities.all.find(({ stored }) => stored?.id === objectId);
    if (entity === undefined) return { findings: [], next: null };
    const { from, notDeleted, allColumns } = storeOf(entity);
    const rows = (
      await tx.rows<AnyRow>(sql`select ${allColumns.columns} from ${from([])}
        where ${notDeleted(tenantId)} and id > ${after ?? lowestId}::uuid order by id limit ${size}`)
    ).map(allColumns.toRow);
    const { rows: counted, filled } = { rows: 0, filled: [], ...memory } as Memory;
    const names = Object.keys(entity.fields);
    const nowFilled = names.filter((name) => filled.includes(name) || rows.some((row) => !isEmpty(row[name])));
    const total = counted + rows.length;
    if (rows.length === size)
      return { findings: [], next: rows.at(-1)!.id, memory: { rows: total, filled: nowFilled } };
    const unused = total < enoughRows ? [] : names.filter((name) => !nowFilled.includes(name));
    const findings = unused.map((name): Finding => {
      const fieldName = entity.fields[name]!.name;
      return {
        key: name,
        subject: { type: "lightApp", id: objectId!, title: entity.listName ?? entity.name },
        text: {
          zh: formatText(text, { name: fieldName.zh, rows: total }).zh,
          en: formatText(text, { name: fieldName.en, rows: total }).en,
        },
      };
    });
    return { findings, next: null };
  },
});
