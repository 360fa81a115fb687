import type { PageRecord } from "#kit/page.ts";
import { widgetAbove } from "#kit/page-tree.ts";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { useEditor } from "#features/builder/editor/editor.ts";
import { useCopyUpdates } from "./market-updates.ts";

const texts = {
  update: { zh: "来自市场的“{name}”有新版本 {n}", en: "There is version {n} of {name} in the market" },
  compare: { zh: "查看变化", en: "See changes" },
};

/** Says of a component that came from the market that there is a later edition of it. */
export function OriginNote({ record }: { record: PageRecord }) {
  const t = useText();
  const { store, dialog } = useEditor();
  const { updates = [] } = useCopyUpdates();
  const widget = widgetAbove(store.record, record.id)?.id ?? "";
  const update = updates.find(({ copy }) => copy.widgets.includes(widget));
  if (update === undefined) return null;
  return (
    <p className="grid gap-2 rounded-sm border border-line-2 bg-brand-tint p-3 text-ink">
      {t(formatText(texts.update, { name: update.name, n: update.latest }))}
      <Button onClick={() => dialog.set("marketUpdates")}>{t(texts.compare)}</Button>
    </p>
  );
}
