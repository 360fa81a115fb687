import { useLoadWhenOpened } from "#ui/dialog-later.tsx";
import { loadLater } from "#ui/load-later.ts";
import { useValue } from "#features/builder/document/value.ts";
import { useEditor } from "#features/builder/editor/editor.ts";

const contextMenu = loadLater(() => import("./context-menu.tsx").then((file) => file.ContextMenu));

/** The context menu, loaded when it is first opened. */
export function ContextMenuLater() {
  const { menu } = useEditor();
  const point = useValue(menu);
  const close = () => menu.set(undefined);
  useLoadWhenOpened(contextMenu, point !== undefined, close);
  return <contextMenu.Component point={point} onClose={close} />;
}
