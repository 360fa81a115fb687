import { useQuery } from "@tanstack/react-query";
import type { CallOutput } from "#kit/call.ts";
import type { Adapter, AdapterState } from "#kit/health.ts";
import { fileSize } from "#kit/stored-file.ts";
import { formatText, type Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { ScreenLoading, ScreenProblem } from "#client/screen-states.tsx";
import { useText } from "#ui/locale.ts";
import { cellClass, numberCellClass, RecordTable } from "#ui/record-table.tsx";
import { StatusTag } from "#ui/status-tag.tsx";
import { useTitle } from "#ui/title.ts";
import { Ago, cardRowClass, ConsoleHeader, Named, Part, refreshInterval } from "./console-parts.tsx";
import { Facts } from "./facts.tsx";
import { ProcessTable } from "./health/process-table.tsx";
import { RefusedAddresses } from "./health/refused-addresses.tsx";
import screen from "./health.screen.ts";
import { count } from "./space-texts.ts";

const texts = {
  intro: {
    zh: "进程、数据库、文件存储和外部服务的状态，每 5 秒刷新。",
    en: "The state of processes, the database, stored files and external services. Refreshed every 5 seconds.",
  },
  processes: { zh: "进程", en: "Processes" },
  database: { zh: "数据库", en: "Database" },
  access: { zh: "读写状态", en: "Access" },
  readWrite: { zh: "可读写", en: "Read and write" },
  readOnly: { zh: "只读：无法保存", en: "Read-only: nothing can be saved" },
  version: { zh: "版本", en: "Version" },
  embedded: { zh: "{version}（内置）", en: "{version} (built in)" },
  size: { zh: "大小", en: "Size" },
  connections: { zh: "连接", en: "Connections" },
  of: { zh: "{used} / {max}", en: "{used} of {max}" },
  tables: { zh: "最大的表", en: "Largest tables" },
  rows: { zh: "行数（估计）", en: "Rows (estimate)" },
  files: { zh: "文件存储", en: "Stored files" },
  spaces: { zh: "空间", en: "Spaces" },
  fileCount: { zh: "文件", en: "Files" },
  services: { zh: "外部服务", en: "External services" },
  service: { zh: "服务", en: "Service" },
  state: { zh: "状态", en: "Status" },
  success: { zh: "最近成功", en: "Last success" },
  failure: { zh: "最近失败", en: "Last failure" },
  refused: { zh: "无法投递的邮箱", en: "Undeliverable email addresses" },
  failing: { zh: "失败中", en: "Failing" },
} satisfies Record<string, Text>;

const adapterNames: Record<Adapter, Text> = {
  sms: { zh: "短信", en: "Text messages" },
  email: { zh: "邮件", en: "Email" },
  ai: { zh: "AI", en: "AI" },
  translation: { zh: "翻译", en: "Translation" },
  storage: { zh: "对象存储", en: "Object storage" },
  scanner: { zh: "病毒扫描", en: "Virus scanner" },
};

/** What takes the place of a service that is not set. */
const defaultNames: Record<Adapter, Text> = {
  sms: { zh: "未配置：短信显示在终端", en: "Not set: messages appear in the terminal" },
  email: { zh: "未配置：邮件显示在终端", en: "Not set: emails appear in the terminal" },
  ai: { zh: "未配置：不能使用 AI", en: "Not set: AI is not available" },
  translation: { zh: "未配置：不能翻译", en: "Not set: nothing can be translated" },
  storage: { zh: "未配置：文件存储在数据目录", en: "Not set: files are in the data folder" },
  scanner: { zh: "未配置：上传不检查病毒", en: "Not set: uploads are not scanned" },
};
const smsOff: Text = { zh: "已停用：不能发送短信", en: "Off: no messages are sent" };
const setText: Text = { zh: "已配置", en: "Set" };

type Health = CallOutput<"GET paas/health">;
type AdapterHealth = Health["adapters"][number];

const colors: Record<AdapterState, string> = { set: "malachite", local: "ochre", off: "ochre" };

/** Whether the last use failed. */
const isFailing = ({ state, succeededAt, failedAt }: AdapterHealth) =>
  state === "set" && failedAt !== null && (succeededAt === null || succeededAt < failedAt);

function AdapterRow({ health }: { health: AdapterHealth }) {
  const t = useText();
  const { adapter, state, provider, succeededAt, failedAt, reason } = health;
  const standIn = adapter === "sms" && state === "off" ? smsOff : defaultNames[adapter];
  return (
    <tr className={cardRowClass}>
      <th scope="row" className={`${cellClass} font-medium max-sm:col-span-2`}>
        {t(adapterNames[adapter])}
      </th>
      <td className={`${cellClass} max-sm:col-span-2`}>
        <StatusTag color={isFailing(health) ? "cinnabar" : colors[state]}>
          <span className="whitespace-normal">
            {state !== "set" ? t(standIn) : `${t(isFailing(health) ? texts.failing : setText)} · ${provider ?? ""}`}
          </span>
        </StatusTag>
      </td>
      <td className={`${cellClass} text-ink-2`}>
        <Named name={texts.success}>
          <Ago time={succeededAt} />
        </Named>
      </td>
      <td className={`${cellClass} min-w-0 text-ink-2`}>
        <Named name={texts.failure}>
          <Ago time={failedAt} />
        </Named>
        {reason !== null && <span className="block font-mono text-xs break-words text-ink-3">{reason}</span>}
      </td>
    </tr>
  );
}

function Database({ database }: Pick<Health, "database">) {
  const t = useText();
  const { version, isEmbedded, isReadOnly, bytes, connections, maxConnections, tables } = database;
  return (
    <>
      <Facts
        facts={[
          [
            texts.access,
            <StatusTag key="access" color={isReadOnly ? "cinnabar" : "malachite"}>
              {t(isReadOnly ? texts.readOnly : texts.readWrite)}
            </StatusTag>,
          ],
          [texts.version, isEmbedded ? t(formatText(texts.embedded, { version })) : version],
          [texts.size, fileSize(bytes)],
          [texts.connections, t(formatText(texts.of, { used: connections, max: maxConnections }))],
        ]}
      />
      <RecordTable
        label={t(texts.tables)}
        heads={[
          { key: "table", name: t(texts.tables) },
          { key: "size", name: t(texts.size), isNumber: true },
          { key: "rows", name: t(texts.rows), isNumber: true },
        ]}
      >
        {tables.map((table) => (
          <tr key={table.name} className={cardRowClass}>
            <th scope="row" className={`${cellClass} font-mono text-sm font-normal break-all max-sm:col-span-2`}>
              {table.name}
            </th>
            <td className={numberCellClass}>
              <Named name={texts.size}>{fileSize(table.bytes)}</Named>
            </td>
            <td className={numberCellClass}>
              <Named name={texts.rows}>{count(table.rows)}</Named>
            </td>
          </tr>
        ))}
      </RecordTable>
    </>
  );
}

function HealthParts({ health: { processes, database, files, adapters, refusedAddresses } }: { health: Health }) {
  const t = useText();
  return (
    <>
      <Part title={t(texts.processes)}>
        <ProcessTable processes={processes} />
      </Part>
      <Part title={t(texts.services)}>
        <RecordTable
          label={t(texts.services)}
          heads={[
            { key: "service", name: t(texts.service) },
            { key: "state", name: t(texts.state) },
            { key: "success", name: t(texts.success) },
            { key: "failure", name: t(texts.failure) },
          ]}
        >
          {adapters.map((adapter) => (
            <AdapterRow key={adapter.adapter} health={adapter} />
          ))}
        </RecordTable>
      </Part>
      {refusedAddresses.total > 0 && (
        <Part title={t(texts.refused)}>
          <RefusedAddresses label={t(texts.refused)} refused={refusedAddresses} />
        </Part>
      )}
      <Part title={t(texts.database)}>
        <Database database={database} />
      </Part>
      <Part title={t(texts.files)}>
        <Facts
          facts={[
            [texts.size, fileSize(files.bytes)],
            [texts.fileCount, count(files.files)],
            [texts.spaces, count(files.spaces)],
          ]}
        />
      </Part>
    </>
  );
}

/** How the whole installation is, for administrators of the platform. */
export function HealthScreen() {
  const t = useText();
  useTitle(t(screen.title));
  const { data, error, refetch } = useQuery({
    queryKey: ["platformHealth"],
    queryFn: ({ signal }) => call("GET paas/health", {}, { signal }),
    staleTime: 0,
    refetchInterval: refreshInterval,
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <ConsoleHeader title={t(screen.title)} intro={t(texts.intro)} />
      {data !== undefined ? (
        <HealthParts health={data} />
      ) : error === null ? (
        <ScreenLoading />
      ) : (
        <ScreenProblem problem={error} onRetry={() => void refetch()} />
      )}
    </div>
  );
}
