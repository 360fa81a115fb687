import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { type AuditEntry, maxExportedEntries, auditVerbNames } from "#kit/audit.ts";
import { errorMessage } from "#kit/error-message.ts";
import { dateTime } from "#kit/format.ts";
import { listSeparator } from "#kit/list-text.ts";
import { actorName, changeVerbs } from "#kit/row-history.ts";
import { formatText } from "#kit/text.ts";
import { localTimeZone } from "#kit/time-zone.ts";
import { call } from "#client/call.ts";
import { type Person, urlFor, usePerson } from "#client/person.ts";
import { Button } from "#ui/button.tsx";
import { MoreButton } from "#ui/more-button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { saveFile } from "#ui/save-file.ts";
import { notify } from "#ui/toast.tsx";
import { useTitle } from "#ui/title.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { readFilters, type Filters, toQuery, writeFilters } from "./audit-query.ts";
import screen from "./audit.screen.ts";

const texts = {
  intro: {
    zh: "记录本空间内谁在何时登录、对哪些数据做了什么，保留 400 天。",
    en: "Sign-ins and changes in this space: who did what, to which record, and when. Kept for 400 days.",
  },
  empty: { zh: "没有符合条件的记录", en: "No entries match" },
  emptyText: { zh: "请调整筛选条件。", en: "Try other filters." },
  clear: { zh: "清除筛选", en: "Clear filters" },
  change: { zh: "{action}了{entity}", en: "{action} {entity}" },
  event: { zh: "{action} · {entity}", en: "{action} · {entity}" },
  erased: { zh: "（已不存在）", en: "(no longer exists)" },
  deleted: { zh: "已删除", en: "Deleted" },
  fields: { zh: "字段：{fields}", en: "Fields: {fields}" },
  export: { zh: "导出", en: "Export" },
  exporting: { zh: "正在导出…", en: "Exporting…" },
  exported: { zh: "导出完成", en: "Export ready" },
  truncated: { zh: "仅包含最近 {count} 条记录", en: "Contains only the latest {count} entries" },
  failed: { zh: "导出失败", en: "Could not export" },
};

/** An entry of the audit log: time, actor, action, row and changed fields. */
function Entry({ entry, person }: { entry: AuditEntry; person: Person }) {
  const t = useText();
  const locale = useLocale();
  const { at, verb, type, entity, rowId, title, hasForm, fields, subject } = entry;
  const action = t(auditVerbNames.find(({ key }) => key === verb)!.name);
  const actionText = locale === "en" ? action.toLowerCase() : action;
  const isChange = changeVerbs.some((one) => one === verb);
  return (
    <li className="grid gap-x-6 gap-y-1 border-t border-line px-4 py-3 first:border-t-0 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <time dateTime={at} className="text-sm text-ink-3 tabular-nums">
        {dateTime(at, "yyyy-MM-dd HH:mm")}
      </time>
      <div className="min-w-0">
        <p className="break-words">
          <span className="font-medium">{t(actorName(entry))}</span>{" "}
          <span className="text-ink-2">
            {t(formatText(isChange ? texts.change : texts.event, { action: actionText, entity }))}
          </span>{" "}
          {subject !== null ? (
            <span className="font-medium">{subject}</span>
          ) : hasForm ? (
            <Link
              to={urlFor(person, `/paas/${type}/edit?id=${rowId}`)}
              className="font-medium underline-offset-3 hover:text-brand hover:underline"
            >
              {title || rowId}
            </Link>
          ) : (
            <>
              <span>{title || t(texts.erased)}</span>
              {title !== "" && <span className="text-sm text-ink-3"> · {t(texts.deleted)}</span>}
            </>
          )}
        </p>
        {fields.length > 0 && (
          <p className="text-sm break-words text-ink-3">
            {t(formatText(texts.fields, { fields: fields.join(t(listSeparator)) }))}
          </p>
        )}
      </div>
    </li>
  );
}

/** Exports the filtered entries to a file. */
function ExportAudit({ filters }: { filters: Filters }) {
  const t = useText();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => call("POST Api/Audit/Export", { ...toQuery(filters), timeZone: localTimeZone() }),
  });
  async function exportFile(): Promise<void> {
    try {
      const file = await mutateAsync();
      saveFile(file);
      const truncated = formatText(texts.truncated, { count: maxExportedEntries.toLocaleString("en") });
      notify("success", t(texts.exported), file.isCut ? { description: t(truncated) } : {});
    } catch (error) {
      notify("error", t(texts.failed), { description: errorMessage(error) });
    }
  }
  return (
    <Button disabled={isPending} onClick={() => void exportFile()}>
      <Download size={16} strokeWidth={1.5} aria-hidden="true" />
      {t(isPending ? texts.exporting : texts.export)}
    </Button>
  );
}

/** The audit log of the space. Its filters are in the URL. */
export function AuditScreen() {
  const { data: person } = usePerson();
  return person === undefined ? null : <AuditLog person={person} />;
}

function AuditLog({ person }: { person: Person }) {
  const t = useText();
  const locale = useLocale();
  const [search, setSearch] = useSearchParams();
  const filters = readFilters(search);
  /** The React key of the inputs: a new key remounts them, which also clears dates that are not valid yet. */
  const [resetCount, setResetCount] = useState(0);
  const applyFilters = (changed: Filters) =>
    setSearch(writeFilters(changed), { replace: true, preventScrollReset: true });
  function clearFilters(): void {
    applyFilters({});
    setResetCount((count) => count + 1);
  }
  const query = useInfiniteQuery({
    queryKey: ["audit", locale, filters],
    queryFn: ({ pageParam: before, signal }) =>
      call("GET Api/Audit/List", { ...toQuery(filters), ...(before === null ? {} : { before }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
  useTitle(t(screen.title));
  return (
    <div className="grid gap-5">
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-1">
          <h1 className="text-2xl font-semibold tracking-tight">{t(screen.title)}</h1>
          <p className="text-ink-2">{t(texts.intro)}</p>
        </div>
        <ExportAudit filters={filters} />
      </header>
      <AuditFilters key={resetCount} filters={filters} onChange={applyFilters} />
      <QueryContent query={query} height="h-80">
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          if (entries.length === 0)
            return (
              <EmptyState title={t(texts.empty)} text={t(texts.emptyText)}>
                <Button onClick={clearFilters}>{t(texts.clear)}</Button>
              </EmptyState>
            );
          return (
            <div className="grid gap-4">
              <ol className="m-0 list-none border border-line bg-sheet p-0">
                {entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} person={person} />
                ))}
              </ol>
              <MoreButton query={query} className="justify-self-start" />
            </div>
          );
        }}
      </QueryContent>
    </div>
  );
}
