import type { CallContext } from "#kit/call.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { formatText, type Text } from "#kit/text.ts";
import { knownUses, nameOfUse } from "#records/change/option-uses.server.ts";
import { type DeletionStep, maxFollowing, planDeletion, referrersOf } from "#records/query/referring-rows.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";

type Effect = DeletionStep["effect"];

const texts: Record<Effect, Text> = {
  keep: {
    zh: "{place}：{n} 条数据保留引用，显示为不可用",
    en: "{place}: {n} {n|record|records} {n|keeps|keep} {n|its|their} reference, shown as not available",
  },
  clear: { zh: "{place}：清空 {n} 条数据的此字段", en: "{place}: emptied in {n} {n|record|records}" },
  delete: { zh: "{entity}：一并删除 {n} 条数据", en: "{entity}: {n} {n|record|records} deleted, too" },
  refuse: {
    zh: "{place}：{n} 条数据引用了它，不能删除",
    en: "{place}: {n} {n|record|records} {n|refers|refer} to it, so it cannot be deleted",
  },
};
const manyText: Text = {
  zh: `{place}：超过 ${maxFollowing} 条数据保留引用，显示为不可用`,
  en: `{place}: more than ${maxFollowing} records keep their reference, shown as not available`,
};
const hiddenText = {
  zh: "其他引用它的数据也会随之更改",
  en: "Other records that refer to it change as well",
};

/** What a step does, in words. Only records that keep their reference can be more than the limit, up to which they are counted. */
function stepText({ entity, field, effect, ids }: DeletionStep, locale: CallContext["locale"]): string {
  const place = nameOfUse({ entity, field })[locale];
  const text = ids.length > maxFollowing && effect === "keep" ? manyText : texts[effect];
  return formatText(text, { n: ids.length, place, entity: entity.name[locale] })[locale];
}

/** The number of rows that steps do not leave as they are. */
const changedRows = (steps: readonly DeletionStep[]): number =>
  steps.reduce((sum, { effect, ids }) => sum + (effect === "keep" ? 0 : ids.length), 0);

/**
 * What the deletion of rows does to those that refer to them, each effect in words. Of records that the reader may not know, it says only that they
 * change. A deletion that is refused as a whole has its reason as the only effect.
 */
export async function deletionEffects(
  tx: Tx,
  context: RowContext & Pick<CallContext, "locale">,
  entity: EntityDefinition,
  ids: readonly string[],
): Promise<string[]> {
  const { locale } = context;
  if (ids.length === 0 || referrersOf(context, entity).length === 0) return [];
  try {
    const steps = await planDeletion(tx, context, entity, { ids, withKept: true });
    const readableSteps = await knownUses(tx, context, steps);
    const hasHidden = changedRows(readableSteps) < changedRows(steps);
    return [...readableSteps.map((step) => stepText(step, locale)), ...(hasHidden ? [hiddenText[locale]] : [])];
  } catch (error) {
    if (error instanceof Problem) return [error.text[locale]];
    throw error;
  }
}
