import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { CallOutput } from "#kit/call.ts";
import { queueTitles } from "#kit/health.ts";
import { jobStateNames, jobStates } from "#kit/job.ts";
import { formatText, type Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { useText } from "#ui/locale.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { cellClass, numberCellClass, RecordTable } from "#ui/record-table.tsx";
import { Select } from "#ui/select.tsx";
import { StatusTag } from "#ui/status-tag.tsx";
import { useTitle } from "#ui/title.ts";
import { Ago, cardRowClass, ConsoleHeader, durationText, Named, Part, refreshInterval } from "./console-parts.tsx";
import screen from "./jobs.screen.ts";
import { count, unknown } from "./space-texts.ts";
import { JobTable } from "./queues/job-table.tsx";

const texts = {
  intro: {
    zh: "所有空间的任务，以及平台的队列与系统维护。这里不显示空间的数据。",
    en: "Jobs of all spaces, and the queues and upkeep of the platform. Nothing here shows the data of a space.",
  },
  queues: { zh: "队列", en: "Queues" },
  queue: { zh: "队列", en: "Queue" },
  waiting: { zh: "等待", en: "Waiting" },
  running: { zh: "进行中", en: "In progress" },
  retrying: { zh: "等待重试", en: "Retrying" },
  failed: { zh: "近 24 小时失败", en: "Failed, 24 hours" },
  oldest: { zh: "最长等待", en: "Longest wait" },
  jobs: { zh: "任务", en: "Jobs" },
  state: { zh: "状态", en: "Status" },
  all: { zh: "全部状态", en: "All statuses" },
  upkeep: { zh: "系统维护", en: "Upkeep" },
  task: { zh: "维护项", en: "Task" },
  every: { zh: "间隔", en: "Interval" },
  everyMinutes: { zh: "每 {n} 分钟", en: "Every {n} {n|minute|minutes}" },
  success: { zh: "最近成功", en: "Last success" },
  failures: { zh: "累计失败", en: "Failures in all" },
  fine: { zh: "正常", en: "OK" },
  notRun: { zh: "尚未执行", en: "Not run yet" },
  late: { zh: "超时未执行", en: "Late" },
  hasFailed: { zh: "最近一次失败", en: "Last run failed" },
} satisfies Record<string, Text>;

type Figures = CallOutput<"GET paas/job/figures">;

function QueueTable({ queues }: Pick<Figures, "queues">) {
  const t = useText();
  const columns = ["waiting", "running", "retrying", "failed"] as const;
  const heads = [
    { key: "queue", name: t(texts.queue) },
    ...[...columns, "oldest" as const].map((key) => ({ key, name: t(texts[key]), isNumber: true })),
  ];
  return (
    <RecordTable label={t(texts.queues)} heads={heads}>
      {queues.map(({ name, oldestSeconds, ...queue }) => (
        <tr key={name} className={cardRowClass}>
          <th scope="row" className={`${cellClass} font-medium max-sm:col-span-2`}>
            {t(queueTitles[name])}
          </th>
          {columns.map((column) => (
            <td
              key={column}
              className={`${numberCellClass} ${column === "failed" && queue.failed > 0 ? "font-medium text-danger" : ""}`}
            >
              <Named name={texts[column]}>{count(queue[column])}</Named>
            </td>
          ))}
          <td className={numberCellClass}>
            <Named name={texts.oldest}>{oldestSeconds < 1 ? unknown : t(durationText(oldestSeconds))}</Named>
          </td>
        </tr>
      ))}
    </RecordTable>
  );
}

function UpkeepTable({ upkeep }: Pick<Figures, "upkeep">) {
  const t = useText();
  const heads = [
    { key: "task", name: t(texts.task) },
    { key: "state", name: t(texts.state) },
    { key: "every", name: t(texts.every) },
    { key: "success", name: t(texts.success) },
    { key: "failures", name: t(texts.failures), isNumber: true },
  ];
  return (
    <RecordTable label={t(texts.upkeep)} heads={heads}>
      {upkeep.map(({ name, everyMinutes, succeededAt, isRunning, hasFailed, failures, isLate }) => {
        const state = isLate
          ? { color: "cinnabar", text: texts.late }
          : isRunning
            ? { color: "azurite", text: texts.running }
            : hasFailed
              ? { color: "cinnabar", text: texts.hasFailed }
              : succeededAt === null
                ? { color: "ochre", text: texts.notRun }
                : { color: "malachite", text: texts.fine };
        return (
          <tr key={name} className={cardRowClass}>
            <th scope="row" className={`${cellClass} font-mono text-sm font-normal break-all`}>
              {name}
            </th>
            <td className={cellClass}>
              <StatusTag color={state.color}>{t(state.text)}</StatusTag>
            </td>
            <td className={`${cellClass} text-ink-2 max-sm:hidden`}>
              {t(formatText(texts.everyMinutes, { n: everyMinutes }))}
            </td>
            <td className={`${cellClass} text-ink-2`}>
              <Named name={texts.success}>
                <Ago time={succeededAt} />
              </Named>
            </td>
            <td className={numberCellClass}>
              <Named name={texts.failures}>{count(failures)}</Named>
            </td>
          </tr>
        );
      })}
    </RecordTable>
  );
}

/** Jobs, queues and upkeep of the whole installation, for administrators of the platform. The chosen state is in the address. */
export function JobsScreen() {
  const t = useText();
  useTitle(t(screen.title));
  const [search, setSearch] = useSearchParams();
  const state = jobStates.find((candidate) => candidate === search.get("state"));
  const figures = useQuery({
    queryKey: ["platformJobs", "figures"],
    queryFn: ({ signal }) => call("GET paas/job/figures", {}, { signal }),
    staleTime: 0,
    refetchInterval: refreshInterval,
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <ConsoleHeader title={t(screen.title)} intro={t(texts.intro)} />
      <Part title={t(texts.queues)}>
        <QueryContent query={figures} height="h-72">
          {({ queues }) => <QueueTable queues={queues} />}
        </QueryContent>
      </Part>
      <Part
        title={t(texts.jobs)}
        action={
          <Select
            label={t(texts.state)}
            className="w-36!"
            value={state ?? "all"}
            options={[
              { key: "all", name: t(texts.all) },
              ...jobStates.map((key) => ({ key, name: t(jobStateNames[key]) })),
            ]}
            onChange={(key) =>
              setSearch(key === null || key === "all" ? {} : { state: key }, {
                replace: true,
                preventScrollReset: true,
              })
            }
          />
        }
      >
        <JobTable state={state} />
      </Part>
      <Part title={t(texts.upkeep)}>
        <QueryContent query={figures} height="h-72">
          {({ upkeep }) => <UpkeepTable upkeep={upkeep} />}
        </QueryContent>
      </Part>
    </div>
  );
}
