import { Filter as FilterIcon } from "lucide-react";
import { use, useId, useState } from "react";
import type { Filter } from "#kit/filter.ts";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { EditorContext } from "./editor-context.ts";

const texts = {
  name: { zh: "筛选条件", en: "Filter" },
  all: { zh: "全部数据", en: "All records" },
  some: { zh: "{n} 个条件", en: "{n} {n|condition|conditions}" },
  set: { zh: "设置条件", en: "Set conditions" },
};

/** Reads a stored condition; undefined for none, and for one that is not valid JSON. */
function readFilter(text: unknown): Filter | undefined {
  if (typeof text !== "string" || text.trim() === "") return undefined;
  try {
    return JSON.parse(text) as Filter;
  } catch {
    return undefined;
  }
}

const countOf = (filter: Filter): number => {
  if ("and" in filter) return filter.and.reduce((sum, part) => sum + countOf(part), 0);
  if ("or" in filter) return filter.or.reduce((sum, part) => sum + countOf(part), 0);
  return 1;
};

type SettingProps = { source: unknown; value: unknown; onChange: (text: string | null) => void };

/** The condition of a widget, edited in a dialog. */
export function FilterSetting({ source, value, onChange }: SettingProps) {
  const t = useText();
  const id = useId();
  const { FilterDialog } = use(EditorContext)!;
  const [isOpen, setOpen] = useState(false);
  const filter = readFilter(value);
  const count = filter === undefined ? 0 : countOf(filter);
  if (typeof source !== "string" || source === "") return null;
  return (
    <div role="group" aria-labelledby={id} className="grid gap-1.5">
      <span id={id} className="text-sm font-medium text-ink-2">
        {t(texts.name)}
      </span>
      <span className="flex flex-wrap items-center justify-between gap-2 text-sm text-ink-2">
        {t(count === 0 ? texts.all : formatText(texts.some, { n: count }))}
        <Button onClick={() => setOpen(true)}>
          <FilterIcon size={16} strokeWidth={1.5} aria-hidden="true" />
          {t(texts.set)}
        </Button>
      </span>
      {isOpen && (
        <FilterDialog
          type={source}
          filter={filter}
          onFilter={(next) => onChange(next === undefined ? null : JSON.stringify(next))}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
