import {
  ArrowDown,
  ArrowUp,
  ChevronRight,
  Ellipsis,
  GripVertical,
  IndentDecrease,
  IndentIncrease,
  Plus,
  Trash2,
} from "lucide-react";
import type { PointerEvent, ReactNode } from "react";
import { Link } from "react-router";
import { formatText } from "#kit/text.ts";
import type { TreeLine } from "#client/editors/tree-lines.ts";
import { useText } from "#ui/locale.ts";
import { Menu } from "#ui/menu.tsx";
import type { MenuItem } from "#ui/menu-list.tsx";
import { type DropZone, type Move, moves } from "./tree-model.ts";
import { lineHeight } from "./use-drag.ts";

const texts = {
  actions: { zh: "“{name}”的操作", en: "Actions for {name}" },
  disabled: { zh: "已停用", en: "Disabled" },
  addChild: { zh: "新增下级", en: "Add subcategory" },
  remove: { zh: "删除", en: "Delete" },
};

export const moveTexts = {
  up: { zh: "上移", en: "Move up" },
  down: { zh: "下移", en: "Move down" },
  in: { zh: "降为下级", en: "Move in" },
  out: { zh: "升为上级", en: "Move out" },
};

const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;
const moveIcons: Record<Move, ReactNode> = {
  up: <ArrowUp {...icon} />,
  down: <ArrowDown {...icon} />,
  in: <IndentIncrease {...icon} />,
  out: <IndentDecrease {...icon} />,
};
export const moveKeys: Readonly<Record<string, Move>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowRight: "in",
  ArrowLeft: "out",
};
const keySigns: Record<Move, string> = { up: "Alt+↑", down: "Alt+↓", in: "Alt+→", out: "Alt+←" };

/** px that a level is indented by, and the levels beyond which lines are not indented further, so that names stay visible. */
const indent = 20;
const maxIndents = 8;

/** How a line shows where a category would be dropped. */
const zoneStyles = {
  before: { boxShadow: "inset 0 2px 0 var(--brand)" },
  inside: { boxShadow: "inset 0 0 0 2px var(--brand)" },
  after: { boxShadow: "inset 0 -2px 0 var(--brand)" },
} satisfies Record<DropZone, object>;

/** What the person may do with categories; absent functions are not permitted. */
export type LineActions = {
  add?: ((parent: string) => void) | undefined;
  remove?: ((id: string) => void) | undefined;
  move?: ((id: string, move: Move) => void) | undefined;
  canMove: (id: string, move: Move) => boolean;
  hrefOf: (id: string) => string;
};

type LineProps = {
  line: Extract<TreeLine, { kind: "node" }>;
  isTabStop: boolean;
  actions: LineActions;
  onToggle: () => void;
  onFocus: () => void;
  /** Absent where the line cannot be dragged. */
  onDrag: ((event: PointerEvent) => void) | undefined;
  isDragged: boolean;
  dropZone: DropZone | undefined;
};

function useMenuItems({ key: id }: LineProps["line"], { add, remove, move, canMove }: LineActions): MenuItem[] {
  const t = useText();
  const steps = moves.filter((step) => move !== undefined && canMove(id, step));
  return [
    ...(add === undefined
      ? []
      : [{ name: t(texts.addChild), icon: <Plus {...icon} />, run: () => add(id) } satisfies MenuItem]),
    ...steps.map((step): MenuItem => ({
      name: t(moveTexts[step]),
      icon: moveIcons[step],
      note: keySigns[step],
      run: () => move!(id, step),
    })),
    ...(remove === undefined
      ? []
      : ["separator" as const, { name: t(texts.remove), icon: <Trash2 {...icon} />, run: () => remove(id) }]),
  ];
}

/** A category as a line of the tree. */
export function CategoryLine({ line, isTabStop, actions, onToggle, onFocus, onDrag, isDragged, dropZone }: LineProps) {
  const t = useText();
  const { node, depth, isOpen } = line;
  const items = useMenuItems(line, actions);
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <div
      role="treeitem"
      data-key={line.key}
      tabIndex={tabIndex}
      aria-level={depth + 1}
      aria-posinset={line.position}
      aria-setsize={line.count}
      aria-label={node.isSelectable ? node.name : `${node.name}, ${t(texts.disabled)}`}
      aria-selected={isTabStop}
      {...(node.hasChildren && { "aria-expanded": isOpen })}
      style={{
        height: lineHeight,
        paddingInlineStart: Math.min(depth, maxIndents) * indent,
        ...(dropZone && zoneStyles[dropZone]),
      }}
      className={`flex items-center gap-1 border-b border-line pr-2 outline-offset-[-2px] hover:bg-paper-2 ${isDragged ? "opacity-50" : ""}`}
      onFocus={onFocus}
    >
      {onDrag !== undefined && (
        <span
          aria-hidden="true"
          data-drag-handle=""
          style={{ cursor: "grab", touchAction: "none" }}
          className="grid size-9 shrink-0 place-items-center text-ink-3"
          onPointerDown={onDrag}
        >
          <GripVertical {...icon} />
        </span>
      )}
      {node.hasChildren ? (
        // For pointers only: on the keyboard, the arrow keys open and close a category.
        <span
          aria-hidden="true"
          data-toggle=""
          className="grid size-9 shrink-0 cursor-default place-items-center"
          onClick={onToggle}
        >
          <ChevronRight {...icon} className={`transition-transform ${isOpen ? "rotate-90" : ""}`} />
        </span>
      ) : (
        <span aria-hidden="true" className="w-9 shrink-0" />
      )}
      <Link
        to={actions.hrefOf(node.id)}
        tabIndex={-1}
        className={`min-w-0 truncate underline-offset-3 hover:text-brand hover:underline ${node.isSelectable ? "" : "text-ink-3"}`}
      >
        {node.name}
      </Link>
      {!node.isSelectable && <span className="shrink-0 text-xs text-ink-3">{t(texts.disabled)}</span>}
      <span className="flex-1" />
      {items.length > 0 && (
        <Menu
          label={t(formatText(texts.actions, { name: node.name }))}
          tabIndex={tabIndex}
          className="grid size-9 shrink-0 place-items-center rounded-sm text-ink-3 hover:text-ink"
          trigger={<Ellipsis {...icon} />}
          items={items}
        />
      )}
    </div>
  );
}
