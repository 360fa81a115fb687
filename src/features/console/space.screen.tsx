import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { CallOutput } from "#kit/call.ts";
import { dateTime } from "#kit/format.ts";
import type { SpaceEventKind } from "#kit/space.ts";
import { formatText, type Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { ScreenLoading, ScreenProblem } from "#client/screen-states.tsx";
import { Button } from "#ui/button.tsx";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import { useText } from "#ui/locale.ts";
import { Section } from "#ui/section.tsx";
import { StatusTag } from "#ui/status-tag.tsx";
import { useTitle } from "#ui/title.ts";
import { notify } from "#ui/toast.tsx";
import type { SpaceDialogName } from "./space-dialogs.tsx";
import { Facts } from "./facts.tsx";
import { count, stateNames, storageText, unknown, usageText } from "./space-texts.ts";
import screen from "./space.screen.ts";

const texts = {
  suspend: { zh: "暂停空间", en: "Suspend space" },
  resume: { zh: "恢复空间", en: "Resume space" },
  reopen: { zh: "重新开放空间", en: "Reopen space" },
  quotas: { zh: "修改配额", en: "Change quotas" },
  suspended: { zh: "空间已暂停", en: "Space suspended" },
  resumed: { zh: "空间已恢复", en: "Space resumed" },
  changed: { zh: "配额已修改", en: "Quotas changed" },
  platform: { zh: "平台自身的空间，不能暂停", en: "The platform’s own space. It cannot be suspended." },
  closing: {
    zh: "管理员已关闭此空间。全部数据将在 {time} 之后永久清除，在此之前可以重新开放。",
    en: "An administrator closed this space. All its data are erased after {time}; you can reopen it until then.",
  },
  stopped: {
    zh: "网站、登录、接口、任务和推送均已停止。",
    en: "Its website, sign-ins, API, jobs and webhooks are stopped.",
  },
  usage: { zh: "用量", en: "Usage" },
  work: { zh: "后台任务", en: "Background work" },
  people: { zh: "管理员", en: "Administrators" },
  nobody: { zh: "没有管理员", en: "No administrators" },
  history: { zh: "平台处理记录", en: "Platform history" },
  noEvents: { zh: "暂无记录", en: "Nothing yet" },
  site: { zh: "站点", en: "Site" },
  address: { zh: "地址", en: "Address" },
  quotasTo: { zh: "文件存储 {megabytes}，文件 {files}", en: "Storage {megabytes}, files {files}" },
  usual: { zh: "默认", en: "default" },
  unlimited: { zh: "不限", en: "no limit" },
  created: { zh: "创建时间", en: "Created" },
  active: { zh: "最近活动", en: "Last activity" },
  members: { zh: "成员", en: "Members" },
  rows: { zh: "数据", en: "Rows" },
  files: { zh: "文件", en: "Files" },
  storage: { zh: "文件存储", en: "Storage" },
  queued: { zh: "排队任务", en: "Queued jobs" },
  running: { zh: "运行中任务", en: "Running jobs" },
  failed: { zh: "近 30 天失败任务", en: "Failed jobs, 30 days" },
  deliveries: { zh: "待推送", en: "Waiting deliveries" },
  program: { zh: "系统", en: "System" },
} satisfies Record<string, Text>;

const eventNames: Record<SpaceEventKind, Text> = {
  suspended: { zh: "暂停", en: "Suspended" },
  resumed: { zh: "恢复", en: "Resumed" },
  quotas: { zh: "修改配额", en: "Quotas changed" },
  closed: { zh: "由空间管理员关闭", en: "Closed by its administrator" },
  reopened: { zh: "重新开放", en: "Reopened" },
  erased: { zh: "数据已清除", en: "Data erased" },
  jobRetried: { zh: "重试任务", en: "Job retried" },
  jobCancelled: { zh: "取消任务", en: "Job cancelled" },
};

const SpaceDialog = loadDialogLater(() => import("./space-dialogs.tsx").then((file) => file.SpaceDialog));

export type SpaceDetail = CallOutput<"GET paas/space/detail">;
const minute = (time: string) => dateTime(time, "yyyy-MM-dd HH:mm");

function State({ space: { state, eraseAt, isPlatform } }: { space: SpaceDetail }) {
  const t = useText();
  const { name, color } = stateNames[state];
  const note =
    state === "closed" && eraseAt !== null
      ? formatText(texts.closing, { time: minute(eraseAt) })
      : state === "suspended"
        ? texts.stopped
        : isPlatform
          ? texts.platform
          : undefined;
  return (
    <div className="grid gap-1">
      <StatusTag color={color}>{t(name)}</StatusTag>
      {note !== undefined && <p className="max-w-prose text-sm text-ink-2">{t(note)}</p>}
    </div>
  );
}

/** A quota in the history: that of the settings, none, or a number with its unit. */
function quotaText(value: number | null, unit: string): Text {
  if (value === null) return texts.usual;
  if (value === 0) return texts.unlimited;
  const number = `${count(value)}${unit}`;
  return { zh: number, en: number };
}

function History({ events }: Pick<SpaceDetail, "events">) {
  const t = useText();
  if (events.length === 0) return <p className="text-ink-2">{t(texts.noEvents)}</p>;
  return (
    <ol className="grid gap-3">
      {events.map(({ id, kind, note, quotas, job, by, createdAt }) => (
        <li key={id} className="grid gap-x-6 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <time dateTime={createdAt} className="text-sm text-ink-3 tabular-nums">
            {minute(createdAt)}
          </time>
          <p className="min-w-0 break-words">
            <span className="font-medium">{t(eventNames[kind])}</span>
            <span className="text-ink-2"> · {by ?? t(texts.program)}</span>
            {quotas !== null && (
              <span className="block text-sm text-ink-2">
                {t(
                  formatText(texts.quotasTo, {
                    megabytes: t(quotaText(quotas.megabytes, " MB")),
                    files: t(quotaText(quotas.files, "")),
                  }),
                )}
              </span>
            )}
            {job !== null && <span className="block text-sm text-ink-2">{t(job)}</span>}
            {note !== "" && <span className="block text-sm text-ink-2">{note}</span>}
          </p>
        </li>
      ))}
    </ol>
  );
}

function Space({ space }: { space: SpaceDetail }) {
  const t = useText();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<SpaceDialogName>();
  useTitle(t(space.name));
  const { state, code, origin, files, maxFiles, isPlatform, administrators } = space;
  async function handleDone(name: SpaceDialogName): Promise<void> {
    setDialog(undefined);
    notify("success", t({ suspend: texts.suspended, resume: texts.resumed, quotas: texts.changed }[name]));
    await client.invalidateQueries({ queryKey: ["spaces"] });
  }
  return (
    <>
      <header className="mb-6 flex flex-wrap items-start gap-4">
        <div className="mr-auto grid min-w-0 gap-2">
          <h1 className="text-2xl font-semibold tracking-tight break-words">{t(space.name)}</h1>
          <State space={space} />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setDialog("quotas")}>{t(texts.quotas)}</Button>
          {state !== "active" ? (
            <Button kind="primary" onClick={() => setDialog("resume")}>
              {t(state === "closed" ? texts.reopen : texts.resume)}
            </Button>
          ) : (
            !isPlatform && (
              <Button kind="danger" onClick={() => setDialog("suspend")}>
                {t(texts.suspend)}
              </Button>
            )
          )}
        </div>
      </header>
      <Section title={t(texts.site)}>
        <Facts
          facts={[
            [
              texts.address,
              <span key="address" className="font-mono text-sm">
                {origin?.replace(/^https?:\/\//, "") ?? code}
              </span>,
            ],
            [texts.created, minute(space.createdAt)],
            [texts.active, space.activeAt === null ? unknown : minute(space.activeAt)],
          ]}
        />
      </Section>
      <Section title={t(texts.usage)}>
        <Facts
          facts={[
            [texts.members, count(space.members)],
            [texts.rows, count(space.rows)],
            [texts.files, t(usageText(files, maxFiles, count))],
            [texts.storage, t(storageText(space))],
          ]}
        />
      </Section>
      <Section title={t(texts.work)}>
        <Facts
          facts={[
            [texts.running, count(space.runningJobs)],
            [texts.queued, count(space.queuedJobs)],
            [texts.failed, count(space.failedJobs)],
            [texts.deliveries, count(space.waitingDeliveries)],
          ]}
        />
      </Section>
      <Section title={t(texts.people)}>
        {administrators.length === 0 ? (
          <p className="text-ink-2">{t(texts.nobody)}</p>
        ) : (
          <ul className="grid gap-1">
            {administrators.map(({ name, mobile }, index) => (
              <li key={`${mobile} ${index}`}>
                {name !== "" && name !== mobile && <span className="font-medium">{name} </span>}
                <span className="font-mono text-sm text-ink-2">{mobile}</span>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title={t(texts.history)}>
        <History events={space.events} />
      </Section>
      {dialog !== undefined && (
        <SpaceDialog
          name={dialog}
          space={space}
          onDone={() => void handleDone(dialog)}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

/** One space with what it uses and what the platform may do with it. */
export function SpaceScreen() {
  const t = useText();
  const [search] = useSearchParams();
  const id = search.get("id") ?? "";
  useTitle(t(screen.title));
  const { data, error, refetch } = useQuery({
    queryKey: ["spaces", "detail", id],
    queryFn: ({ signal }) => call("GET paas/space/detail", { id }, { signal }),
    staleTime: 0,
  });
  if (data !== undefined) return <Space space={data} />;
  return error === null ? <ScreenLoading /> : <ScreenProblem problem={error} onRetry={() => void refetch()} />;
}
