import { useState } from "react";
import { relativeTime } from "#kit/format.ts";
import { fill } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useLocale, useSay } from "#ui/locale.ts";
import { onOwnSite, wayTo } from "#ui/own-site.ts";
import { notify } from "#ui/toast.tsx";
import { useEditor } from "./editor.ts";
import { useValue } from "./value.ts";

const words = {
  title: { zh: "发布页面", en: "Publish this page" },
  text: { zh: "发布后，访客立即看到现在的内容。", en: "Visitors see what you see here at once." },
  address: { zh: "地址", en: "Address" },
  now: { zh: "访客现在看到", en: "Visitors see now" },
  version: { zh: "版本 {n} · {time}", en: "Version {n} · {time}" },
  nothing: { zh: "还没有发布过", en: "Nothing yet" },
  same: { zh: "没有新的修改。", en: "Nothing has changed since." },
  cancel: { zh: "取消", en: "Cancel" },
  publish: { zh: "发布", en: "Publish" },
  publishing: { zh: "正在发布…", en: "Publishing…" },
  done: { zh: "发布成功", en: "Published" },
  view: { zh: "查看页面", en: "View the page" },
};

/** Says what publishing does, and does it. What stands in the way is told by `Questions`. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const locale = useLocale();
  const say = useSay();
  const { session, path } = useEditor();
  const published = useValue(session.published);
  const [isBusy, setIsBusy] = useState(false);
  const isSame = published !== null && published.rev === session.rev() && !session.isUnsaved();

  async function publish(): Promise<void> {
    setIsBusy(true);
    const isDone = await session.publish();
    onClose();
    if (isDone)
      notify("success", words.done[locale], {
        actions: [{ name: words.view[locale], run: () => window.open(wayTo(onOwnSite(path))) }],
      });
    else {
      const state = session.state.get();
      if (state.kind === "failed" && session.question.get() === undefined) notify("error", state.message);
    }
  }

  return (
    <Dialog
      isOpen
      title={say(words.title)}
      description={say(words.text)}
      onClose={() => !isBusy && onClose()}
      actions={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {say(words.cancel)}
          </Button>
          <Button kind="primary" disabled={isBusy} aria-busy={isBusy} onClick={() => void publish()}>
            {say(isBusy ? words.publishing : words.publish)}
          </Button>
        </>
      }
    >
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        <dt className="text-ink-3">{say(words.address)}</dt>
        <dd className="font-mono break-all">{onOwnSite(path)}</dd>
        <dt className="text-ink-3">{say(words.now)}</dt>
        <dd>
          {published === null
            ? say(words.nothing)
            : say(fill(words.version, { n: published.number, time: relativeTime(published.createdAt, locale) }))}
        </dd>
      </dl>
      {isSame && <p className="mt-3 text-sm text-ink-2">{say(words.same)}</p>}
    </Dialog>
  );
}
