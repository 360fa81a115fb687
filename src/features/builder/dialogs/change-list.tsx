import { listSeparator } from "#kit/list-text.ts";
import { formatText } from "#kit/text.ts";
import { useText } from "#ui/locale.ts";
import type { PartChange } from "#features/builder/document/page-changes.ts";

const texts = {
  added: { zh: "新增", en: "Added" },
  removed: { zh: "删除", en: "Removed" },
  changed: { zh: "修改", en: "Changed" },
  moved: { zh: "移动", en: "Moved" },
  more: { zh: "还有 {n} 处", en: "{n} more" },
};
const colours = { added: "text-success", removed: "text-danger", changed: "text-info", moved: "text-ink-3" } as const;
/** The maximum number of listed parts. */
const maxListed = 40;

/** The differences between two states of a page, part by part. */
export function ChangeList({ label, changes }: { label: string; changes: readonly PartChange[] }) {
  const t = useText();
  return (
    <ul aria-label={label} className="border-t border-line text-sm">
      {changes.slice(0, maxListed).map(({ id, kind, name, fields }) => (
        <li key={id} className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-3 border-b border-line py-2">
          <span className={colours[kind]}>{t(texts[kind])}</span>
          <span className="min-w-0">
            <span className="block truncate text-ink">{name}</span>
            {fields.length > 0 && <span className="block text-ink-3">{fields.join(t(listSeparator))}</span>}
          </span>
        </li>
      ))}
      {changes.length > maxListed && (
        <li className="py-2 text-ink-3">{t(formatText(texts.more, { n: changes.length - maxListed }))}</li>
      )}
    </ul>
  );
}
