import type { FieldConfig } from "#kit/field.ts";
import { hasFieldType } from "#records/registry/field-types.server.ts";
import { storedDefinition } from "#records/registry/stored-definition.server.ts";
import { defineProbe, symptomOf } from "../define-probe.server.ts";

type DefinitionRow = { name: string; definition: unknown };

/** Why a definition cannot be used; undefined when it can. */
function whyNotUsable(definition: unknown): string | undefined {
  const parsed = storedDefinition.safeParse(definition);
  if (!parsed.success)
    return `${parsed.error.issues[0]?.path.join(".") ?? ""}: ${parsed.error.issues[0]?.message ?? ""}`;
  const field = Object.entries(parsed.data.fields).find(([, config]) => !hasFieldType(config as FieldConfig));
  return field === undefined ? undefined : `field ${field[0]} has the unknown type ${field[1].type}`;
}

export default defineProbe({
  name: "definitions",
  title: "The light apps of all spaces can be loaded",
  async run({ client }) {
    const { rows } = await client.query<DefinitionRow>(
      `select format('%s of space %s', d.type, coalesce(t.code, d.tenant_id::text)) as name, d.definition
       from public.entity_definition d left join public.tenant t on t.id = d.tenant_id where d.unpublished_at is null`,
    );
    const problems = rows.flatMap(({ name, definition }) => {
      const reason = whyNotUsable(definition);
      return reason === undefined ? [] : [`${name} (${reason})`];
    });
    return symptomOf(problems, (list) => ({
      problem: `Light apps cannot be loaded: ${list}.`,
      mend: "Open each at /paas/lightApp/list of its space, correct its draft and publish it; or install the newer version that published it.",
    }));
  },
});
