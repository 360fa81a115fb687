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
import type { Version } from "#features/builder/session/session-state.ts";
import { VersionView } from "./version-view.tsx";
import { useEditor } from "#features/builder/editor/editor.ts";

const texts = {
  title: { zh: "发布记录", en: "Version history" },
  text: {
    zh: "保留最近 20 个版本。查看后可恢复到草稿；回滚只改变访客看到的内容，不影响您的草稿。",
    en: "The last 20 versions are kept. View one to restore it to your draft. Rolling back changes what visitors see, not your draft.",
  },
  none: { zh: "尚未发布。", en: "Not published yet." },
  version: { zh: "版本 {n}", en: "Version {n}" },
  current: { zh: "线上版本", en: "Live version" },
  view: { zh: "查看", en: "View" },
  viewOne: { zh: "查看版本 {n}", en: "View version {n}" },
  rollback: { zh: "回滚到此版本", en: "Roll back to this version" },
  sure: { zh: "回滚到版本 {n}？", en: "Roll back to version {n}?" },
  sureText: { zh: "访客将立即看到该版本。", en: "Visitors will see that version immediately." },
  yes: { zh: "回滚", en: "Roll back" },
  no: { zh: "取消", en: "Cancel" },
  done: { zh: "已回滚到版本 {n}", en: "Rolled back to version {n}" },
  close: { zh: "关闭", en: "Close" },
  program: { zh: "系统", en: "System" },
};

/** The published versions; an earlier one can be published again. */
export function VersionsDialog({ onClose }: { onClose: () => void }) {
  const locale = useLocale();
  const t = useText();
  const client = useQueryClient();
  const { pageId, session } = useEditor();
  const [openVersion, setOpenVersion] = useState<Version>();
  const versionsKey = ["builder versions", pageId];
  const query = useQuery({
    queryKey: versionsKey,
    queryFn: ({ signal }) => call("GET Api/SitePage/Snapshots", { pageId }, { signal }),
    staleTime: 0,
  });
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (snapshotId: string) => call("POST Api/SitePage/Rollback", { pageId, snapshotId }),
  });

  async function rollBack({ id, number, rev, createdAt }: Version): Promise<void> {
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
    await client.invalidateQueries({ queryKey: versionsKey });
  }

  if (openVersion !== undefined)
    return <VersionView version={openVersion} onBack={() => setOpenVersion(undefined)} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      size="wide"
      title={t(texts.title)}
      description={t(texts.text)}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t(texts.close)}</Button>}
    >
      <div className="mt-4 min-h-32">
        <QueryContent query={query} height="h-24">
          {(versions) =>
            versions.length === 0 ? (
              <p className="text-ink-2">{t(texts.none)}</p>
            ) : (
              <ol className="border-t border-line">
                {versions.map((version) => (
                  <li
                    key={version.id}
                    className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2"
                  >
                    <span className="w-24 font-medium tabular-nums">
                      {t(formatText(texts.version, { n: version.number }))}
                    </span>
                    <span className="min-w-40 flex-1 text-sm text-ink-2">
                      {version.note !== "" && <span className="block break-words text-ink">{version.note}</span>}
                      <time dateTime={version.createdAt}>{dateTime(version.createdAt, "yyyy-MM-dd HH:mm")}</time>
                      {" · "}
                      {version.memberName || t(texts.program)}
                    </span>
                    <Button
                      aria-label={t(formatText(texts.viewOne, { n: version.number }))}
                      onClick={() => setOpenVersion(version)}
                    >
                      {t(texts.view)}
                    </Button>
                    {version.isPublished ? (
                      <span className="text-sm text-success">{t(texts.current)}</span>
                    ) : (
                      <Button disabled={isPending} onClick={() => void rollBack(version)}>
                        {t(texts.rollback)}
                      </Button>
                    )}
                  </li>
                ))}
              </ol>
            )
          }
        </QueryContent>
      </div>
    </Dialog>
  );
}
