import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Link } from "react-router";
import type { CallOutput } from "#kit/call.ts";
import { dateTime } from "#kit/format.ts";
import { relativeTime } from "#kit/relative-time.ts";
import { formatText } from "#kit/text.ts";
import { workStates } from "#kit/work.ts";
import { call } from "#client/call.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { ScreenProblem } from "#client/screen-states.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { StatusTag } from "#ui/status-tag.tsx";
import { TimeLeft } from "#ui/time-left.tsx";
import { useTitle } from "#ui/title.ts";
import { DaysDial, expiresSoonDays } from "./days-dial.tsx";
import { OpenLink } from "./open-link.tsx";
import { PackageFacts } from "./package-facts.tsx";
import screen from "./index.screen.ts";

type Overview = CallOutput<"GET service/overview">;

const texts = {
  loading: { zh: "正在加载…", en: "Loading…" },
  active: { zh: "生效中的套餐", en: "Active plans" },
  all: { zh: "查看全部", en: "View all" },
  until: { zh: "有效至", en: "Valid until" },
  none: { zh: "尚未开通套餐", en: "No active plans" },
  noneText: {
    zh: "开通套餐后，可在这里查看套餐内容和剩余天数。",
    en: "Activate a plan to see what it includes and the days remaining.",
  },
  ended: { zh: "套餐均已到期", en: "All plans have expired" },
  endedText: { zh: "重新开通后即可继续使用。", en: "Activate again to continue." },
  expiresSoon: { zh: "即将到期", en: "Expires soon" },
  work: { zh: "工单", en: "Work orders" },
  open: { zh: "{n} 个未结束", en: "{n} open" },
  submit: { zh: "提交工单", en: "Submit a work order" },
  noWork: {
    zh: "暂无工单。提交时选择套餐，由服务方处理；不选则由本空间的管理员处理。",
    en: "No work orders yet. Submit one under a plan and its provider handles it; without a plan, your administrators do.",
  },
};
const quietLink = "text-sm text-brand underline-offset-3 hover:underline";

function PackageItem({ plan }: { plan: Overview["packages"][number] }) {
  const t = useText();
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-3 border border-line bg-sheet p-5 sm:gap-x-6">
      <DaysDial daysLeft={plan.daysLeft} daysInAll={plan.daysInAll} />
      <div className="sm:self-end">
        <h3 className="flex flex-wrap items-baseline justify-between gap-x-3 text-lg font-semibold">
          {t(plan.name)}
          {plan.daysLeft <= expiresSoonDays && (
            <span className="text-sm font-medium text-seal">{t(texts.expiresSoon)}</span>
          )}
        </h3>
        <p className="text-sm text-ink-3">{t(plan.provider)}</p>
      </div>
      <div className="max-sm:col-span-2 sm:col-start-2 sm:self-start">
        <PackageFacts {...plan} firstFacts={[[texts.until, dateTime(plan.endsAt, "yyyy-MM-dd")]]} />
      </div>
    </li>
  );
}

function PackagesSection({ packages, hasOpened }: Pick<Overview, "packages" | "hasOpened">) {
  const t = useText();
  return (
    <section aria-labelledby="packages" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="packages" className="font-semibold">
          {t(texts.active)}
        </h2>
        {hasOpened && (
          <Link to="/service/serviceOpening/list" className={quietLink}>
            {t(texts.all)}
          </Link>
        )}
      </div>
      {packages.length === 0 ? (
        <div className="border border-line bg-sheet">
          <EmptyState
            title={t(hasOpened ? texts.ended : texts.none)}
            text={t(hasOpened ? texts.endedText : texts.noneText)}
          >
            <OpenLink />
          </EmptyState>
        </div>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-5 xl:grid-cols-2">
          {packages.map((plan) => (
            <PackageItem key={plan.id} plan={plan} />
          ))}
        </ul>
      )}
    </section>
  );
}

function WorkOrdersSection({ work: { open, latest } }: Pick<Overview, "work">) {
  const t = useText();
  const locale = useLocale();
  return (
    <section aria-labelledby="work" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="work" className="font-semibold">
          {t(texts.work)}
          {open > 0 && (
            <span className="ml-2 font-normal text-ink-3 tabular-nums">
              {t(formatText(texts.open, { n: open.toLocaleString("en") }))}
            </span>
          )}
        </h2>
        <div className="flex items-center gap-4">
          {latest.length > 0 && (
            <Link to="/service/paasWork/list" className={quietLink}>
              {t(texts.all)}
            </Link>
          )}
          <Link to="/service/paasWork/add" className="button-link">
            <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
            {t(texts.submit)}
          </Link>
        </div>
      </div>
      <div className="border border-line bg-sheet">
        {latest.length === 0 ? (
          <p className="p-5 text-sm text-ink-2">{t(texts.noWork)}</p>
        ) : (
          <ul>
            {latest.map(({ id, title, status, updatedAt, provider, dueAt }) => (
              <li key={id} className="border-b border-line last:border-b-0">
                <Link
                  to={`/service/paasWork/details?id=${id}`}
                  className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-5 py-3.5 hover:bg-paper-2"
                >
                  <span className="grid min-w-0 flex-1 basis-48">
                    <span className="truncate font-medium">{title}</span>
                    {provider !== null && (
                      <span className="flex flex-wrap gap-x-3 text-sm text-ink-3">
                        {t(provider)}
                        {dueAt !== null && <TimeLeft until={dueAt} locale={locale} />}
                      </span>
                    )}
                  </span>
                  <StatusTag color={workStates[status].color}>{t(workStates[status].name)}</StatusTag>
                  <time dateTime={updatedAt} className="text-xs text-ink-3 max-sm:w-full sm:w-28 sm:text-right">
                    {relativeTime(updatedAt, locale)}
                  </time>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function LoadingState() {
  const t = useText();
  return (
    <div role="status" aria-label={t(texts.loading)} className="grid gap-8">
      {["h-44", "h-32"].map((height) => (
        <div key={height} className="grid gap-3">
          <Skeleton className="w-32" />
          <Skeleton className={height} />
        </div>
      ))}
    </div>
  );
}

/** The active plans of the space and its latest work orders (S-042). */
export function ServiceScreen() {
  const t = useText();
  useTitle(t(screen.title));
  const { data, error, refetch } = useQuery({
    queryKey: ["service", "overview"],
    queryFn: ({ signal }) => call("GET service/overview", {}, { signal }),
    // Always refetched, because people submit work orders on other screens.
    refetchOnMount: "always",
  });
  if (error !== null && data === undefined) return <ScreenProblem problem={error} onRetry={() => void refetch()} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <header className="flex min-h-9 flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl font-semibold tracking-tight">{t(screen.title)}</h1>
        {data !== undefined && data.packages.length > 0 && <OpenLink />}
      </header>
      {data === undefined ? (
        <LoadingState />
      ) : (
        <>
          <PackagesSection {...data} />
          <WorkOrdersSection {...data} />
        </>
      )}
    </div>
  );
}
