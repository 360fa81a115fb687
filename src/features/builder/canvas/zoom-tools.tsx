import { useText } from "#ui/locale.ts";
import type { MenuItem } from "#ui/menu-list.tsx";
import { Menu } from "#ui/menu.tsx";
import { fit, fitSelection, fullSize, grid, rulers, zoomIn, zoomOut } from "#features/builder/commands/zoom.ts";
import { CommandTool, menuItemsOf, useEditorCommands } from "#features/builder/editor/command.tsx";

const texts = { zoom: { zh: "缩放 {n}%", en: "Zoom, {n}%" } };
const buttons = [zoomOut, zoomIn];
const choices = [fit, fullSize, fitSelection];
const lines = [rulers, grid];

/** The scale of the page, in the corner of the board. */
export function ZoomTools({ zoom }: { zoom: number }) {
  const t = useText();
  const [smaller, larger] = useEditorCommands(buttons);
  const choiceItems = menuItemsOf(useEditorCommands(choices), t);
  const items: MenuItem[] = [...choiceItems, "separator", ...menuItemsOf(useEditorCommands(lines), t)];
  const percent = Math.round(zoom * 100);
  return (
    <div className="zoom-tools max-sm:hidden">
      <CommandTool command={smaller!} />
      <Menu
        trigger={`${percent}%`}
        label={t(texts.zoom).replace("{n}", String(percent))}
        className="tool tabular-nums"
        items={items}
      />
      <CommandTool command={larger!} />
    </div>
  );
}
