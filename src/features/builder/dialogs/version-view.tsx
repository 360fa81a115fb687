import { useMemo, useRef, useState, useSyncExternalStore } from "react";
import { difference } from "#kit/edit.ts";
import { dateTime } from "#kit/format.ts";
import { formatText, type Locale, textIn } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";
import { ChangeList } from "./change-list.tsx";
import { useEditor } from "#features/builder/editor/editor.ts";
import { pageChanges, type PartChange } from "#features/builder/document/page-changes.ts";
import { restorePart } from "#features/builder/document/restore-part.ts";
import { PagePreview } from "#features/builder/canvas/page-preview.tsx";
import { useSnapshot } from "#features/builder/editor/published-page.ts";
import { versionReference } from "#features/builder/session/versions.ts";
import type { Snapshot, Version } from "#features/builder/session/session-state.ts";

const texts = {
  changes: { zh: "恢复后草稿的变化", en: "Changes to the draft" },
  same: { zh: "与当前草稿相同。", en: "Same as the current draft." },
  preview: { zh: "预览：{version}", en: "Preview of {version}" },
  draft: { zh: "当前草稿", en: "Current draft" },
  draftPreview: { zh: "预览：当前草稿", en: "Preview of the current draft" },
  back: { zh: "返回", en: "Back" },
  restore: { zh: "恢复到草稿", en: "Restore to draft" },
  restored: {
    zh: "草稿已恢复为{version}，发布后访客可见",
    en: "Draft restored to {version}. Publish it to show it to visitors.",
  },
  restoredPart: {
    zh: "已恢复“{name}”，发布后访客可见",
    en: "Restored “{name}”. Publish the page to show it to visitors.",
  },
  orphan: {
    zh: "无法恢复“{name}”：所需的画布或组合已不在草稿中，请先恢复该画布或组合",
    en: "“{name}” cannot be restored: a canvas or group that it needs is no longer in the draft. Restore that first.",
  },
  depth: {
    zh: "无法恢复“{name}”：组合的嵌套层级过多",
    en: "“{name}” cannot be restored: groups would be nested too deeply.",
  },
  undo: { zh: "撤销", en: "Undo" },
  theme: { zh: "主题“{name}”第 {n} 版", en: "Theme “{name}”, version {n}" },
};

/** The draft and a version side by side, with outlines around what differs, and the list of these changes. */
function VersionComparison({ snapshot, name }: { snapshot: Snapshot; name: string }) {
  const locale = useLocale();
  const t = useText();
  const { store, broken } = useEditor();
  const page = useSyncExternalStore(store.onChange, store.page);
  const draft = useMemo<Snapshot>(() => ({ page, broken: [...broken] }), [page, broken]);
  const changes = useMemo(() => pageChanges(draft.page, snapshot.page, locale), [draft, snapshot, locale]);
  const heading = useRef<HTMLHeadingElement>(null);

  /** The outcome of the last restoration. It is told in the dialog, because an open dialog hides toasts from screen readers. */
  const [outcome, setOutcome] = useState<{ text: string; isDone: boolean }>();

  /** Restores one part in one undo step. Its button disappears with the difference, so the heading of the list gets the focus. */
  function restore(part: PartChange): void {
    const change = restorePart(store.page(), snapshot.page, part.id, snapshot.broken);
    const isDone = typeof change !== "string";
    const text = isDone ? texts.restoredPart : texts[change];
    setOutcome({ text: formatText(text, { name: part.name })[locale], isDone });
    if (!isDone) return;
    store.edit(change, { isStored: true });
    heading.current?.focus();
  }

  function undo(): void {
    store.undo();
    setOutcome(undefined);
    heading.current?.focus();
  }

  const sides = [
    { title: t(texts.draft), label: t(texts.draftPreview), content: draft },
    { title: name, label: t(formatText(texts.preview, { version: name })), content: snapshot },
  ];
  return (
    <div className="mt-4 grid gap-5 md:h-[62dvh] md:grid-cols-[minmax(0,1fr)_280px]">
      <div className="grid min-h-0 gap-5 md:grid-cols-2">
        {sides.map(({ title, label, content }) => (
          <section key={title} className="flex min-h-0 flex-col">
            <h3 className="mb-2 truncate text-sm font-medium text-ink-2">{title}</h3>
            <div className="h-[40dvh] min-h-0 border border-line md:h-auto md:flex-1">
              <PagePreview snapshot={content} label={label} changes={changes} />
            </div>
          </section>
        ))}
      </div>
      <section className="min-h-0 overflow-auto">
        <h3 ref={heading} tabIndex={-1} className="mb-2 text-sm font-medium text-ink-2 outline-none">
          {t(texts.changes)}
        </h3>
        <div role="status" className="text-sm">
          {outcome !== undefined && (
            <p className="mb-3 flex items-start gap-3">
              <span className={outcome.isDone ? "text-success" : "text-danger"}>{outcome.text}</span>
              {outcome.isDone && (
                <Button kind="quiet" onClick={undo}>
                  {t(texts.undo)}
                </Button>
              )}
            </p>
          )}
        </div>
        {changes.length === 0 ? (
          <p className="text-sm text-ink-3">{t(texts.same)}</p>
        ) : (
          <ChangeList label={t(texts.changes)} changes={changes} onRestore={restore} />
        )}
      </section>
    </div>
  );
}

/** The time, the theme and the note of a version. */
function detailsOf(version: Version, locale: Locale): string {
  const time = dateTime(version.createdAt, "yyyy-MM-dd HH:mm");
  if ("name" in version) return `${time} · ${version.memberName}`;
  const { theme, note } = version;
  const themeText =
    theme === null ? "" : formatText(texts.theme, { name: textIn(theme.name, locale), n: theme.version })[locale];
  return [time, themeText, note].filter((part) => part !== "").join(" · ");
}

type VersionViewProps = { version: Version; onBack: () => void; onClose: () => void };

/** A version: its preview beside that of the draft, its differences, and the button that restores it. */
export function VersionView({ version, onBack, onClose }: VersionViewProps) {
  const locale = useLocale();
  const t = useText();
  const { store } = useEditor();
  const name = t(versionReference(version));
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const query = useSnapshot(version.id);

  /** Replaces the draft in one undo step. Records that cannot be read in the version stay unchanged in the draft. */
  function restore({ page, broken }: Snapshot): void {
    store.edit(difference(store.page(), page, broken), { select: [], isStored: true });
    notify("success", formatText(texts.restored, { version: name })[locale], {
      actions: [{ name: texts.undo[locale], run: store.undo }],
    });
    onClose();
  }

  const { data } = query;
  return (
    <Dialog
      isOpen
      size="full"
      title={title}
      description={detailsOf(version, locale)}
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
        {(snapshot) => <VersionComparison snapshot={snapshot} name={name} />}
      </QueryContent>
    </Dialog>
  );
}
