import { ChevronDown } from "lucide-react";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import { useText } from "#ui/locale.ts";
import { newPage, switchPage } from "#features/builder/commands/page.ts";
import { useValue } from "#features/builder/document/value.ts";
import { useEditor } from "#features/builder/editor/editor.ts";
import { usePages } from "#features/builder/session/pages.ts";
import { toolIcon } from "#features/builder/editor/tool.tsx";

const NewPageDialog = loadDialogLater(() =>
  import("#features/builder/dialogs/new-page.tsx").then((file) => file.NewPageDialog),
);
const PagesDialog = loadDialogLater(() =>
  import("#features/builder/dialogs/pages-dialog.tsx").then((file) => file.PagesDialog),
);

/** The title of the open page; opens the dialogs for other and new pages. */
export function PageMenu({ title }: { title: string }) {
  const t = useText();
  const editor = useEditor();
  const { path, dialog } = editor;
  const pages = usePages();
  const openDialog = useValue(dialog);
  const close = () => dialog.set(undefined);
  const switchName = t(switchPage.name);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${title} ${path} · ${switchName}`}
        className="tool flex max-w-[min(340px,52vw)] min-w-0 items-center gap-2"
        onClick={() => switchPage.run(editor)}
      >
        <h1 className="min-w-0 truncate font-semibold text-ink">{title}</h1>
        <span className="shrink-0 font-mono text-xs text-ink-3 max-md:hidden">{path}</span>
        <ChevronDown {...toolIcon} size={14} className="shrink-0" />
      </button>
      {openDialog === "pages" && (
        <PagesDialog title={switchName} pages={pages} onAdd={() => newPage.run(editor)} onClose={close} />
      )}
      {openDialog === "newPage" && (
        <NewPageDialog existingPaths={(pages.data ?? []).map((page) => page.path)} onClose={close} />
      )}
    </>
  );
}
