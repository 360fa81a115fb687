import { difference } from "#kit/edit.ts";
import { dateTime } from "#kit/format.ts";
import { formatText, textIn } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";
import { ChangeList } from "./change-list.tsx";
import { useEditor } from "#features/builder/editor/editor.ts";
import { pageChanges } from "#features/builder/document/page-changes.ts";
import { PagePreview } from "#features/builder/canvas/page-preview.tsx";
import { useSnapshot } from "#features/builder/editor/published-page.ts";
import type { Snapshot, Version } from "#features/builder/session/session-state.ts";

const texts = {
  title: { zh: "版本 {n}", en: "Version {n}" },
  changes: { zh: "恢复后草稿的变化", en: "Changes to the draft" },
  same: { zh: "与当前草稿相同。", en: "Same as the current draft." },
  preview: { zh: "版本 {n} 的预览", en: "Preview of version {n}" },
  back: { zh: "返回", en: "Back" },
  restore: { zh: "恢复到草稿", en: "Restore to draft" },
  restored: {
    zh: "草稿已恢复为版本 {n}，发布后访客可见",
    en: "Draft restored to version {n}. Publish it to show it to visitors.",
  },
  undo: { zh: "撤销", en: "Undo" },
  theme: { zh: "主题“{name}”第 {n} 版", en: "Theme “{name}”, version {n}" },
};

function VersionComparison({ snapshot, number }: { snapshot: Snapshot; number: number }) {
  const locale = useLocale();
  const t = useText();
  const { store } = useEditor();
  const changes = pageChanges(store.page(), snapshot.page, locale);
  return (
    <div className="mt-4 grid gap-5 md:h-[62dvh] md:grid-cols-[minmax(0,1fr)_280px]">
      <div className="h-[40dvh] min-h-0 border border-line md:h-auto">
        <PagePreview snapshot={snapshot} label={t(formatText(texts.preview, { n: number }))} />
      </div>
      <section className="min-h-0 overflow-auto">
        <h3 className="mb-2 text-sm font-medium text-ink-2">{t(texts.changes)}</h3>
        {changes.length === 0 ? (
          <p className="text-sm text-ink-3">{t(texts.same)}</p>
        ) : (
          <ChangeList label={t(texts.changes)} changes={changes} />
        )}
      </section>
    </div>
  );
}

type VersionViewProps = { version: Version; onBack: () => void; onClose: () => void };

/** A version: its preview, its differences from the draft, and the button that restores it. */
export function VersionView({ version: { id, number, note, createdAt, theme }, onBack, onClose }: VersionViewProps) {
  const locale = useLocale();
  const t = useText();
  const { store } = useEditor();
  const query = useSnapshot(id);

  /** Replaces the draft in one undo step. Records that cannot be read in the version stay unchanged in the draft. */
  function restore({ page, broken }: Snapshot): void {
    store.edit(difference(store.page(), page, broken), { select: [] });
    notify("success", formatText(texts.restored, { n: number })[locale], {
      actions: [{ name: texts.undo[locale], run: store.undo }],
    });
    onClose();
  }

  const { data } = query;
  return (
    <Dialog
      isOpen
      size="full"
      title={t(formatText(texts.title, { n: number }))}
      description={[
        dateTime(createdAt, "yyyy-MM-dd HH:mm"),
        theme === null ? "" : t(formatText(texts.theme, { name: textIn(theme.name, locale), n: theme.version })),
        note,
      ]
        .filter((part) => part !== "")
        .join(" · ")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onBack}>{t(texts.back)}</Button>
          <Button kind="primary" disabled={data === undefined} onClick={() => data && restore(data)}>
            {t(texts.restore)}
          </Button>
        </>
      }
    >
      <QueryContent query={query} height="h-[50dvh] mt-4">
        {(snapshot) => <VersionComparison snapshot={snapshot} number={number} />}
      </QueryContent>
    </Dialog>
  );
}
