import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "#kit/error-message.ts";
import { relativeTime } from "#kit/relative-time.ts";
import { formatText, locales } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Input } from "#ui/input.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { siteUrl, withLanguageForOtherHost } from "#client/space-site.ts";
import { notify } from "#ui/toast.tsx";
import { ChangeList } from "./change-list.tsx";
import { OverflowCheck } from "./overflow-check.tsx";
import { useEditor } from "#features/builder/editor/editor.ts";
import { outdatedCounts, pageChanges, translationCounts } from "#features/builder/document/page-changes.ts";
import { useSnapshot } from "#features/builder/editor/published-page.ts";
import { useValue } from "#features/builder/document/value.ts";

const texts = {
  title: { zh: "发布页面", en: "Publish page" },
  text: { zh: "发布后，访客将立即看到当前内容。", en: "Visitors will see this content immediately." },
  address: { zh: "地址", en: "Address" },
  now: { zh: "线上版本", en: "Live version" },
  unpublished: { zh: "未发布的修改", en: "Unpublished changes" },
  note: { zh: "发布说明（选填）", en: "Note (optional)" },
  noteHint: { zh: "显示在版本记录中，例如：更新价格", en: "Shown in the version history, e.g. New prices" },
  untitled: {
    zh: {
      zh: "中文标题为空，中文访客将看到英文标题。",
      en: "The Chinese title is empty. Chinese visitors see the English one.",
    },
    en: {
      zh: "英文标题为空，英文访客将看到中文标题。",
      en: "The English title is empty. English visitors see the Chinese one.",
    },
  },
  partly: {
    zh: {
      zh: "中文内容已完成 {percent}%，{n} 处文字只有英文。",
      en: "Chinese is {percent}% complete: {n} {n|text|texts} in English only.",
    },
    en: {
      zh: "英文内容已完成 {percent}%，{n} 处文字只有中文。",
      en: "English is {percent}% complete: {n} {n|text|texts} in Chinese only.",
    },
  },
  version: { zh: "版本 {n} · {time}", en: "Version {n} · {time}" },
  nothing: { zh: "尚未发布", en: "Not published" },
  same: { zh: "没有新的修改。", en: "No changes since the last publish." },
  outdated: {
    zh: { zh: "{n} 处中文已过期", en: "{n} Chinese {n|text is|texts are} out of date" },
    en: { zh: "{n} 处英文已过期", en: "{n} English {n|text is|texts are} out of date" },
  },
  cancel: { zh: "取消", en: "Cancel" },
  publish: { zh: "发布", en: "Publish" },
  publishing: { zh: "正在发布…", en: "Publishing…" },
  done: { zh: "发布成功", en: "Published" },
  view: { zh: "查看页面", en: "View page" },
};

/** Warns about texts without a translation. */
function TranslationWarnings() {
  const t = useText();
  const { store } = useEditor();
  const { setting } = store.page();
  const counts = translationCounts(store.page());
  const outdated = outdatedCounts(store.page());
  const issues = locales.flatMap((locale) => {
    const { all, missing } = counts[locale];
    const percent = Math.min(99, Math.floor((100 * (all - missing)) / all));
    return [
      ...((setting.title[locale] ?? "").trim() === "" ? [texts.untitled[locale]] : []),
      ...(outdated[locale] > 0 ? [formatText(texts.outdated[locale], { n: outdated[locale] })] : []),
      ...(missing > 0 ? [formatText(texts.partly[locale], { percent, n: missing })] : []),
    ];
  });
  if (issues.length === 0) return null;
  return (
    <ul className="mt-4 grid gap-1 rounded-sm border border-line bg-paper-2 px-3 py-2 text-sm text-ink">
      {issues.map((text) => (
        <li key={text.en} className="flex gap-2">
          <TriangleAlert size={16} strokeWidth={1.5} aria-hidden="true" className="mt-0.5 shrink-0 text-warning" />
          {t(text)}
        </li>
      ))}
    </ul>
  );
}

/** The changes that visitors will see after publishing. */
function UnpublishedChanges({ snapshotId }: { snapshotId: string }) {
  const locale = useLocale();
  const t = useText();
  const { store, broken } = useEditor();
  const query = useSnapshot(snapshotId);
  return (
    <div className="mt-4">
      <h3 className="mb-2 text-sm font-medium text-ink-2">{t(texts.unpublished)}</h3>
      <QueryContent query={query} height="h-16">
        {(published) => {
          const changes = pageChanges(published, { page: store.page(), broken: [...broken] }, locale);
          if (changes.length === 0) return <p className="text-sm text-ink-3">{t(texts.same)}</p>;
          return (
            <div className="max-h-[30dvh] overflow-auto">
              <ChangeList label={t(texts.unpublished)} changes={changes} />
            </div>
          );
        }}
      </QueryContent>
    </div>
  );
}

/** Asks for confirmation and publishes the page. `QuestionDialog` shows conflicts and faults. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const locale = useLocale();
  const t = useText();
  const { session, path } = useEditor();
  const published = useValue(session.published);
  const [isBusy, setIsBusy] = useState(false);
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState<string>();

  async function publish(): Promise<void> {
    setIsBusy(true);
    setProblem(undefined);
    try {
      const isDone = await session.publish(note);
      const state = session.state.get();
      if (!isDone && state.kind === "failed" && session.question.get() === undefined) throw new Error(state.message);
      onClose();
      if (isDone)
        notify("success", texts.done[locale], {
          actions: [{ name: texts.view[locale], run: () => window.open(withLanguageForOtherHost(siteUrl(path))) }],
        });
    } catch (error) {
      // The dialog stays open, with the note, so that publishing can be tried again.
      setProblem(errorMessage(error));
      setIsBusy(false);
    }
  }

  return (
    <Dialog
      isOpen
      title={t(texts.title)}
      description={t(texts.text)}
      onClose={() => !isBusy && onClose()}
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button kind="primary" disabled={isBusy} aria-busy={isBusy} onClick={() => void publish()}>
            {t(isBusy ? texts.publishing : texts.publish)}
          </Button>
        </>
      }
    >
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        <dt className="text-ink-3">{t(texts.address)}</dt>
        <dd className="font-mono break-all">{siteUrl(path)}</dd>
        <dt className="text-ink-3">{t(texts.now)}</dt>
        <dd>
          {published === null
            ? t(texts.nothing)
            : t(formatText(texts.version, { n: published.number, time: relativeTime(published.createdAt, locale) }))}
        </dd>
      </dl>
      <TranslationWarnings />
      <OverflowCheck onClose={onClose} />
      {published !== null && <UnpublishedChanges snapshotId={published.id} />}
      <label className="mt-4 grid gap-1.5 text-sm font-medium text-ink-2">
        {t(texts.note)}
        <Input
          value={note}
          maxLength={200}
          placeholder={t(texts.noteHint)}
          className="font-normal"
          onChange={({ target }) => setNote(target.value)}
        />
      </label>
      {problem !== undefined && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
