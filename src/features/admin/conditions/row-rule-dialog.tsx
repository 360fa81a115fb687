import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AdvancedItem } from "#kit/auto.ts";
import type { RowCondition } from "#kit/row-condition.ts";
import { isRowRule } from "#kit/row-rule.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { countText, useRuleCount } from "#client/editors/rule-count.ts";
import { useLocale, useText } from "#ui/locale.ts";
import type { RowRuleProps } from "#ui/row-rule-dialog.ts";
import { ConditionsDialog } from "#render/filter/conditions-dialog.tsx";

const texts = {
  title: { zh: "{name}：可使用的数据", en: "{name}: records this role covers" },
  help: {
    zh: "角色仅能查看和处理满足条件的数据，新增和修改后的数据也须满足条件。",
    en: "The role works only with records that meet these conditions. Records that it adds or changes must meet them too.",
  },
  readableByMembers: {
    zh: "所有成员都可查看此类数据，条件只限定角色的其他操作。",
    en: "Every member can view these records. The conditions limit the role’s other actions only.",
  },
  submit: { zh: "确定", en: "Apply" },
  clear: { zh: "不限定数据", en: "Allow all records" },
  none: { zh: "此类数据没有可用于限定的字段", en: "No field of these records can be used in conditions" },
  count: { zh: "符合条件：{n} / {of} 条", en: "{n} of {of} {of|record|records}" },
  counting: { zh: "正在统计…", en: "Counting…" },
  badRule: { zh: "无法按此条件统计", en: "Could not count the records for these conditions" },
};

function RuleCount({ type, rule }: { type: string; rule: RowCondition }) {
  const t = useText();
  const { data, error } = useRuleCount(type, rule, keepPreviousData);
  const text =
    data !== undefined
      ? formatText(texts.count, { n: countText(data.count), of: countText(data.of) })
      : error === null
        ? texts.counting
        : texts.badRule;
  return <p aria-live="polite">{t(text)}</p>;
}

/** Edits the rule that limits a role to some rows of an entity, and counts these rows. */
export function RowRuleDialog({ type, name, isReadableByMembers, rule, onRule, onClose }: RowRuleProps) {
  const t = useText();
  const locale = useLocale();
  const [editedRule, setEditedRule] = useState(rule);
  const query = useQuery({
    queryKey: ["ruleItems", type, locale],
    // The cast is needed because the output's schema leaves the options of field types open.
    queryFn: async ({ signal }) =>
      (await call("GET paas/role/conditions", { type }, { signal })) as unknown as AdvancedItem[],
  });
  return (
    <ConditionsDialog
      texts={{ ...texts, title: formatText(texts.title, { name }) }}
      query={query}
      help={
        <p className="mt-1 text-sm text-ink-2">
          {t(texts.help)} {isReadableByMembers && t(texts.readableByMembers)}
        </p>
      }
      filter={rule}
      onFilter={(filter) => onRule(isRowRule(filter) ? filter : undefined)}
      onEdit={(filter) => setEditedRule(isRowRule(filter) ? filter : undefined)}
      outcome={editedRule !== undefined && <RuleCount type={type} rule={editedRule} />}
      onClose={onClose}
    />
  );
}
