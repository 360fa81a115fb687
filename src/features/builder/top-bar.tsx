import {
  ArrowLeft,
  ExternalLink,
  History,
  Monitor,
  Moon,
  Redo2,
  Save,
  Share2,
  Smartphone,
  Sun,
  Tablet,
  Undo2,
} from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { inLocale } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import { useLocale, useSay } from "#ui/locale.ts";
import { onOwnSite, wayTo } from "#ui/own-site.ts";
import { useEditor, useSetting, type Width, widths } from "./editor.ts";
import { PageMenu } from "./page-menu.tsx";
import { PublicationState } from "./publication-state.tsx";
import { SaveStatus } from "./save-status.tsx";
import { Tool, toolIcon } from "./tool.tsx";
import { usePicked, useValue } from "./value.ts";

const PublishDialog = loadDialogLater(() => import("./publish-dialog.tsx").then((file) => file.PublishDialog));
const ShareDialog = loadDialogLater(() => import("./share-dialog.tsx").then((file) => file.ShareDialog));
const VersionsDialog = loadDialogLater(() => import("./versions-dialog.tsx").then((file) => file.VersionsDialog));

const words = {
  back: { zh: "返回管理后台", en: "Back to admin" },
  undo: { zh: "撤销", en: "Undo" },
  redo: { zh: "重做", en: "Redo" },
  language: { zh: "页面语言", en: "Page language" },
  zh: { zh: "中 · 中文页面", en: "中 · Chinese page" },
  en: { zh: "EN · 英文页面", en: "EN · English page" },
  width: { zh: "页面宽度", en: "Page width" },
  1440: { zh: "桌面", en: "Desktop" },
  768: { zh: "平板", en: "Tablet" },
  390: { zh: "手机", en: "Phone" },
  scheme: { zh: "深色预览", en: "Dark preview" },
  save: { zh: "保存", en: "Save" },
  view: { zh: "查看已发布页面", en: "View published page" },
  share: { zh: "分享草稿", en: "Share draft" },
  versions: { zh: "发布记录", en: "Version history" },
  publish: { zh: "发布", en: "Publish" },
};
const devices = { 1440: Monitor, 768: Tablet, 390: Smartphone } satisfies Record<Width, typeof Monitor>;
const isMac = /mac/i.test(navigator.platform);
const keys = (key: string) => (isMac ? `⌘${key}` : `Ctrl+${key}`);

function UndoTools() {
  const say = useSay();
  const { store } = useEditor();
  const { done, undone } = useValue(store.history);
  return (
    <div className="flex">
      <Tool name={say(words.undo)} keys={keys("Z")} disabled={done.length === 0} onClick={store.undo}>
        <Undo2 {...toolIcon} />
      </Tool>
      <Tool name={say(words.redo)} keys={isMac ? "⇧⌘Z" : "Ctrl+Y"} disabled={undone.length === 0} onClick={store.redo}>
        <Redo2 {...toolIcon} />
      </Tool>
    </div>
  );
}

/** How the page is looked at: language, width, scheme. Changes nothing in it. */
function ViewTools() {
  const say = useSay();
  const { view } = useEditor();
  const look = useValue(view);
  return (
    <div className="flex items-center gap-2">
      <div role="group" aria-label={say(words.language)} className="segments">
        {(["zh", "en"] as const).map((locale) => (
          <Tool
            key={locale}
            name={say(words[locale])}
            isOn={look.locale === locale}
            label={locale === "zh" ? "中" : "EN"}
            onClick={() => view.set({ ...look, locale })}
          />
        ))}
      </div>
      <div role="group" aria-label={say(words.width)} className="segments max-sm:hidden">
        {widths.map((width) => {
          const Device = devices[width];
          return (
            <Tool
              key={width}
              name={`${say(words[width])} ${width}`}
              isOn={look.width === width}
              onClick={() => view.set({ ...look, width })}
            >
              <Device {...toolIcon} />
            </Tool>
          );
        })}
      </div>
      <Tool
        name={say(words.scheme)}
        isOn={look.scheme === "dark"}
        className="max-sm:hidden"
        onClick={() => view.set({ ...look, scheme: look.scheme === "dark" ? "light" : "dark" })}
      >
        {look.scheme === "dark" ? <Moon {...toolIcon} /> : <Sun {...toolIcon} />}
      </Tool>
    </div>
  );
}

function Title() {
  const locale = useLocale();
  const { path } = useEditor();
  const { title } = useSetting();
  return <PageMenu title={inLocale(title, locale) ?? path} />;
}

function SaveTool() {
  const say = useSay();
  const { session } = useEditor();
  const kind = usePicked(session.state, (state) => state.kind);
  return (
    <Tool
      name={say(words.save)}
      keys={keys("S")}
      disabled={kind === "saved" || kind === "saving"}
      onClick={() => void session.save()}
    >
      <Save {...toolIcon} />
    </Tool>
  );
}

/** Where one is, how the page is looked at, and what can be done with the whole of it. */
export function TopBar() {
  const say = useSay();
  const { path } = useEditor();
  const [open, setOpen] = useState<"publish" | "versions" | "share">();
  const close = () => setOpen(undefined);
  return (
    <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-2 py-1 sm:px-3">
      <div className="flex min-w-0 items-center gap-1">
        <Link to="/paas/index" className="tool" aria-label={say(words.back)} title={say(words.back)}>
          <ArrowLeft {...toolIcon} />
        </Link>
        <Title />
      </div>
      <UndoTools />
      <SaveTool />
      <SaveStatus />
      <PublicationState />
      <span className="flex-1" />
      <ViewTools />
      <div className="flex items-center gap-1">
        <a
          href={wayTo(onOwnSite(path))}
          target="_blank"
          rel="noreferrer"
          className="tool"
          aria-label={say(words.view)}
          title={say(words.view)}
        >
          <ExternalLink {...toolIcon} />
        </a>
        <Tool name={say(words.share)} aria-haspopup="dialog" onClick={() => setOpen("share")}>
          <Share2 {...toolIcon} />
        </Tool>
        <Tool name={say(words.versions)} aria-haspopup="dialog" onClick={() => setOpen("versions")}>
          <History {...toolIcon} />
        </Tool>
        <Button
          kind="primary"
          aria-haspopup="dialog"
          className="ml-1 min-h-8 px-3 text-[13px] pointer-coarse:min-h-10"
          onClick={() => setOpen("publish")}
        >
          {say(words.publish)}
        </Button>
      </div>
      {open === "publish" && <PublishDialog onClose={close} />}
      {open === "share" && <ShareDialog onClose={close} />}
      {open === "versions" && <VersionsDialog onClose={close} />}
    </header>
  );
}
