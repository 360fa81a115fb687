import { useCallback, useEffect, useState } from "react";
import type { Text } from "#kit/text.ts";
import { CommandCenter } from "#ui/command-center.tsx";
import { useLoadWhenOpened } from "#ui/dialog-later.tsx";
import { lazyControl } from "#ui/lazy-control.tsx";
import { loadLater } from "#ui/load-later.ts";
import { useText } from "#ui/locale.ts";
import { loadAllDefinitions } from "#render/registry.ts";
import { Board } from "#features/builder/canvas/board.tsx";
import { comments } from "#features/builder/commands/page.ts";
import { type EditorCommand, useCommandsOf } from "#features/builder/editor/command.tsx";
import { type Editor, useEditor } from "#features/builder/editor/editor.ts";
import { useUnsavedGuard } from "#features/builder/editor/leave-guard.ts";
import { QuestionDialog } from "#features/builder/dialogs/question-dialog.tsx";
import { useAspect } from "#features/builder/document/value.ts";
import { loadOnline } from "#ui/load-online.ts";
import { ContextMenuLater } from "./context-menu-later.tsx";
import { PanelSkeleton } from "#ui/panel-skeleton.tsx";
import { TopBar } from "./top-bar.tsx";

const loadEditing = () => import("./editing.ts").then((file) => file.editing);
const overlaySkeleton = <div className="overlay" aria-busy="true" />;
const Outline = lazyControl<PanelProps>(() => loadEditing().then((editing) => editing.Outline), {
  renderFallback: () => <PanelSkeleton />,
});
const Inspector = lazyControl<PanelProps>(() => loadEditing().then((editing) => editing.Inspector), {
  renderFallback: () => <PanelSkeleton className="p-4" />,
});
const Layers = lazyControl<LayersProps>(() => loadEditing().then((editing) => editing.Layers), {
  renderFallback: () => overlaySkeleton,
});
const MultiSelect = lazyControl<PanelProps>(() => loadEditing().then((editing) => editing.MultiSelect), {
  renderFallback: () => null,
});
const componentList = loadLater(async () => {
  const [{ ComponentList }] = await Promise.all([import("./component-list.tsx"), loadAllDefinitions()]);
  return ComponentList;
});

const texts = {
  structure: { zh: "结构", en: "Structure" },
  add: { zh: "添加", en: "Add" },
  properties: { zh: "属性", en: "Properties" },
} satisfies Record<string, Text>;

const leftTabs = ["structure", "add"] as const;
type SideTab = (typeof leftTabs)[number];
/** A panel that overlays the page on narrow screens, one at a time. On wide screens all panels are beside the page. */
type Sheet = SideTab | "properties";

/** Panels read the editor from its context. */
type PanelProps = { id?: string };
type LayersProps = PanelProps & { onOpenFields: () => void };

/** The list of components, loaded on demand. */
function LazyComponentList({ onAdded, onClose }: { onAdded: () => void; onClose: () => void }) {
  useLoadWhenOpened(componentList, true, onClose);
  return <componentList.Component onAdded={onAdded} />;
}

type LeftPanelProps = { tab: SideTab; isDrawn: boolean; onTab: (tab: SideTab) => void; onAdded: () => void };

function LeftPanel({ tab, isDrawn, onTab, onAdded }: LeftPanelProps) {
  const t = useText();
  return (
    <>
      <div role="tablist" aria-label={t(texts.structure)} className="flex gap-1 border-b border-line p-2 max-lg:hidden">
        {leftTabs.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`builder-tab-${name}`}
            aria-controls="builder-left"
            aria-selected={tab === name}
            tabIndex={tab === name ? 0 : -1}
            className="tool flex-1"
            onClick={() => onTab(name)}
            onKeyDown={(event) => {
              if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
              const otherTab = name === "add" ? "structure" : "add";
              onTab(otherTab);
              document.getElementById(`builder-tab-${otherTab}`)?.focus();
            }}
          >
            {t(texts[name])}
          </button>
        ))}
      </div>
      <div
        id="builder-left"
        role="tabpanel"
        aria-labelledby={`builder-tab-${tab}`}
        className="scroll min-h-0 flex-1 overflow-auto p-2"
      >
        {tab === "structure" && (isDrawn ? <Outline /> : <PanelSkeleton />)}
        {tab === "add" && <LazyComponentList onAdded={onAdded} onClose={() => onTab("structure")} />}
      </div>
    </>
  );
}

/** The bar that opens panels on narrow screens. */
function SheetBar({ sheet, onSheet }: { sheet: Sheet | undefined; onSheet: (sheet: Sheet | undefined) => void }) {
  const t = useText();
  return (
    <nav className="flex border-t border-line bg-paper lg:hidden">
      {(["structure", "add", "properties"] as const).map((name) => (
        <button
          key={name}
          type="button"
          aria-expanded={sheet === name}
          className="min-h-12 flex-1 text-ink-2 aria-expanded:bg-paper-3 aria-expanded:text-ink"
          onClick={() => onSheet(sheet === name ? undefined : name)}
        >
          {t(texts[name])}
        </button>
      ))}
    </nav>
  );
}

const noCommands: readonly EditorCommand[] = [];

/** Every command of the builder. They are loaded when the page has been drawn, because most have no button in the first view. */
function useAllCommands(isDrawn: boolean) {
  const [definitions, setDefinitions] = useState(noCommands);
  useEffect(() => {
    if (!isDrawn) return;
    let isWanted = true;
    loadOnline(() => loadEditing().then((editing) => editing.allCommands)).then(
      (loaded) => isWanted && setDefinitions(loaded),
      // Without them the page can still be edited with the pointer and the panels.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [isDrawn]);
  return useCommandsOf(definitions);
}

/** Copies and pastes on the browser's clipboard events, as soon as there is something to select. */
function useClipboard(editor: Editor): void {
  useEffect(() => {
    let isOpen = true;
    let removeListeners: (() => void) | undefined;
    // Without the file, as without the network, the panels say so.
    void loadEditing().then(
      ({ addClipboardListeners }) => isOpen && (removeListeners = addClipboardListeners(editor)),
      () => undefined,
    );
    return () => {
      isOpen = false;
      removeListeners?.();
    };
  }, [editor]);
}

/** The editor around the open page. */
export function Workbench() {
  const t = useText();
  const editor = useEditor();
  const [tab, setTab] = useState<SideTab>("structure");
  const [sheet, setSheet] = useState<Sheet>();
  const [isDrawn, setDrawn] = useState(false);
  const handleDrawn = useCallback(() => setDrawn(true), []);
  const commands = useAllCommands(isDrawn);
  const isRenaming = useAspect(editor.renaming, (id) => id !== undefined);
  useEffect(() => {
    if (!isRenaming) return;
    setTab("structure");
    setSheet((open) => (open === undefined ? open : "structure"));
  }, [isRenaming]);
  const areCommentsOpen = useAspect(editor.comments, ({ isOpen }) => isOpen);
  useEffect(() => {
    if (areCommentsOpen) setSheet(undefined);
  }, [areCommentsOpen]);
  useClipboard(editor);
  useUnsavedGuard(editor);
  // Its file comes while the page is drawn. Whoever needs it then reports a failure.
  useEffect(() => void loadEditing().catch(() => undefined), []);

  function openSheet(next: Sheet | undefined): void {
    setSheet(next);
    if (next !== undefined) editor.comments.set({ isOpen: false });
    if (next !== undefined && next !== "properties") setTab(next);
  }
  const panelClass = "workbench-panel flex min-h-0 flex-col bg-paper";
  return (
    <div className="builder grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto] bg-paper text-ink">
      <TopBar />
      <div className="workbench grid min-h-0">
        <aside
          aria-label={t(texts[tab])}
          className={`${panelClass} border-r border-line ${sheet === "structure" || sheet === "add" ? "" : "max-lg:hidden"}`}
        >
          <LeftPanel tab={tab} isDrawn={isDrawn} onTab={setTab} onAdded={() => setSheet(undefined)} />
        </aside>
        <main className="relative min-h-0 min-w-0">
          <Board onDrawn={handleDrawn}>
            {isDrawn ? <Layers onOpenFields={() => openSheet("properties")} /> : overlaySkeleton}
          </Board>
          {isDrawn && <MultiSelect />}
        </main>
        <aside
          aria-label={t(areCommentsOpen ? comments.name : texts.properties)}
          // Keys of undo in the panel of properties undo edits of the page.
          className={`${areCommentsOpen ? "" : "inspector "}${panelClass} border-l border-line ${areCommentsOpen || sheet === "properties" ? "" : "max-lg:hidden"}`}
        >
          {isDrawn ? <Inspector /> : <PanelSkeleton className="p-4" />}
        </aside>
      </div>
      <SheetBar sheet={sheet} onSheet={openSheet} />
      <QuestionDialog />
      <ContextMenuLater />
      <CommandCenter commands={commands} />
    </div>
  );
}
