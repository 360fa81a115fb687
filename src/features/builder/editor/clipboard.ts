import { isInInputOrOverlay } from "#ui/command-keys.ts";
import { removeSelected, pasteFragment, selectedFragment } from "#features/builder/document/edit-page.ts";
import type { Editor } from "./editor.ts";

/** The MIME type of page fragments on the clipboard. They are also copied as plain text, for browsers that drop other types. */
const fragmentType = "application/x-meridian-fragment";

/**
 * Copies, cuts and pastes records on the browser's clipboard events, also between pages; ignores text in inputs. Returns a function that removes the
 * listeners.
 */
export function addClipboardListeners({ store }: Editor): () => void {
  function copy(event: ClipboardEvent): void {
    const fragment = isInInputOrOverlay(event) ? undefined : selectedFragment(store);
    if (fragment === undefined || event.clipboardData === null || !getSelection()?.isCollapsed) return;
    event.preventDefault();
    const text = JSON.stringify(fragment);
    for (const type of [fragmentType, "text/plain"]) event.clipboardData.setData(type, text);
    if (event.type === "cut") removeSelected(store);
  }
  async function paste(event: ClipboardEvent): Promise<void> {
    const data = event.clipboardData;
    const text = data?.getData(fragmentType) || data?.getData("text/plain") || "";
    if (isInInputOrOverlay(event) || !text.startsWith("{")) return;
    event.preventDefault();
    // Loaded on the first paste, because most sessions never paste.
    const { readFragment } = await import("#render/page/read-page.ts");
    const fragment = readFragment(text);
    if (fragment !== undefined) pasteFragment(store, fragment);
  }
  const handlePaste = (event: ClipboardEvent) => void paste(event);
  window.addEventListener("copy", copy);
  window.addEventListener("cut", copy);
  window.addEventListener("paste", handlePaste);
  return () => {
    window.removeEventListener("copy", copy);
    window.removeEventListener("cut", copy);
    window.removeEventListener("paste", handlePaste);
  };
}
