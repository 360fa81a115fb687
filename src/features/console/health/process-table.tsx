import type { CallOutput } from "#kit/call.ts";
import { formatText, type Text } from "#kit/text.ts";
import { fileSize } from "#kit/stored-file.ts";
import { useText } from "#ui/locale.ts";
import { cellClass, numberCellClass, RecordTable } from "#ui/record-table.tsx";
import { StatusTag } from "#ui/status-tag.tsx";
import { Ago, cardRowClass, Named } from "../console-parts.tsx";
import { unknown } from "../space-texts.ts";

const texts = {
  processes: { zh: "进程", en: "Processes" },
  process: { zh: "进程", en: "Process" },
  state: { zh: "状态", en: "Status" },
  running: { zh: "运行中", en: "Running" },
  silent: { zh: "无响应", en: "Silent" },
  jobs: { zh: "执行任务", en: "Runs jobs" },
  requests: { zh: "只处理请求", en: "Requests only" },
  version: { zh: "版本 {version}", en: "Version {version}" },
  current: { zh: "当前进程", en: "Answers you" },
  started: { zh: "启动", en: "Started" },
  beat: { zh: "最近心跳", en: "Last beat" },
  memory: { zh: "内存", en: "Memory" },
  delay: { zh: "事件循环延迟", en: "Event loop delay" },
  worst: { zh: "最高 {ms} ms", en: "{ms} ms at worst" },
  connections: { zh: "数据库连接", en: "Connections" },
  used: { zh: "{used} / {max}", en: "{used} of {max}" },
  waiting: { zh: "{n} 个等待", en: "{n} waiting" },
  disk: { zh: "磁盘剩余", en: "Free disk" },
  replicas: { zh: "只读副本", en: "Replicas" },
  lag: { zh: "{name}：延迟 {n} 秒", en: "{name}: {n} s behind" },
  away: { zh: "{name}：不可用", en: "{name}: away" },
} satisfies Record<string, Text>;

type Process = CallOutput<"GET paas/health">["processes"][number];

function ProcessRow({ process, hasReplicas }: { process: Process; hasReplicas: boolean }) {
  const t = useText();
  const { host, pid, version, isCurrent, isSilent, isWorking, connections, replicas, freeDisk } = process;
  return (
    <tr className={cardRowClass}>
      <th scope="row" className={`${cellClass} min-w-0 font-normal max-sm:col-span-2`}>
        <span className="font-medium break-all">
          {host} <span className="font-mono text-sm">{pid}</span>
        </span>
        <span className="block text-sm text-ink-2">
          {t(formatText(texts.version, { version }))} · {t(isWorking ? texts.jobs : texts.requests)}
          {isCurrent && ` · ${t(texts.current)}`}
        </span>
      </th>
      <td className={cellClass}>
        <StatusTag color={isSilent ? "cinnabar" : "malachite"}>{t(isSilent ? texts.silent : texts.running)}</StatusTag>
      </td>
      <td className={`${cellClass} text-ink-2`}>
        <Named name={texts.started}>
          <Ago time={process.startedAt} />
        </Named>
      </td>
      <td className={`${cellClass} text-ink-2`}>
        <Named name={texts.beat}>
          <Ago time={process.beatAt} />
        </Named>
      </td>
      <td className={numberCellClass}>
        <Named name={texts.memory}>{fileSize(process.memory)}</Named>
      </td>
      <td className={numberCellClass}>
        <Named name={texts.delay}>{process.delay} ms</Named>
        <span className="block text-xs text-ink-3">{t(formatText(texts.worst, { ms: process.worstDelay }))}</span>
      </td>
      <td className={numberCellClass}>
        <Named name={texts.connections}>
          {t(formatText(texts.used, { used: connections.used, max: connections.max }))}
        </Named>
        {connections.waiting > 0 && (
          <span className="block text-xs text-danger">{t(formatText(texts.waiting, { n: connections.waiting }))}</span>
        )}
      </td>
      <td className={numberCellClass}>
        <Named name={texts.disk}>{freeDisk === null ? unknown : fileSize(freeDisk)}</Named>
      </td>
      {hasReplicas && (
        <td className={`${cellClass} max-sm:col-span-2`}>
          <Named name={texts.replicas}>
            {replicas.map(({ name, lag }) => (
              <span key={name} className={`block text-sm ${lag === null ? "text-danger" : "text-ink-2"}`}>
                {t(
                  lag === null ? formatText(texts.away, { name }) : formatText(texts.lag, { name, n: Math.round(lag) }),
                )}
              </span>
            ))}
          </Named>
        </td>
      )}
    </tr>
  );
}

/** The processes of the installation, the oldest first. */
export function ProcessTable({ processes }: { processes: readonly Process[] }) {
  const t = useText();
  const hasReplicas = processes.some(({ replicas }) => replicas.length > 0);
  const heads = [
    { key: "process", name: t(texts.process) },
    { key: "state", name: t(texts.state) },
    { key: "started", name: t(texts.started) },
    { key: "beat", name: t(texts.beat) },
    { key: "memory", name: t(texts.memory), isNumber: true },
    { key: "delay", name: t(texts.delay), isNumber: true },
    { key: "connections", name: t(texts.connections), isNumber: true },
    { key: "disk", name: t(texts.disk), isNumber: true },
    ...(hasReplicas ? [{ key: "replicas", name: t(texts.replicas) }] : []),
  ];
  return (
    <RecordTable label={t(texts.processes)} heads={heads}>
      {processes.map((process) => (
        <ProcessRow key={process.id} process={process} hasReplicas={hasReplicas} />
      ))}
    </RecordTable>
  );
}
