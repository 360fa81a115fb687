import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { CallOutput } from "#kit/call.ts";
import { dateTime } from "#kit/format.ts";
import type { Severity } from "#kit/governance.ts";
import { formatText, type Text } from "#kit/text.ts";
import { useText } from "#ui/locale.ts";
import { StatusTag } from "#ui/status-tag.tsx";
import { type Check, FindingList } from "./finding-list.tsx";

export type Report = NonNullable<CallOutput<"GET paas/governance/report">["report"]>;

const texts = {
  time: { zh: "{time} 的报告", en: "Report of {time}" },
  first: { zh: "首次治理，没有可比较的报告。", en: "The first report. There is none to compare it with." },
  compared: {
    zh: "与上次相比：新增 {added} 项，减少 {resolved} 项。",
    en: "Since the report before: {added} new, {resolved} resolved.",
  },
  added: { zh: "新增 {n}", en: "{n} new" },
  resolved: { zh: "减少 {n}", en: "{n} resolved" },
  mended: { zh: "已处理 {n}", en: "{n} mended" },
  none: { zh: "未发现", en: "None" },
};
const severityNames: Record<Severity, { name: Text; color: string }> = {
  error: { name: { zh: "错误", en: "Error" }, color: "cinnabar" },
  warning: { name: { zh: "警告", en: "Warning" }, color: "ochre" },
  hint: { name: { zh: "建议", en: "Suggestion" }, color: "azurite" },
};

function CheckCounts({ check }: { check: Check }) {
  const t = useText();
  const parts = [
    ...(check.added > 0 && check.added < check.count ? [formatText(texts.added, { n: check.added })] : []),
    ...(check.resolved > 0 ? [formatText(texts.resolved, { n: check.resolved })] : []),
    ...(check.mended > 0 ? [formatText(texts.mended, { n: check.mended })] : []),
  ];
  return (
    <span className="flex flex-wrap items-baseline justify-end gap-x-3 text-sm text-ink-3">
      {parts.map((part) => (
        <span key={part.en}>{t(part)}</span>
      ))}
      <span className="min-w-10 text-right text-base text-ink tabular-nums">
        {check.count === 0 ? <span className="text-sm text-ink-3">{t(texts.none)}</span> : check.count}
      </span>
    </span>
  );
}

function CheckSection({ runId, check }: { runId: string; check: Check }) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const { name, color } = severityNames[check.severity];
  return (
    <li className="border-t border-line first:border-t-0">
      <h2 className="m-0 text-base font-medium">
        <button
          type="button"
          aria-expanded={isOpen}
          disabled={check.count === 0}
          className="flex w-full items-center gap-x-4 px-4 py-3 text-left hover:bg-paper-2"
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronRight
            size={16}
            strokeWidth={1.5}
            aria-hidden="true"
            className={`shrink-0 transition-transform ${isOpen ? "rotate-90" : ""} ${check.count === 0 ? "opacity-0" : ""}`}
          />
          <span className="grid min-w-0 flex-1 gap-0.5">
            <span className={check.count === 0 ? "text-ink-2" : ""}>{check.title}</span>
            {check.count > 0 && (
              <span className="text-sm font-normal text-ink-2">
                <StatusTag color={color}>{t(name)}</StatusTag>
              </span>
            )}
          </span>
          <CheckCounts check={check} />
        </button>
      </h2>
      {isOpen && (
        <div className="pb-2">
          <p className="px-4 pb-3 text-sm text-ink-2">{check.advice}</p>
          <FindingList runId={runId} check={check} />
        </div>
      )}
    </li>
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** A governance report: its checks with what they found, compared with the report before. */
export function ReportView({ report: { runId, endedAt, hasPrevious, checks } }: { report: Report }) {
  const t = useText();
  const compared = formatText(texts.compared, {
    added: sum(checks.map(({ added }) => added)),
    resolved: sum(checks.map(({ resolved }) => resolved)),
  });
  return (
    <section className="grid gap-3">
      <p className="text-sm text-ink-2">
        {t(formatText(texts.time, { time: dateTime(endedAt, "yyyy-MM-dd HH:mm") }))} ·{" "}
        {t(hasPrevious ? compared : texts.first)}
      </p>
      <ul className="m-0 list-none border border-line bg-sheet p-0">
        {checks.map((check) => (
          <CheckSection key={`${runId} ${check.id}`} runId={runId} check={check} />
        ))}
      </ul>
    </section>
  );
}
