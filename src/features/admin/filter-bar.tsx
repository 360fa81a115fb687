import { ListFilter } from "lucide-react";
import type { Filter } from "#kit/filter.ts";
import { FilterSentence } from "#render/filter/filter-sentence.tsx";
import { valueFieldsOf, toTree } from "#render/filter/filter-tree.ts";
import { FieldTypesBoundary } from "#render/field-types-boundary.tsx";
import { Button } from "#ui/button.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { useAdvancedItems } from "./advanced-items.ts";

const texts = {
  edit: { zh: "修改条件", en: "Edit" },
  clear: { zh: "清空条件", en: "Clear" },
};

type BarProps = { type: string; filter: Filter; onEdit: () => void; onClear: () => void };

/** The conditions of a list's advanced search as a sentence, with buttons to edit and to clear them. */
export function FilterBar({ type, filter, onEdit, onClear }: BarProps) {
  const t = useText();
  const locale = useLocale();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-sm bg-paper-2 py-1 pr-1 pl-3 text-sm text-ink-2">
      <ListFilter size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0 max-sm:hidden" />
      <div className="min-w-0 flex-1 py-1 max-sm:basis-full">
        <QueryContent query={useAdvancedItems(type)} height="h-5">
          {(items) => (
            <FieldTypesBoundary fields={valueFieldsOf(toTree(filter, items), items)} fallback={null}>
              <FilterSentence filter={filter} items={items} locale={locale} />
            </FieldTypesBoundary>
          )}
        </QueryContent>
      </div>
      <span className="flex">
        <Button kind="quiet" onClick={onEdit}>
          {t(texts.edit)}
        </Button>
        <Button kind="quiet" onClick={onClear}>
          {t(texts.clear)}
        </Button>
      </span>
    </div>
  );
}
