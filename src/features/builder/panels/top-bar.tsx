import { ArrowLeft, ChevronDown, Ellipsis } from "lucide-react";
import { Link } from "react-router";
import { inLocale } from "#kit/text.ts";
import { classNames } from "#ui/class-names.ts";
import { Button } from "#ui/button.tsx";
import { paletteCommand } from "#ui/command-center.tsx";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import { loadLater } from "#ui/load-later.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { useMedia } from "#ui/media.ts";
import { Menu } from "#ui/menu.tsx";
import { redo, save, undo } from "#features/builder/commands/history.ts";
import { clients, comments, publish, saveVersion, share, versions, viewPage } from "#features/builder/commands/page.ts";
import { clientViews, dark, languages, widths } from "#features/builder/commands/view.ts";
import { useValue } from "#features/builder/document/value.ts";
import { CommandTool, CommandTools, menuItemsOf, useEditorCommands } from "#features/builder/editor/command.tsx";
import { useEditor, useSetting } from "#features/builder/editor/editor.ts";
import { toolIcon } from "#features/builder/editor/tool.tsx";
import { PageMenu } from "./page-menu.tsx";
import { PublicationState } from "./publication-state.tsx";
import { SaveStatus } from "./save-status.tsx";

const people = loadLater(() => import("#features/builder/people/people.tsx").then((file) => file.People));
const PublishDialog = loadDialogLater(() =>
  import("#features/builder/dialogs/publish-dialog.tsx").then((file) => file.PublishDialog),
);
const ClientsDialog = loadDialogLater(() =>
  import("#features/builder/dialogs/clients-dialog.tsx").then((file) => file.ClientsDialog),
);
const ShareDialog = loadDialogLater(() =>
  import("#features/builder/dialogs/share-dialog.tsx").then((file) => file.ShareDialog),
);
const VersionsDialog = loadDialogLater(() =>
  import("#features/builder/dialogs/versions-dialog.tsx").then((file) => file.VersionsDialog),
);
const SaveVersionDialog = loadDialogLater(() =>
  import("#features/builder/dialogs/save-version-dialog.tsx").then((file) => file.SaveVersionDialog),
);

const OpenMarketDialog = loadDialogLater(() =>
  import("#features/builder/gallery/market-dialogs.tsx").then((file) => file.OpenMarketDialog),
);

const texts = {
  back: { zh: "返回管理后台", en: "Back to admin" },
  language: { zh: "页面语言", en: "Page language" },
  client: { zh: "客户端", en: "Client" },
  width: { zh: "页面宽度", en: "Page width" },
  more: { zh: "更多操作", en: "More actions" },
};
const historyTools = [undo, redo, save];
const narrowHistoryTools = [undo, redo];
const pageTools = [comments, viewPage, clients, share, versions];
const narrowPageTools = [save, saveVersion, ...pageTools];
const darkTools = [dark];

/** Chooses the client whose page is shown and edited. */
function ClientMenu() {
  const t = useText();
  const commands = useEditorCommands(clientViews);
  const chosen = commands.find((command) => command.isOn())!;
  return (
    <Menu
      trigger={
        <>
          {t(chosen.name())}
          <ChevronDown {...toolIcon} />
        </>
      }
      label={`${t(texts.client)}: ${t(chosen.name())}`}
      className={classNames("tool", useValue(useEditor().view).client !== undefined && "client-chosen")}
      items={menuItemsOf(commands, t)}
    />
  );
}

/** Preview settings: language, width, client, colour scheme. They do not change the page. */
function ViewTools() {
  const t = useText();
  return (
    <div className="flex items-center gap-2 max-sm:hidden">
      <div role="group" aria-label={t(texts.language)} className="segments">
        <CommandTools commands={languages} />
      </div>
      <div role="group" aria-label={t(texts.width)} className="segments">
        <CommandTools commands={widths} />
      </div>
      <ClientMenu />
      <CommandTools commands={darkTools} />
    </div>
  );
}

function PageTitle() {
  const locale = useLocale();
  const { path } = useEditor();
  const { title } = useSetting();
  return <PageMenu title={inLocale(title, locale) ?? path} />;
}

/**
 * The buttons for viewing, sharing, versions and the command palette. On narrow screens they are in one menu, with the button for saving and the page
 * languages.
 */
function PageTools({ isNarrow }: { isNarrow: boolean }) {
  const t = useText();
  const tools = useEditorCommands(isNarrow ? narrowPageTools : pageTools);
  const languageTools = useEditorCommands(languages);
  const clientTools = useEditorCommands(clientViews);
  if (isNarrow)
    return (
      <Menu
        trigger={<Ellipsis {...toolIcon} />}
        label={t(texts.more)}
        className="tool"
        items={[
          ...menuItemsOf([...tools, paletteCommand], t),
          "separator",
          ...menuItemsOf(languageTools, t),
          "separator",
          ...menuItemsOf(clientTools, t),
        ]}
      />
    );
  return [...tools, paletteCommand].map((command) => <CommandTool key={command.id} command={command} />);
}

/** The dialogs that commands open over the page. */
function PageDialogs() {
  const { dialog } = useEditor();
  const openDialog = useValue(dialog);
  const close = () => dialog.set(undefined);
  if (openDialog === "publish") return <PublishDialog onClose={close} />;
  if (openDialog === "clients") return <ClientsDialog onClose={close} />;
  if (openDialog === "share") return <ShareDialog onClose={close} />;
  if (openDialog === "versions") return <VersionsDialog onClose={close} />;
  if (openDialog === "saveVersion") return <SaveVersionDialog onClose={close} />;
  // Those of pages open from the page menu.
  if (openDialog === undefined || openDialog === "pages" || openDialog === "newPage") return null;
  return <OpenMarketDialog name={openDialog} onClose={close} />;
}

/** The bar at the top: page menu, history, view and page tools. */
export function TopBar() {
  const t = useText();
  const editor = useEditor();
  const isNarrow = useMedia("(width < 640px)");
  return (
    <header className="flex min-h-12 items-center gap-x-1 gap-y-1 border-b border-line px-2 py-1 sm:flex-wrap sm:gap-x-3 sm:px-3">
      <div className="flex min-w-0 items-center gap-1 max-sm:flex-1">
        <Link to="/paas/index" className="tool" aria-label={t(texts.back)} title={t(texts.back)}>
          <ArrowLeft {...toolIcon} />
        </Link>
        <PageTitle />
      </div>
      <div className="flex">
        <CommandTools commands={isNarrow ? narrowHistoryTools : historyTools} />
      </div>
      <PublicationState />
      <SaveStatus />
      <people.Component />
      <span className="flex-1 max-sm:hidden" />
      <ViewTools />
      <div className="flex items-center gap-1">
        <PageTools isNarrow={isNarrow} />
        {editor.mayPublish && (
          <Button
            kind="primary"
            aria-haspopup="dialog"
            className="ml-1 min-h-8 px-3 text-[13px] pointer-coarse:min-h-11"
            onClick={() => publish.run(editor)}
          >
            {t(publish.name)}
          </Button>
        )}
      </div>
      <PageDialogs />
    </header>
  );
}
