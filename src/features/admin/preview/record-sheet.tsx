import "./record-sheet.css";
import { type AutoForm, groupsIn } from "#kit/auto.ts";
import { isFieldShown } from "#kit/condition.ts";
import { dateTime } from "#kit/format.ts";
import { actorName } from "#kit/row-history.ts";
import { formatText, type Locale } from "#kit/text.ts";
import { RelationTitles } from "#client/relation-title.tsx";
import { FieldTypesBoundary } from "#render/field-types-boundary.tsx";
import { fieldTypeOf } from "#render/field-types.ts";
import "#render/usual-field-types.ts";
import { FieldValue } from "#render/form/form-line.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useText } from "#ui/locale.ts";

const texts = {
  changed: { zh: "最近修改：{name} · {time}", en: "Last changed by {name} · {time}" },
};

type SheetProps = {
  form: AutoForm;
  locale: Locale;
  /** The width of the sheet before it is scaled, px. */
  width: number;
  /** 1 is the size of paper. */
  zoom: number;
};

/** All fields of a record that the reader may read, group by group, as text. */
export function RecordSheet({ form, locale, width, zoom }: SheetProps) {
  const t = useText();
  const groups = groupsIn(form);
  const columns = groups.flatMap(({ items }) => items);
  const fields = Object.fromEntries(columns.map(({ field, config }) => [field, config]));
  const { values, titles, name, rowName, lastChange } = form;
  const visibleGroups = groups
    .map(({ groupName, items }) => ({
      groupName,
      items: items.filter(({ field }) => isFieldShown(fields, field, values)),
    }))
    .filter(({ items }) => items.length > 0);
  return (
    <article style={{ width, zoom }} className="record-sheet mx-auto grid gap-8 border border-line bg-sheet">
      <header className="grid gap-1">
        <p className="text-sm text-ink-3">{name}</p>
        <h1 className="text-2xl font-semibold tracking-tight break-words">{rowName ?? name}</h1>
        {lastChange !== undefined && (
          <p className="text-sm text-ink-3">
            {t(
              formatText(texts.changed, {
                name: t(actorName(lastChange)),
                time: dateTime(lastChange.at, "yyyy-MM-dd HH:mm"),
              }),
            )}
          </p>
        )}
      </header>
      <FieldTypesBoundary fields={columns.map(({ config }) => config)} fallback={<Skeleton className="h-40" />}>
        <RelationTitles value={titles}>
          {visibleGroups.map(({ groupName, items }) => (
            <section key={groupName} className="grid gap-4">
              {groupName !== "" && <h2 className="border-b border-line pb-2 font-semibold">{groupName}</h2>}
              <dl className="grid gap-4">
                {items
                  .filter(({ config }) => fieldTypeOf(config).isHidden !== true)
                  .map(({ field, config }) => (
                    <div key={field} className="record-value grid gap-x-6 gap-y-1">
                      <dt className="text-sm text-ink-2">{config.name}</dt>
                      <dd className="min-w-0 break-words">
                        <FieldValue field={config} value={values[field] ?? null} locale={locale} />
                      </dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
        </RelationTitles>
      </FieldTypesBoundary>
    </article>
  );
}
