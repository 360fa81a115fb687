import { listSeparator } from "#kit/list-text.ts";
import { formatText } from "#kit/text.ts";
import { useText } from "#ui/locale.ts";
import type { PartChange } from "#features/builder/document/page-changes.ts";
import { RestoreButton, type RestoreSource } from "./restore-button.tsx";

const texts = {
  added: { zh: "新增", en: "Added" },
  removed: { zh: "删除", en: "Removed" },
  changed: { zh: "修改", en: "Changed" },
  moved: { zh: "移动", en: "Moved" },
  unreadable: { zh: "无法读取", en: "Unreadable" },
  restore: { zh: "恢复", en: "Restore" },
  restoreOne: { zh: "恢复“{name}”", en: "Restore “{name}”" },
  more: { zh: "还有 {n} 处", en: "{n} more" },
};
const colours = {
  added: "text-success",
  removed: "text-danger",
  changed: "text-info",
  moved: "text-ink-3",
  unreadable: "text-warning",
} as const;
/** The maximum number of listed parts. */
const maxListed = 40;

type ChangeListProps = {
  label: string;
  changes: readonly PartChange[];
  /** The versions from which a part can be restored. Without it the list has no buttons. */
  sourcesOf?: (part: PartChange) => readonly RestoreSource[];
};

/** The differences between two states of a page, part by part. */
export function ChangeList({ label, changes, sourcesOf }: ChangeListProps) {
  const t = useText();
  return (
    <ul aria-label={label} className="border-t border-line text-sm">
      {changes.slice(0, maxListed).map((part) => (
        <li
          key={part.id}
          className="grid grid-cols-[4.75rem_minmax(0,1fr)_auto] items-start gap-x-3 border-b border-line py-2"
        >
          <span className={colours[part.kind]}>{t(texts[part.kind])}</span>
          <span className="min-w-0">
            <span className="block truncate text-ink">{part.name}</span>
            {part.fields.length > 0 && <span className="block text-ink-3">{part.fields.join(t(listSeparator))}</span>}
          </span>
          {sourcesOf !== undefined && (
            <RestoreButton
              kind="quiet"
              name={t(texts.restore)}
              label={t(formatText(texts.restoreOne, { name: part.name }))}
              sources={sourcesOf(part)}
            />
          )}
        </li>
      ))}
      {changes.length > maxListed && (
        <li className="py-2 text-ink-3">{t(formatText(texts.more, { n: changes.length - maxListed }))}</li>
      )}
    </ul>
  );
}
