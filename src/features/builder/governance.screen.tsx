import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { errorMessage } from "#kit/error-message.ts";
import { seconds } from "#kit/format.ts";
import { type GovernanceKind, governanceKinds } from "#kit/governance.ts";
import { call } from "#client/call.ts";
import { type Person, usePerson } from "#client/person.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { Select } from "#ui/select.tsx";
import { useTitle } from "#ui/title.ts";
import { notify } from "#ui/toast.tsx";
import { openProgress } from "#features/builder/governance/progress.ts";
import { ProgressDialog } from "#features/builder/governance/progress-dialog.tsx";
import { ReportView } from "#features/builder/governance/report.tsx";
import screen from "./governance.screen.ts";

const texts = {
  intro: {
    zh: "检查内容中的问题，例如失效链接、缺少的翻译和未使用的图片，并逐项或一起处理。",
    en: "Finds problems such as broken links, missing translations and unused images. Mend them one by one or together.",
  },
  start: { zh: "开始治理", en: "Start" },
  show: { zh: "查看进度", en: "Show progress" },
  kind: { zh: "治理范围", en: "Scope" },
  app: { zh: "轻应用", en: "Light app" },
  choose: { zh: "选择轻应用", en: "Choose a light app" },
  noApps: { zh: "此空间还没有已发布的轻应用", en: "This space has no published light apps yet" },
  empty: { zh: "还没有报告", en: "No report yet" },
  emptyText: { zh: "开始治理后，报告会显示在这里。", en: "Start a run, and its report will be here." },
  failed: { zh: "失败", en: "Failed" },
};
const kindNames = {
  site: { zh: "网站", en: "Website" },
  app: { zh: "轻应用", en: "Light app" },
  admin: { zh: "平台", en: "Platform" },
} satisfies Record<GovernanceKind, unknown>;

/** ms between the click and the start of a run (B-211). */
const startDelay = seconds(1);
const delay = () => new Promise((resolve) => setTimeout(resolve, startDelay));

type Target = { kind: GovernanceKind; appId: string | undefined; siteId: string | null };

async function start({ kind, appId, siteId }: Target): Promise<{ runId: string }> {
  await delay();
  if (kind === "admin") return call("GET Api/AdminGovernance/Start", {}, { method: "POST" });
  if (kind === "site") return call("GET Api/SiteGovernance/Start", { siteId: siteId! }, { method: "POST" });
  return call("POST Api/AppGovernance/Start", { siteId: siteId!, appId: appId! });
}

/** The governance of the site, of a light app or of the platform: its latest report, and the start of a run. */
export function GovernanceScreen() {
  const { data: person } = usePerson();
  return person === undefined ? null : <Governance person={person} />;
}

function Governance({ person }: { person: Person }) {
  const t = useText();
  const locale = useLocale();
  const queries = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const kinds = governanceKinds.filter((candidate) => candidate !== "admin" || person.isSuperAdmin);
  const kind = kinds.find((candidate) => candidate === search.get("kind")) ?? "site";
  const appId = kind === "app" ? (search.get("app") ?? undefined) : undefined;
  const query = useQuery({
    queryKey: ["governance", "report", kind, appId, locale],
    queryFn: ({ signal }) =>
      call("GET paas/governance/report", { kind, ...(appId === undefined ? {} : { appId }) }, { signal }),
    staleTime: 0,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: start,
    onSuccess({ runId }) {
      openProgress(runId);
      void queries.invalidateQueries({ queryKey: ["governance", "report"] });
    },
    onError: (error) => notify("error", t(texts.failed), { description: errorMessage(error) }),
  });
  useTitle(t(screen.title));
  const { siteId = null, activeRunId = null, apps = [] } = query.data ?? {};
  // Somebody who comes back finds the run that they left.
  useEffect(() => {
    if (activeRunId !== null) openProgress(activeRunId);
  }, [activeRunId]);
  const isReady =
    query.data !== undefined && (kind === "admin" || siteId !== null) && (kind !== "app" || appId !== undefined);
  return (
    <div className="grid gap-5">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-1">
          <h1 className="text-2xl font-semibold tracking-tight">{t(screen.title)}</h1>
          <p className="text-ink-2">{t(texts.intro)}</p>
        </div>
        {activeRunId === null ? (
          <Button
            kind="primary"
            disabled={!isReady || isPending}
            aria-busy={isPending}
            onClick={() => mutate({ kind, appId, siteId })}
          >
            {t(texts.start)}
          </Button>
        ) : (
          <Button onClick={() => openProgress(activeRunId)}>{t(texts.show)}</Button>
        )}
      </header>
      <div className="flex flex-wrap gap-3">
        <Select
          label={t(texts.kind)}
          className="w-48"
          value={kind}
          options={kinds.map((key) => ({ key, name: t(kindNames[key]) }))}
          onChange={(key) => setSearch({ kind: key ?? "site" }, { replace: true })}
        />
        {kind === "app" && apps.length > 0 && (
          <Select
            label={t(texts.app)}
            className="w-60"
            value={appId ?? null}
            placeholder={t(texts.choose)}
            options={apps.map(({ id, name }) => ({ key: id, name }))}
            onChange={(key) => setSearch({ kind, ...(key === null ? {} : { app: key }) }, { replace: true })}
          />
        )}
      </div>
      <QueryContent query={query} height="h-80">
        {({ report }) =>
          report !== null ? (
            <ReportView report={report} />
          ) : (
            <EmptyState
              title={t(kind === "app" && apps.length === 0 ? texts.noApps : texts.empty)}
              text={t(texts.emptyText)}
            />
          )
        }
      </QueryContent>
      <ProgressDialog onEnd={() => void queries.invalidateQueries({ queryKey: ["governance"] })} />
    </div>
  );
}
