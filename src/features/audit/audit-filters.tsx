import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { type AuditVerb, auditVerbNames } from "#kit/audit.ts";
import { call } from "#client/call.ts";
import { RelationSelect } from "#client/relation-select.tsx";
import { DateInput, isDay } from "#ui/date-input.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { Select } from "#ui/select.tsx";
import type { Filters } from "./audit-query.ts";

const texts = {
  filters: { zh: "筛选", en: "Filters" },
  type: { zh: "数据类型", en: "Type" },
  all: { zh: "全部", en: "All" },
  verb: { zh: "操作", en: "Action" },
  member: { zh: "操作人", en: "By" },
  from: { zh: "开始日期", en: "From" },
  to: { zh: "结束日期", en: "To" },
};

/** A label above its control. `minmax(0, 1fr)` keeps a wide control within its column. */
const filterClass = "grid grid-cols-[minmax(0,1fr)] gap-1.5";
const labelClass = "text-sm font-medium text-ink-2";

type DayFilterProps = { label: string; value: string | undefined; onChange: (day: string | undefined) => void };

/** A date input that applies as soon as the text is a valid date. */
function DayFilter({ label, value, onChange }: DayFilterProps) {
  const id = useId();
  const locale = useLocale();
  const [text, setText] = useState(value ?? "");
  const isInvalid = text !== "" && !isDay(text);
  return (
    <div className={`[&>.relative]:min-w-0 ${filterClass}`}>
      <label htmlFor={id} className={labelClass}>
        {label}
      </label>
      <DateInput
        id={id}
        value={text}
        hasTime={false}
        locale={locale}
        invalid={isInvalid}
        disabled={false}
        describedBy={undefined}
        onChange={(input) => {
          setText(input);
          if (input === "" || isDay(input)) onChange(input === "" ? undefined : input);
        }}
        onBlur={() => undefined}
      />
    </div>
  );
}

/** The inputs of the audit log's filters: type of data, action, member and period. */
export function AuditFilters({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const t = useText();
  const locale = useLocale();
  const [typeId, verbId, memberId] = [useId(), useId(), useId()];
  const { data: types = [] } = useQuery({
    queryKey: ["audit types", locale],
    queryFn: ({ signal }) => call("GET Api/Audit/Types", {}, { signal }),
  });
  return (
    <section
      aria-label={t(texts.filters)}
      className="grid grid-cols-2 items-start gap-4 border border-line bg-sheet p-4 lg:grid-cols-5"
    >
      <div className={`max-sm:col-span-2 ${filterClass}`}>
        <label htmlFor={typeId} className={labelClass}>
          {t(texts.type)}
        </label>
        <Select
          id={typeId}
          value={filters.type ?? null}
          options={types}
          placeholder={t(texts.all)}
          isClearable
          onChange={(type) => onChange({ ...filters, type: type ?? undefined })}
        />
      </div>
      <div className={filterClass}>
        <label htmlFor={verbId} className={labelClass}>
          {t(texts.verb)}
        </label>
        <Select
          id={verbId}
          value={filters.verb ?? null}
          options={auditVerbNames.map(({ key, name }) => ({ key, name: t(name) }))}
          placeholder={t(texts.all)}
          isClearable
          onChange={(verb) => onChange({ ...filters, verb: (verb ?? undefined) as AuditVerb | undefined })}
        />
      </div>
      <div className={filterClass}>
        <label htmlFor={memberId} className={labelClass}>
          {t(texts.member)}
        </label>
        <RelationSelect
          id={memberId}
          entity="member"
          value={filters.member ?? null}
          placeholder={t(texts.all)}
          invalid={false}
          disabled={false}
          describedBy={undefined}
          onChange={(member) => onChange({ ...filters, member: member ?? undefined })}
          onBlur={() => undefined}
        />
      </div>
      <DayFilter label={t(texts.from)} value={filters.from} onChange={(from) => onChange({ ...filters, from })} />
      <DayFilter label={t(texts.to)} value={filters.to} onChange={(to) => onChange({ ...filters, to })} />
    </section>
  );
}
