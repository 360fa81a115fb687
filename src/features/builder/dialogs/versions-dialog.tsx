import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "#kit/error-message.ts";
import { dateTime } from "#kit/format.ts";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { call } from "#client/call.ts";
import { ask } from "#ui/confirm.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";
import type { PublishedVersion, Version } from "#features/builder/session/session-state.ts";
import { readVersions, versionReference, versionsKey } from "#features/builder/session/versions.ts";
import { saveVersion } from "#features/builder/commands/page.ts";
import { VersionView } from "./version-view.tsx";
import { useEditor } from "#features/builder/editor/editor.ts";

const texts = {
  title: { zh: "版本记录", en: "Version history" },
  text: {
    zh: "保留最近 20 个发布的版本和最近 50 个命名版本。查看后可与草稿或其他版本比较，也可恢复到草稿；回滚只改变访客看到的内容，不影响您的草稿。",
    en: "The last 20 published and the last 50 named versions are kept. View one to compare it with your draft or another version, or to restore it. Rolling back changes what visitors see, not your draft.",
  },
  none: {
    zh: "还没有版本。发布页面，或将草稿保存为版本，即可在此查看。",
    en: "No versions yet. Publish the page or save the draft as a version.",
  },
  draft: { zh: "命名版本", en: "Named" },
  version: { zh: "版本 {n}", en: "Version {n}" },
  current: { zh: "线上版本", en: "Live version" },
  view: { zh: "查看", en: "View" },
  viewOne: { zh: "查看{version}", en: "View {version}" },
  rollback: { zh: "回滚到此版本", en: "Roll back to this version" },
  sure: { zh: "回滚到版本 {n}？", en: "Roll back to version {n}?" },
  sureText: { zh: "访客将立即看到该版本。", en: "Visitors will see that version immediately." },
  yes: { zh: "回滚", en: "Roll back" },
  no: { zh: "取消", en: "Cancel" },
  done: { zh: "已回滚到版本 {n}", en: "Rolled back to version {n}" },
  close: { zh: "关闭", en: "Close" },
  program: { zh: "系统", en: "System" },
};

type VersionItemProps = {
  version: Version;
  isBusy: boolean;
  mayRollBack: boolean;
  onView: () => void;
  onRollBack: (version: PublishedVersion) => void;
};

function VersionItem({ version, isBusy, mayRollBack, onView, onRollBack }: VersionItemProps) {
  const t = useText();
  const published = "name" in version ? undefined : version;
  const text = "name" in version ? version.name : version.note;
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2">
      <span className="w-24 font-medium tabular-nums">
        {t(published === undefined ? texts.draft : formatText(texts.version, { n: published.number }))}
      </span>
      <span className="min-w-40 flex-1 text-sm text-ink-2">
        {text !== "" && <span className="block break-words text-ink">{text}</span>}
        <time dateTime={version.createdAt}>{dateTime(version.createdAt, "yyyy-MM-dd HH:mm")}</time>
        {" · "}
        {version.memberName || t(texts.program)}
      </span>
      <Button aria-label={t(formatText(texts.viewOne, { version: t(versionReference(version)) }))} onClick={onView}>
        {t(texts.view)}
      </Button>
      {published?.isPublished === true && <span className="text-sm text-success">{t(texts.current)}</span>}
      {published?.isPublished === false && mayRollBack && (
        <Button disabled={isBusy} onClick={() => onRollBack(published)}>
          {t(texts.rollback)}
        </Button>
      )}
    </li>
  );
}

/** The published versions, of which an earlier one can be published again, and the named versions of the draft. */
export function VersionsDialog({ onClose }: { onClose: () => void }) {
  const locale = useLocale();
  const t = useText();
  const client = useQueryClient();
  const editor = useEditor();
  const { pageId, session } = editor;
  const [openVersionId, setOpenVersionId] = useState<string>();
  const query = useQuery({
    queryKey: versionsKey(pageId),
    queryFn: ({ signal }) => readVersions(pageId, signal),
    staleTime: 0,
  });
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (snapshotId: string) => call("POST Api/SitePage/Rollback", { pageId, snapshotId }),
  });

  async function rollBack({ id, number, rev, createdAt }: PublishedVersion): Promise<void> {
    const question = {
      title: formatText(texts.sure, { n: number })[locale],
      text: texts.sureText[locale],
      yes: texts.yes[locale],
      no: texts.no[locale],
    };
    if (!(await ask(question))) return;
    try {
      await mutateAsync(id);
    } catch (problem) {
      return notify("error", errorMessage(problem));
    }
    session.published.set({ id, number, rev, createdAt });
    notify("success", formatText(texts.done, { n: number })[locale]);
    await client.invalidateQueries({ queryKey: versionsKey(pageId) });
  }

  if (openVersionId !== undefined)
    return (
      <VersionView
        versions={query.data ?? []}
        versionId={openVersionId}
        onBack={() => setOpenVersionId(undefined)}
        onClose={onClose}
      />
    );
  return (
    <Dialog
      isOpen
      size="wide"
      title={t(texts.title)}
      description={t(texts.text)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => saveVersion.run(editor)}>{t(saveVersion.name)}</Button>
          <Button onClick={onClose}>{t(texts.close)}</Button>
        </>
      }
    >
      <div className="mt-4 min-h-32">
        <QueryContent query={query} height="h-24">
          {(versions) =>
            versions.length === 0 ? (
              <p className="text-ink-2">{t(texts.none)}</p>
            ) : (
              <ol className="border-t border-line">
                {versions.map((version) => (
                  <VersionItem
                    key={version.id}
                    version={version}
                    isBusy={isPending}
                    mayRollBack={editor.mayPublish}
                    onView={() => setOpenVersionId(version.id)}
                    onRollBack={(target) => void rollBack(target)}
                  />
                ))}
              </ol>
            )
          }
        </QueryContent>
      </div>
    </Dialog>
  );
}
