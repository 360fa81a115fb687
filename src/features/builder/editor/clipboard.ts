import { isInInputOrOverlay } from "#ui/command-keys.ts";
import { loadAction } from "#ui/load-action.ts";
import { pageLocale, t } from "#ui/page-locale.ts";
import { notify } from "#ui/toast.tsx";
import { removeSelected, selectedFragment } from "#features/builder/document/edit-page.ts";
import { contentOnlyText, type Editor } from "./editor.ts";
import type { Pasted } from "./paste.ts";

/** The MIME type of page fragments on the clipboard. They are also copied as plain text, for browsers that drop other types. */
const fragmentType = "application/x-meridian-fragment";

const texts = {
  copied: { zh: "已复制到粘贴板", en: "Copied" },
  denied: {
    zh: "浏览器不允许读取粘贴板，请使用快捷键粘贴",
    en: "The browser did not allow reading the clipboard. Paste with the keyboard instead.",
  },
};

const loadPaste = loadAction(() => import("./paste.ts"));

/** Inserts what was pasted. The code is loaded on the first paste, because most sessions never paste. */
export async function insertPasted(editor: Editor, pasted: Pasted): Promise<void> {
  const code = await loadPaste(pageLocale());
  await code?.paste(editor, pasted);
}

/** Pastes what the browser's clipboard holds, for which the browser asks; used by menus, which get no clipboard event. */
export async function pasteFromClipboard(editor: Editor): Promise<void> {
  try {
    const items = await navigator.clipboard.read();
    const pictures = items.flatMap((item) =>
      item.types.filter((type) => type.startsWith("image/")).map((type) => ({ item, type })),
    );
    const files = await Promise.all(
      pictures.map(
        async ({ item, type }) => new File([await item.getType(type)], `picture.${type.slice(6)}`, { type }),
      ),
    );
    const text = files.length > 0 ? "" : await navigator.clipboard.readText();
    await insertPasted(editor, { text, files });
  } catch {
    notify("info", t(texts.denied));
  }
}

/**
 * Copies, cuts and pastes records on the browser's clipboard events, also between pages and sites, and pastes texts and pictures of other programs;
 * ignores text in inputs. Returns a function that removes the listeners.
 */
export function addClipboardListeners(editor: Editor): () => void {
  const { store } = editor;
  function copy(event: ClipboardEvent): void {
    const fragment = isInInputOrOverlay(event) ? undefined : selectedFragment(store);
    if (fragment === undefined || event.clipboardData === null || !getSelection()?.isCollapsed) return;
    event.preventDefault();
    const text = JSON.stringify({ ...fragment, origin: location.origin });
    for (const type of [fragmentType, "text/plain"]) event.clipboardData.setData(type, text);
    if (event.type === "cut") removeSelected(store);
    notify("success", t(texts.copied), { duration: 1500, topic: "clipboard" });
  }
  function paste(event: ClipboardEvent): void {
    const data = event.clipboardData;
    if (data === null || isInInputOrOverlay(event)) return;
    const files = [...data.files].filter(({ type }) => type.startsWith("image/"));
    const text = data.getData(fragmentType) || data.getData("text/plain");
    if (files.length === 0 && text === "") return;
    event.preventDefault();
    if (store.isContentOnly) return notify("info", t(contentOnlyText));
    void insertPasted(editor, { text, files });
  }
  window.addEventListener("copy", copy);
  window.addEventListener("cut", copy);
  window.addEventListener("paste", paste);
  return () => {
    window.removeEventListener("copy", copy);
    window.removeEventListener("cut", copy);
    window.removeEventListener("paste", paste);
  };
}
