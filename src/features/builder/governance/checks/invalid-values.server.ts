import { sql } from "drizzle-orm";
import { checkFields } from "#kit/check-fields.ts";
import type { AnyRow } from "#kit/entity.ts";
import { formatText, locales, type Text, textIn } from "#kit/text.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { lowestId } from "../runs.server.ts";
import { defineCheck, type Finding } from "../define-check.server.ts";

const text = { zh: "{name}：{problem}", en: "{name}: {problem}" };

export default defineCheck({
  id: "invalid-values",
  kinds: ["app"],
  title: { zh: "不符合定义的值", en: "Values that do not fit the definition" },
  advice: {
    zh: "定义修改后，这些记录需要先改正才能保存。",
    en: "The definition has changed since. These records cannot be saved until they are corrected.",
  },
  severity: "error",
  async inRows({ tx, tenantId, entities, objectId, after, size }) {
    const entity = entities.all.find(({ stored }) => stored?.id === objectId);
    if (entity === undefined) return { findings: [], next: null };
    const { from, notDeleted, allColumns } = storeOf(entity);
    const rows = (
      await tx.rows<AnyRow>(sql`select ${allColumns.columns} from ${from([])}
        where ${notDeleted(tenantId)} and id > ${after ?? lowestId}::uuid order by id limit ${size}`)
    ).map(allColumns.toRow);
    const findings = rows.flatMap((row): Finding[] => {
      const values = Object.fromEntries(Object.keys(entity.fields).map((name) => [name, row[name] ?? null]));
      const title = row[entity.titleField];
      const subject = {
        type: entity.type,
        id: row.id,
        title: Object.fromEntries(locales.map((locale) => [locale, textIn(title, locale) || String(title ?? "")])),
      };
      return Object.entries(checkFields(entity.fields, values, values, { typeOf: fieldTypeOf })).map(
        ([path, problem]) => {
          const name: Text = entity.fields[path.split(".")[0]!]?.name ?? { zh: path, en: path };
          return {
            key: path,
            subject,
            text: {
              zh: formatText(text, { name: name.zh, problem: problem.zh }).zh,
              en: formatText(text, { name: name.en, problem: problem.en }).en,
            },
          };
        },
      );
    });
    return { findings, next: rows.length < size ? null : rows.at(-1)!.id };
  },
});
