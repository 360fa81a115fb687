import type { Text } from "#kit/text.ts";
import { useText } from "#ui/locale.ts";
import { StatusTag } from "#ui/status-tag.tsx";
import { type Publication, usePublication } from "#features/builder/editor/published-page.ts";

const states: Record<Publication, { name: Text; color: string }> = {
  never: { name: { zh: "未发布", en: "Not published" }, color: "ochre" },
  changed: { name: { zh: "有未发布的修改", en: "Unpublished changes" }, color: "azurite" },
  same: { name: { zh: "已发布", en: "Published" }, color: "malachite" },
};

/** Whether the current state is published. */
export function PublicationState() {
  const t = useText();
  const publication = usePublication();
  if (publication === undefined) return null;
  const { name, color } = states[publication];
  return (
    <span className="text-xs text-ink-2 max-xl:hidden" data-publication={publication}>
      <StatusTag color={color}>{t(name)}</StatusTag>
    </span>
  );
}
