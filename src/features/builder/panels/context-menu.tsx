import type { Point } from "#kit/geometry.ts";
import type { Command } from "#ui/command.ts";
import { useText } from "#ui/locale.ts";
import { MenuList, type MenuItem } from "#ui/menu-list.tsx";
import { addComment } from "#features/builder/commands/comments.ts";
import { market, marketUpdates, offer } from "#features/builder/commands/market.ts";
import { hide, lock, rename, showAll, unlockAll } from "#features/builder/commands/marks.ts";
import { moveDown, moveFirst, moveLast, moveUp } from "#features/builder/commands/order.ts";
import {
  copy,
  cut,
  duplicate,
  makeGroup,
  paste,
  remove,
  selectEverything,
  selectMultiple,
  ungroup,
} from "#features/builder/commands/selection.ts";
import { fitSelection } from "#features/builder/commands/zoom.ts";
import { menuItemsOf, useEditorCommands } from "#features/builder/editor/command.tsx";

const sections = [
  [copy, cut, paste, duplicate, remove],
  [makeGroup, ungroup, rename],
  [moveLast, moveDown, moveUp, moveFirst],
  [lock, hide, unlockAll, showAll],
  [selectMultiple, selectEverything, fitSelection],
  [addComment],
  [market, offer, marketUpdates],
];
const allInMenu = sections.flat();

/** The layer over the page. It is looked up for each use, because it is drawn later than the menu is loaded, and anew for each page. */
const overlay = {
  get current(): HTMLElement | null {
    return document.querySelector<HTMLElement>(".overlay");
  },
};

/** The available commands for the selection, at the pointer. */
export function ContextMenu({ point, onClose }: { point: Point | undefined; onClose: () => void }) {
  const t = useText();
  const commands = useEditorCommands(allInMenu);
  const commandOf = (id: string): Command[] => commands.filter((command) => command.id === id);
  const items = sections
    .map((section) =>
      menuItemsOf(
        section.flatMap(({ id }) => commandOf(id)),
        t,
      ),
    )
    .filter((section) => section.length > 0)
    .flatMap((section, index): MenuItem[] => (index === 0 ? section : ["separator", ...section]));
  return (
    <MenuList
      anchor={overlay}
      {...(point === undefined ? {} : { point })}
      isOpen={point !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      align="start"
      items={items}
    />
  );
}
