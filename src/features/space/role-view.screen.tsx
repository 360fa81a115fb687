import { verbNames } from "#kit/verb-names.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { CallOutput } from "#kit/call.ts";
import { listSeparator } from "#kit/list-text.ts";
import { formatText, type Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { endRoleView, startRoleView } from "#client/spaces.ts";
import { ScreenLoading, ScreenProblem } from "#client/screen-states.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { Section } from "#ui/section.tsx";
import { useTitle } from "#ui/title.ts";

type Comparison = CallOutput<"GET paas/role/comparison">;
type EntityComparison = Comparison["entities"][number];

const texts = {
  title: { zh: "以“{name}”角色查看", en: "View as {name}" },
  viewing: { zh: "正在以“{name}”角色查看", en: "Viewing as {name}" },
  intro: {
    zh: "管理后台会与仅有此角色的成员所见完全一致。查看期间不能修改任何内容，开始和结束都会记入操作日志。",
    en: "The admin area looks exactly as it does to a member who has only this role. You cannot change anything meanwhile, and the audit log records when you start and stop.",
  },
  start: { zh: "开始查看", en: "Start viewing" },
  end: { zh: "结束查看", en: "Stop viewing" },
  same: { zh: "与管理员没有差异", en: "No difference from an administrator" },
  sameText: { zh: "此角色可以查看和操作您的全部数据。", en: "This role can see and do everything that you can." },
  hiddenTypes: { zh: "不可见的数据", en: "Data not shown" },
  hiddenScreens: { zh: "不可见的页面", en: "Pages not shown" },
  limited: { zh: "部分可用的数据", en: "Data with limits" },
  rows: { zh: "可见的数据", en: "Records shown" },
  someRows: { zh: "{n} / {of} 条", en: "{n} of {of}" },
  verbs: { zh: "不能执行的操作", en: "Actions not available" },
  hidden: { zh: "不可见的字段", en: "Fields not shown" },
  readOnly: { zh: "只读字段", en: "Fields that cannot be edited" },
  notExported: { zh: "不能导出的字段", en: "Fields that cannot be exported" },
} satisfies Record<string, Text>;

/** Names of entities or screens that a role cannot open. */
function NameList({ names }: { names: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {names.map((name) => (
        <li key={name} className="rounded-sm border border-line bg-sheet px-2.5 py-1 text-sm">
          {name}
        </li>
      ))}
    </ul>
  );
}

/** The missing rights to an entity that the role can read. */
function EntityDifferences({ entity }: { entity: EntityComparison }) {
  const t = useText();
  const { rows } = entity;
  const missing = [...entity.verbs.map((verb) => t(verbNames[verb])), ...entity.actions];
  const differences: [name: Text, names: readonly string[]][] = [
    [texts.rows, rows === null ? [] : [t(formatText(texts.someRows, { n: rows.count, of: rows.of }))]],
    [texts.verbs, missing],
    [texts.hidden, entity.hidden],
    [texts.readOnly, entity.readOnly],
    [texts.notExported, entity.notExported],
  ];
  return (
    <li className="border-b border-line px-4 py-3 last:border-b-0">
      <h3 className="font-medium">{entity.name}</h3>
      <dl className="mt-1 grid gap-1 text-sm">
        {differences
          .filter(([, names]) => names.length > 0)
          .map(([name, names]) => (
            <div key={name.en} className="grid gap-x-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
              <dt className="text-ink-3">{t(name)}</dt>
              <dd className="text-ink-2">{names.join(t(listSeparator))}</dd>
            </div>
          ))}
      </dl>
    </li>
  );
}

function Differences({ screens, entities }: Comparison) {
  const t = useText();
  const hidden = entities.filter(({ isReadable }) => !isReadable).map(({ name }) => name);
  const limited = entities.filter(({ isReadable }) => isReadable);
  if (entities.length === 0 && screens.length === 0)
    return <EmptyState title={t(texts.same)} text={t(texts.sameText)} />;
  return (
    <div>
      {limited.length > 0 && (
        <Section title={t(texts.limited)}>
          <ul className="border border-line bg-sheet">
            {limited.map((entity) => (
              <EntityDifferences key={entity.type} entity={entity} />
            ))}
          </ul>
        </Section>
      )}
      {hidden.length > 0 && (
        <Section title={t(texts.hiddenTypes)}>
          <NameList names={hidden} />
        </Section>
      )}
      {screens.length > 0 && (
        <Section title={t(texts.hiddenScreens)}>
          <NameList names={screens} />
        </Section>
      )}
    </div>
  );
}

/** The rights that a role lacks, compared with an administrator, and the button that starts or stops viewing the space as the role. */
export function RoleViewScreen() {
  const t = useText();
  const locale = useLocale();
  const [search] = useSearchParams();
  const id = search.get("id");
  const [isBusy, setIsBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ["role comparison", id, locale],
    queryFn: ({ signal }) => call("GET paas/role/comparison", id === null ? {} : { id }, { signal }),
    staleTime: 0,
  });
  const title = formatText(data?.isViewed === true ? texts.viewing : texts.title, { name: data?.name ?? "…" });
  useTitle(t(title));
  if (error !== null) return <ScreenProblem problem={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <ScreenLoading />;
  function toggleView(): void {
    setIsBusy(true);
    const request = data?.isViewed === true ? endRoleView() : startRoleView(id ?? "");
    request.catch(() => setIsBusy(false));
  }
  return (
    <div className="grid gap-6">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid max-w-2xl gap-1">
          <h1 className="text-2xl font-semibold tracking-tight">{t(title)}</h1>
          <p className="text-ink-2">{t(texts.intro)}</p>
        </div>
        <Button kind="primary" disabled={isBusy} aria-busy={isBusy} onClick={toggleView}>
          {t(data.isViewed ? texts.end : texts.start)}
        </Button>
      </header>
      <Differences {...data} />
    </div>
  );
}
