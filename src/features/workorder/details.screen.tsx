import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, Navigate, useLocation, useSearchParams } from "react-router";
import type { CallOutput } from "#kit/call.ts";
import { dateTime, hours } from "#kit/format.ts";
import { responseTime, withinHoursText } from "#kit/service.ts";
import { formatText, inLocale, type Locale } from "#kit/text.ts";
import { queryParameter } from "#kit/url.ts";
import { workStates, workSteps, type WorkStep } from "#kit/work.ts";
import { Button } from "#ui/button.tsx";
import { call } from "#client/call.ts";
import { ask } from "#ui/confirm.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { Picture } from "#ui/picture.tsx";
import { ScreenLoading, ScreenProblem } from "#client/screen-states.tsx";
import { StatusTag } from "#ui/status-tag.tsx";
import { TimeLeft } from "#ui/time-left.tsx";
import { useTitle } from "#ui/title.ts";
import { notify } from "#ui/toast.tsx";
import { Conversation } from "./conversation.tsx";
import screen from "./details.screen.ts";

type Work = CallOutput<"GET paas/workorder/details">;

const texts = {
  back: { zh: "返回列表", en: "Back to list" },
  edit: { zh: "编辑", en: "Edit" },
  filed: { zh: "提交", en: "Submitted" },
  provider: { zh: "服务方", en: "Provider" },
  customer: { zh: "客户", en: "Customer" },
  plan: { zh: "套餐", en: "Plan" },
  answered: { zh: "已于 {at} 响应", en: "Responded {at}" },
  answeredLate: { zh: "已于 {at} 响应（超时）", en: "Responded {at}, late" },
  device: { zh: "设备编号", en: "Device ID" },
  priority: { zh: "优先级", en: "Priority" },
  urgent: { zh: "紧急", en: "Urgent" },
  normal: { zh: "普通", en: "Normal" },
  picture: { zh: "工单图片", en: "Image of the issue" },
  steps: { zh: "处理", en: "Actions" },
  sure: { zh: "取消此工单？", en: "Cancel this work order?" },
  sureText: {
    zh: "取消后不能再回复或重新打开。",
    en: "It cannot be replied to or reopened afterwards.",
  },
  keep: { zh: "保留", en: "Keep work order" },
  none: { zh: "当前没有需要您处理的步骤。", en: "No action is needed from you right now." },
};

/** The promised response time, and either the time left for the first answer or the time of that answer. */
function ResponseDue({ work: { dueAt, answeredAt, createdAt, responseHours } }: { work: Work }) {
  const t = useText();
  const locale = useLocale();
  if (responseHours === null) return null;
  const isLate = answeredAt !== null && Date.parse(answeredAt) > Date.parse(createdAt) + hours(responseHours);
  return (
    <>
      {t(formatText(withinHoursText, { n: responseHours }))}
      <span className="block">
        {dueAt !== null && <TimeLeft until={dueAt} locale={locale} />}
        {answeredAt !== null && (
          <span className={isLate ? "text-danger" : "text-ink-2"}>
            {t(
              formatText(isLate ? texts.answeredLate : texts.answered, {
                at: dateTime(answeredAt, "yyyy-MM-dd HH:mm"),
              }),
            )}
          </span>
        )}
      </span>
    </>
  );
}

/** Rows of the facts about an order under a plan: the other space, the plan and its response time. */
function planFacts(work: Work, locale: Locale) {
  const { side, party, packageName, responseHours } = work;
  return [
    ...(side === "internal"
      ? []
      : [[side === "customer" ? texts.provider : texts.customer, inLocale(party, locale) ?? ""] as const]),
    ...(packageName === null ? [] : [[texts.plan, inLocale(packageName, locale) ?? ""] as const]),
    ...(responseHours === null ? [] : [[responseTime.name, <ResponseDue key="promised" work={work} />] as const]),
  ];
}

function Facts({ work }: { work: Work }) {
  const t = useText();
  const locale = useLocale();
  const facts = [
    ...planFacts(work, locale),
    [texts.filed, `${work.filedBy} · ${dateTime(work.createdAt, "yyyy-MM-dd HH:mm")}`],
    [texts.priority, t(work.priority === "urgent" ? texts.urgent : texts.normal)],
    ...(work.device === null ? [] : [[texts.device, work.device] as const]),
  ] as const;
  return (
    <dl className="grid gap-2 text-sm">
      {facts.map(([name, value]) => (
        <div key={name.en} className="grid grid-cols-[96px_minmax(0,1fr)] wrap-anywhere gap-2">
          <dt className="text-ink-3">{t(name)}</dt>
          <dd className="break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** ms after a step during which the buttons are disabled. */
const stepCooldown = 800;

function Steps({ work, onMoved }: { work: Work; onMoved: () => Promise<unknown> }) {
  const t = useText();
  const { mutate, isPending } = useMutation({
    mutationFn: (step: WorkStep) => call("POST paas/workorder/move", { id: work.id, step }),
    onError: (error) => notify("error", error.message),
    // The button of the next step appears in the same place: a double click must not take both steps.
    onSettled: () => Promise.all([onMoved(), new Promise((resolve) => setTimeout(resolve, stepCooldown))]),
  });
  async function takeStep(step: WorkStep): Promise<void> {
    if (step === "cancel") {
      const question = {
        title: t(texts.sure),
        text: t(texts.sureText),
        yes: t(workSteps.cancel.name),
        no: t(texts.keep),
      };
      if (!(await ask({ ...question, isDangerous: true }))) return;
    }
    mutate(step);
  }
  return (
    <section aria-labelledby="steps" className="grid gap-3 border-t border-line pt-5">
      <h2 id="steps" className="text-sm font-semibold">
        {t(texts.steps)}
      </h2>
      {work.steps.length === 0 ? (
        <p className="text-sm text-ink-2">{t(texts.none)}</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          {work.steps.map((step, index) => (
            <Button
              key={step}
              kind={step === "cancel" ? "danger" : index === 0 ? "primary" : "plain"}
              disabled={isPending}
              onClick={() => void takeStep(step)}
            >
              {t(workSteps[step].name)}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}

/** A work order: its fields, messages and available steps (S-037). */
export function WorkScreen() {
  const t = useText();
  const queryClient = useQueryClient();
  // The screen exists in several areas of the site; its links stay in the current area.
  const [, area] = useLocation().pathname.split("/");
  const [query] = useSearchParams();
  const id = queryParameter(query, "id") ?? "";
  const queryKey = ["work", id];
  const {
    data: work,
    error,
    refetch,
  } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call("GET paas/workorder/details", { id }, { signal }),
    enabled: id !== "",
    // Picks up new messages from other people.
    refetchInterval: 15_000,
  });
  useTitle(work?.title ?? t(screen.title));
  if (id === "") return <Navigate to={`/${area}/paasWork/list`} replace />;
  if (error !== null && work === undefined) return <ScreenProblem problem={error} onRetry={() => void refetch()} />;
  if (work === undefined) return <ScreenLoading />;
  const state = workStates[work.status];
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey }),
      queryClient.invalidateQueries({ queryKey: ["table", "paasWork"] }),
    ]);
  return (
    <div className="grid gap-6">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 flex-1 basis-72 text-2xl font-semibold tracking-tight break-words">{work.title}</h1>
        <StatusTag color={state.color}>{t(state.name)}</StatusTag>
        {work.mayEdit && (
          <Link to={`/${area}/paasWork/edit?id=${work.id}`} className="button-link">
            {t(texts.edit)}
          </Link>
        )}
        <Link to={`/${area}/paasWork/list`} className="button-link">
          {t(texts.back)}
        </Link>
      </header>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-6">
          <p className="max-w-prose wrap-anywhere whitespace-pre-wrap">{work.description}</p>
          {work.picture !== null && (
            <a href={work.picture} className="block max-w-xl border border-line">
              <Picture url={work.picture} alt={t(texts.picture)} sizes="(width < 640px) 92vw, 576px" />
            </a>
          )}
          <Conversation work={work} onSent={refresh} />
        </div>
        <div className="grid gap-5 border border-line bg-sheet p-5">
          <Facts work={work} />
          <Steps work={work} onMoved={refresh} />
        </div>
      </div>
    </div>
  );
}
