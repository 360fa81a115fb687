import {
  ArrowLeft,
  Ellipsis,
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
import { useLocale, useText } from "#ui/locale.ts";
import { useMedia } from "#ui/media.ts";
import { Menu } from "#ui/menu.tsx";
import { onOwnSite, urlOnSite } from "#client/space-site.ts";
import { useEditor, useSetting, type Width, widths } from "#features/builder/editor/editor.ts";
import { PageMenu } from "./page-menu.tsx";
import { PublicationState } from "./publication-state.tsx";
import { SaveStatus } from "./save-status.tsx";
import { Tool, toolIcon } from "#features/builder/editor/tool.tsx";
import { usePicked, useValue } from "#features/builder/document/value.ts";

const PublishDialog = loadDialogLater(() =>
  import("#features/builder/dialogs/publish-dialog.tsx").then((file) => file.PublishDialog),
);
const ShareDialog = loadDialogLater(() =>
  import("#features/builder/dialogs/share-dialog.tsx").then((file) => file.ShareDialog),
);
const VersionsDialog = loadDialogLater(() =>
  import("#features/builder/dialogs/versions-dialog.tsx").then((file) => file.VersionsDialog),
);

const texts = {
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
  more: { zh: "更多操作", en: "More actions" },
  publish: { zh: "发布", en: "Publish" },
};
type DialogName = "publish" | "versions" | "share";
const devices = { 1440: Monitor, 768: Tablet, 390: Smartphone } satisfies Record<Width, typeof Monitor>;
const isMac = /mac/i.test(navigator.platform);
const keys = (key: string) => (isMac ? `⌘${key}` : `Ctrl+${key}`);

function UndoTools() {
  const t = useText();
  const { store } = useEditor();
  const { done, undone } = useValue(store.history);
  return (
    <div className="flex">
      <Tool name={t(texts.undo)} keys={keys("Z")} disabled={done.length === 0} onClick={store.undo}>
        <Undo2 {...toolIcon} />
      </Tool>
      <Tool name={t(texts.redo)} keys={isMac ? "⇧⌘Z" : "Ctrl+Y"} disabled={undone.length === 0} onClick={store.redo}>
        <Redo2 {...toolIcon} />
      </Tool>
    </div>
  );
}

/** How the page is looked at: language, width, scheme. Changes nothing in it. */
function ViewTools() {
  const t = useText();
  const { view } = useEditor();
  const look = useValue(view);
  return (
    <div className="flex items-center gap-2 max-sm:hidden">
      <div role="group" aria-label={t(texts.language)} className="segments">
        {(["zh", "en"] as const).map((locale) => (
          <Tool
            key={locale}
            name={t(texts[locale])}
            isOn={look.locale === locale}
            label={locale === "zh" ? "中" : "EN"}
            onClick={() => view.set({ ...look, locale })}
          />
        ))}
      </div>
      <div role="group" aria-label={t(texts.width)} className="segments">
        {widths.map((width) => {
          const Device = devices[width];
          return (
            <Tool
              key={width}
              name={`${t(texts[width])} ${width}`}
              isOn={look.width === width}
              onClick={() => view.set({ ...look, width })}
            >
              <Device {...toolIcon} />
            </Tool>
          );
        })}
      </div>
      <Tool
        name={t(texts.scheme)}
        isOn={look.scheme === "dark"}
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
  const t = useText();
  const { session } = useEditor();
  const kind = usePicked(session.state, (state) => state.kind);
  return (
    <Tool
      name={t(texts.save)}
      keys={keys("S")}
      disabled={kind === "saved" || kind === "saving"}
      onClick={() => void session.save()}
    >
      <Save {...toolIcon} />
    </Tool>
  );
}

/**
 * What visitors see, whom to show the draft, and what was published before. Where there is no room they stand behind one button, with the
 * languages of the page.
 */
function PageTools({ onOpen }: { onOpen: (name: DialogName) => void }) {
  const t = useText();
  const { path, view } = useEditor();
  const look = useValue(view);
  const isNarrow = useMedia("(width < 640px)");
  const url = urlOnSite(onOwnSite(path));
  if (isNarrow)
    return (
      <Menu
        trigger={<Ellipsis {...toolIcon} />}
        label={t(texts.more)}
        className="tool"
        items={[
          {
            name: t(texts.view),
            icon: <ExternalLink {...toolIcon} />,
            run: () => window.open(url, "_blank", "noopener"),
          },
          { name: t(texts.share), icon: <Share2 {...toolIcon} />, run: () => onOpen("share") },
          { name: t(texts.versions), icon: <History {...toolIcon} />, run: () => onOpen("versions") },
          "separator",
          ...(["zh", "en"] as const).map((locale) => ({
            name: t(texts[locale]),
            isChosen: look.locale === locale,
            run: () => view.set({ ...look, locale }),
          })),
        ]}
      />
    );
  return (
    <>
      <a href={url} target="_blank" rel="noreferrer" className="tool" aria-label={t(texts.view)} title={t(texts.view)}>
        <ExternalLink {...toolIcon} />
      </a>
      <Tool name={t(texts.share)} aria-haspopup="dialog" onClick={() => onOpen("share")}>
        <Share2 {...toolIcon} />
      </Tool>
      <Tool name={t(texts.versions)} aria-haspopup="dialog" onClick={() => onOpen("versions")}>
        <History {...toolIcon} />
      </Tool>
    </>
  );
}

/** Where one is, how the page is looked at, and what can be done with the whole of it. */
export function TopBar() {
  const t = useText();
  const [open, setOpen] = useState<DialogName>();
  const close = () => setOpen(undefined);
  return (
    <header className="flex min-h-12 items-center gap-x-1 gap-y-1 border-b border-line px-2 py-1 sm:flex-wrap sm:gap-x-3 sm:px-3">
      <div className="flex min-w-0 items-center gap-1 max-sm:flex-1">
        <Link to="/paas/index" className="tool" aria-label={t(texts.back)} title={t(texts.back)}>
          <ArrowLeft {...toolIcon} />
        </Link>
        <Title />
      </div>
      <UndoTools />
      <SaveTool />
      <SaveStatus />
      <PublicationState />
      <span className="flex-1 max-sm:hidden" />
      <ViewTools />
      <div className="flex items-center gap-1">
        <PageTools onOpen={setOpen} />
        <Button
          kind="primary"
          aria-haspopup="dialog"
          className="ml-1 min-h-8 px-3 text-[13px] pointer-coarse:min-h-10"
          onClick={() => setOpen("publish")}
        >
          {t(texts.publish)}
        </Button>
      </div>
      {open === "publish" && <PublishDialog onClose={close} />}
      {open === "share" && <ShareDialog onClose={close} />}
      {open === "versions" && <VersionsDialog onClose={close} />}
    </header>
  );
}
