import type { ListDescription, SearchItem } from "#kit/auto.ts";
import { type Total, totalText } from "#kit/total.ts";
import { dateTime } from "#kit/format.ts";
import { formatText } from "#kit/text.ts";
import { usePerson } from "#client/person.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { usePrintTime } from "#ui/print-time.ts";
import type { TableState } from "#render/table/table-state.ts";
import { fieldTypeOf } from "#render/field-types.ts";

const texts = {
  rows: { zh: "第 {from}–{to} 条，共 {total} 条", en: "Records {from} to {to} of {total}" },
  printed: { zh: "打印于 {time}", en: "Printed {time}" },
  colon: { zh: "：", en: ": " },
};

/** The name and the search value of a field. */
function SearchValue({ item, text }: { item: SearchItem; text: string }) {
  const t = useText();
  const locale = useLocale();
  const { Show, fromText } = fieldTypeOf(item.config);
  return (
    <span>
      {item.label}
      {t(texts.colon)}
      <Show field={item.config} value={fromText === undefined ? text : (fromText(text) ?? null)} locale={locale} />
    </span>
  );
}

type PrintHeadProps = { description: ListDescription; state: TableState; total: Total; count: number };

/** The head of a printed list: the space, the search values and the range of rows. `FilterBar` prints the conditions of the advanced search. */
export function PrintHead({ description, state, total, count }: PrintHeadProps) {
  const t = useText();
  const locale = useLocale();
  const { data: person } = usePerson();
  const printTime = usePrintTime();
  const offset = (state.pageIndex - 1) * state.pageSize;
  const searchValues = description.fields.flatMap((item) => {
    const text = state.fields[item.prop];
    return text === undefined || text === "" ? [] : [<SearchValue key={item.prop} item={item} text={text} />];
  });
  return (
    <div className="hidden text-sm print:grid print:gap-1">
      <p className="font-semibold">{person?.tenant.name[locale]}</p>
      {searchValues.length > 0 && <p className="flex flex-wrap gap-x-6">{searchValues}</p>}
      <p>
        {t(
          formatText(texts.rows, {
            from: Math.min(offset + 1, offset + count),
            to: offset + count,
            total: totalText(total),
          }),
        )}
        {printTime !== undefined &&
          ` · ${t(formatText(texts.printed, { time: dateTime(printTime, "yyyy-MM-dd HH:mm") }))}`}
      </p>
    </div>
  );
}
