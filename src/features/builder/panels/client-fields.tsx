import { useEffect, useMemo, useState } from "react";
import { clientOptions } from "#kit/client-type.ts";
import { setProperties } from "#kit/edit.ts";
import type { Fields } from "#kit/field.ts";
import { dateTime, isInstant } from "#kit/format.ts";
import { localeOptions } from "#kit/locale-names.ts";
import type { PageRecord } from "#kit/page.ts";
import type { Problems } from "#kit/problem-path.ts";
import { formatText } from "#kit/text.ts";
import { type Period, periodState } from "#kit/visit.ts";
import { FieldsForm, localizeFormFields } from "#render/form/form-fields.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { useAspect } from "#features/builder/document/value.ts";
import { useEditor } from "#features/builder/editor/editor.ts";

const fields: Fields = {
  clients: {
    type: "checkboxlist",
    name: { zh: "仅在这些客户端显示", en: "Only in these clients" },
    options: clientOptions,
    helpBlock: { zh: "不选则在所有客户端显示。", en: "Shown in all clients if none is chosen." },
  },
  languages: {
    type: "checkboxlist",
    name: { zh: "仅在这些语言显示", en: "Only in these languages" },
    options: localeOptions,
    helpBlock: { zh: "不选则在两种语言的页面显示。", en: "Shown on the pages of both languages if none is chosen." },
  },
  from: { type: "datetimepicker", name: { zh: "显示开始", en: "Show from" } },
  until: { type: "datetimepicker", name: { zh: "显示结束", en: "Show until" } },
};

const texts = {
  otherLanguage: { zh: "当前预览的语言不显示", en: "Not shown in the previewed language" },
  before: { zh: "现在不显示：{time} 开始", en: "Not shown now: begins on {time}" },
  during: { zh: "现在显示", en: "Shown now" },
  after: { zh: "现在不显示：已于 {time} 结束", en: "Not shown now: ended on {time}" },
  wrongUntil: { zh: "结束时间必须晚于开始时间", en: "Choose a time after the start" },
};

/** The longest time that a timer of a browser waits, ms. */
const maxDelay = 2 ** 31 - 1;

/** What a period means now. The text changes when the period begins or ends. */
function PeriodState({ period }: { period: Period }) {
  const t = useText();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const times = [period.from, period.until].map((instant) => Date.parse(instant ?? ""));
    const next = Math.min(...times.filter((time) => time > Date.now()));
    setNow(Date.now());
    if (!Number.isFinite(next)) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(maxDelay, next - Date.now()));
    return () => clearTimeout(timer);
  }, [period, now]);
  const state = periodState(period, now);
  const end = state === "before" ? period.from : period.until;
  const time = end === undefined ? "" : dateTime(end, "yyyy-MM-dd HH:mm");
  return (
    <p role="status" className={`text-sm ${state === "during" ? "text-ink-3" : "text-warning"}`}>
      {t(formatText(texts[state], { time }))}
    </p>
  );
}

/** What somebody has typed of a period that is not valid yet, and the record and period that it is to change. */
type Typed = { id: string; period: Period | undefined; values: Record<string, unknown> };

const isValid = ({ from, until }: Record<string, unknown>): boolean =>
  [from, until].every((value) => value === undefined || (typeof value === "string" && isInstant(value)));
const isReversed = ({ from, until }: Period): boolean =>
  from !== undefined && until !== undefined && Date.parse(until) <= Date.parse(from);

/** The clients, the languages and the time in which a record is shown. A period becomes part of the record as soon as it is valid. */
export function ClientFields({ record: { id, clients, languages, period } }: { record: PageRecord }) {
  const locale = useLocale();
  const t = useText();
  const { store, view } = useEditor();
  const language = useAspect(view, (current) => current.locale);
  const localizedFields = useMemo(() => localizeFormFields(fields, locale), [locale]);
  const [typed, setTyped] = useState<Typed>();
  const isTyped = typed?.id === id && typed.period === period;
  const shownPeriod = isTyped ? typed.values : (period ?? {});
  const problems: Problems = isValid(shownPeriod) && isReversed(shownPeriod) ? { until: t(texts.wrongUntil) } : {};

  function change(field: string, value: unknown): void {
    const before = store.record(id);
    if (before === undefined) return;
    if (field !== "from" && field !== "until") {
      const chosen = (value ?? []) as never[];
      return store.edit(setProperties([before], { [field]: chosen.length === 0 ? undefined : chosen }));
    }
    const values = Object.fromEntries(
      Object.entries({ ...shownPeriod, [field]: value }).filter(([, instant]) => instant !== null),
    );
    const isWrong = !isValid(values) || isReversed(values);
    setTyped(isWrong ? { id, period, values } : undefined);
    if (isWrong) return;
    const next = Object.keys(values).length === 0 ? undefined : (values as Period);
    store.edit(setProperties([before], { period: next }), { capture: { merge: `period ${id} ${field}` } });
  }

  return (
    <section className="grid gap-4">
      <FieldsForm
        fields={localizedFields}
        values={{ clients: clients ?? null, languages: languages ?? null, ...shownPeriod }}
        locale={locale}
        problems={problems}
        disabled={store.isContentOnly}
        onChange={change}
      />
      {languages?.includes(language) === false && (
        <p role="status" className="text-sm text-warning">
          {t(texts.otherLanguage)}
        </p>
      )}
      {period !== undefined && <PeriodState period={period} />}
    </section>
  );
}
