import { ExternalLink, Menu as MenuIcon, Search } from "lucide-react";
import { siteUrl, withLanguageForOtherHost } from "#client/space-site.ts";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { showCommandDialog, useCommandState } from "#ui/command-state.ts";
import { useLoadWhenOpened } from "#ui/dialog-later.tsx";
import { loadLater } from "#ui/load-later.ts";
import { chooseLocale, otherLanguage, useLocale, useText } from "#ui/locale.ts";
import { AccountMenu, SchemeMenu } from "./account-menu.tsx";
import { Breadcrumb } from "./breadcrumb.tsx";
import { type Person, urlFor } from "#client/person.ts";
import { CallProblem } from "#client/call.ts";
import { useScreen } from "#client/navigation/current-screen.ts";
import { mayOpen, mayOpenScreen } from "#client/navigation/page-access.ts";
import { ScreenProblem } from "#client/screen-states.tsx";
import { Reminders } from "./reminders.tsx";
import { RoleView } from "./role-view.tsx";
import { useMenu } from "./menus.ts";
import { NoticeButton } from "./notice-button.tsx";
import { SideMenu } from "./side-menu.tsx";

const texts = {
  menu: { zh: "打开导航", en: "Open menu" },
  site: { zh: "查看网站", en: "View site" },
  commands: { zh: "搜索命令", en: "Search commands" },
  skip: { zh: "跳到正文", en: "Skip to content" },
  skipToList: { zh: "跳到列表", en: "Skip to the list" },
};
const quietClass = "rounded-sm text-ink-2 hover:bg-paper-3 hover:text-ink";

const commands = loadLater(() => import("./shell-commands.tsx").then(({ ShellCommands }) => ShellCommands));

/** Handles the keys of the command palette and of the sheet of shortcuts until their code has loaded. */
function useCommandKeys(): void {
  const isLoaded = commands.useIsLoaded();
  useEffect(() => {
    if (isLoaded) return;
    const openDialog = (event: KeyboardEvent) => {
      const isCommand = event.ctrlKey || event.metaKey;
      const isPalette = isCommand && !event.shiftKey && !event.altKey && event.code === "KeyK";
      // In an input, a question mark is a character.
      const isSheet = event.key === "?" && !isCommand && event.target === document.body;
      if (!isPalette && !isSheet) return;
      event.preventDefault();
      showCommandDialog(isPalette ? "palette" : "shortcuts");
    };
    addEventListener("keydown", openDialog);
    return () => removeEventListener("keydown", openDialog);
  }, [isLoaded]);
}

/** Opens the command palette. */
function CommandButton({ person }: { person: Person }) {
  const t = useText();
  const { menu } = useMenu();
  const { openDialog } = useCommandState();
  useCommandKeys();
  useLoadWhenOpened(commands, openDialog !== undefined, () => showCommandDialog(undefined));
  return (
    <>
      <button
        type="button"
        aria-label={t(texts.commands)}
        title={t(texts.commands)}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className={`grid size-9 place-items-center pointer-coarse:size-11 ${quietClass}`}
        onClick={() => showCommandDialog("palette")}
      >
        <Search size={18} strokeWidth={1.5} aria-hidden="true" />
      </button>
      <commands.Component person={person} menu={menu} />
    </>
  );
}

const drawer = loadLater(() => import("./drawer.tsx").then(({ Drawer }) => Drawer));

/** Opens the navigation as a drawer on narrow screens. */
function DrawerButton({ person }: { person: Person }) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const { title } = useMenu();
  return (
    <>
      <button
        type="button"
        aria-label={t(texts.menu)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className={`-ml-2 grid size-9 place-items-center lg:hidden pointer-coarse:size-11 ${quietClass}`}
        onClick={() => {
          setIsOpen(true);
          void drawer.get().catch(() => setIsOpen(false));
        }}
      >
        <MenuIcon size={18} strokeWidth={1.5} />
      </button>
      <drawer.Component title={t(title)} isOpen={isOpen} onOpenChange={setIsOpen}>
        <SideMenu person={person} onNavigate={() => setIsOpen(false)} />
      </drawer.Component>
    </>
  );
}

function TopBar({ person }: { person: Person }) {
  const t = useText();
  const targetLanguage = otherLanguage[useLocale()];
  return (
    <header className="flex h-13 items-center gap-1 border-b border-line bg-paper px-4 sm:px-6">
      <DrawerButton person={person} />
      <Breadcrumb />
      <span className="flex-1" />
      <a
        href={withLanguageForOtherHost(siteUrl("/index"))}
        className={`flex min-h-9 items-center gap-2 px-2.5 text-sm max-sm:hidden ${quietClass}`}
      >
        {t(texts.site)}
        <ExternalLink size={14} strokeWidth={1.5} aria-hidden="true" />
      </a>
      <button
        type="button"
        lang={targetLanguage.lang}
        className={`min-h-9 px-2.5 text-sm whitespace-nowrap max-sm:px-1.5 pointer-coarse:min-h-11 ${quietClass}`}
        onClick={() => chooseLocale(targetLanguage.locale)}
      >
        {targetLanguage.name}
      </button>
      <CommandButton person={person} />
      <NoticeButton person={person} />
      <SchemeMenu />
      <AccountMenu person={person} />
    </header>
  );
}

const skipLink =
  "sr-only z-50 rounded-sm bg-brand px-4 py-2 text-on-brand focus:not-sr-only focus:fixed focus:top-2 focus:left-2";

/** The frame with the side menu, around a screen. */
export function Shell({ person, children }: { person: Person; children: ReactNode }) {
  const t = useText();
  const path = useLocation().pathname;
  const screen = useScreen();
  const { entry } = useMenu();
  // A refused screen has no list to skip to.
  const mayOpenList = entry !== undefined && mayOpen(person, urlFor(person, entry.url));
  const isList = /\/list\/?$/i.test(path) && mayOpenList;
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[232px_minmax(0,1fr)] print:block">
      <a href="#content" className={skipLink}>
        {t(texts.skip)}
      </a>
      {isList && (
        <a href="#list" className={skipLink}>
          {t(texts.skipToList)}
        </a>
      )}
      <aside className="sticky top-0 flex h-dvh flex-col border-r border-line bg-paper-2 max-lg:hidden print:hidden">
        <SideMenu person={person} />
      </aside>
      <div className="flex min-h-dvh min-w-0 flex-col">
        <div className="sticky top-0 z-20 print:hidden">
          <RoleView person={person} frame="management" />
          <TopBar person={person} />
        </div>
        <Reminders person={person} />
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-[1280px] flex-1 px-4 pt-6 pb-10 outline-none sm:px-6 lg:px-8 print:max-w-none print:p-0"
        >
          {screen === undefined || mayOpenScreen(person, screen) ? (
            children
          ) : (
            <ScreenProblem problem={new CallProblem(403, "")} onRetry={() => undefined} />
          )}
        </main>
      </div>
    </div>
  );
}
