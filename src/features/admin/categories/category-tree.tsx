import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { errorMessage } from "#kit/error-message.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { stepOf } from "#client/editors/tree-lines.ts";
import { ScreenProblem } from "#client/screen-states.tsx";
import { gridMaxHeight, useGridWindow, useWidth } from "#render/table/use-grid-window.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Input } from "#ui/input.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { notify } from "#ui/toast.tsx";
import { followList } from "../rows/follow-list.ts";
import { CategoryLine, type LineActions, moveKeys } from "./category-line.tsx";
import {
  ancestorsOf,
  type CategoryTree as Tree,
  childrenOf,
  linesOf,
  type Move,
  openAtFirst,
  type Place,
  placeOfMove,
  searchTree,
  toTree,
  withMoved,
} from "./tree-model.ts";
import { lineHeight, useDrag } from "./use-drag.ts";

const type = "relationTree";
/** The key under which the open categories are kept while other screens are shown. */
const openKey = ["categories", "open"];
const texts = {
  add: { zh: "新增分类", en: "Add category" },
  search: { zh: "搜索分类", en: "Search categories" },
  tree: { zh: "分类", en: "Categories" },
  none: { zh: "没有符合条件的分类", en: "No matching categories" },
  empty: { zh: "暂无分类", en: "No categories yet" },
  loading: { zh: "正在加载…", en: "Loading…" },
  count: { zh: "共 {n} 个分类", en: "{n} {n|category|categories}" },
  hint: {
    zh: "拖动可调整顺序和层级，也可使用操作菜单，或按 Alt 加方向键。",
    en: "Drag to change order and level, or use the menu of a category, or Alt with the arrow keys.",
  },
  moved: {
    zh: "“{name}”：第 {level} 级，第 {position} 个，共 {count} 个",
    en: "{name}: level {level}, {position} of {count}",
  },
  hasChildren: {
    zh: "“{name}”有 {n} 个下级分类，请先移走或删除它们。",
    en: "{name} has {n} {n|subcategory|subcategories}. Move or delete {n|it|them} first.",
  },
};

type CategoryTreeProps = {
  /** What an empty tree is for. */
  purpose: string | undefined;
  /** The address of the form of a category. */
  hrefOf: (id: string) => string;
  mayMove: boolean;
  /** Opens the form of a new category below `parent`; `onAdded` gets its id. Absent: not permitted. */
  onAdd: ((parent: string | null, onAdded: (id: string) => void) => void) | undefined;
  /** Asks, deletes, and resolves to whether it did. Absent: not permitted. */
  onDelete: ((id: string, name: string) => Promise<boolean>) | undefined;
};

/** The page of the list whose rows change whenever the tree does: what was changed last comes first. */
const latestChanges = {
  url: `/paas/${type}/list`,
  pageSize: 10,
  sort: { field: "updatedAt", direction: "desc" },
} as const;

/** The tree of categories, and changes of it that are shown before the server has confirmed them. */
function useTree() {
  const locale = useLocale();
  const client = useQueryClient();
  const queryKey = ["categories", locale];
  const {
    data: tree,
    error,
    refetch,
  } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => toTree(await call("GET Api/RelationTree/GetTree", { type }, { signal })),
    staleTime: 0,
    // Trees contain maps, which structural sharing does not compare.
    structuralSharing: false,
  });
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  /** Moves are sent one after another, in the order in which they were made. */
  function move(id: string, place: Place): void {
    void client.cancelQueries({ queryKey });
    client.setQueryData<Tree>(queryKey, (current) => current && withMoved(current, id, place));
    queue.current = queue.current.then(() =>
      call("POST paas/relationTree/move", { id, ...place }).catch(async (problem: unknown) => {
        notify("error", errorMessage(problem));
        await refetch();
      }),
    );
  }
  // After the moves that are shown already were sent, so that the answer includes them.
  const refetchAfterMoves = () => queue.current.then(() => refetch());
  const latestRefetch = useRef(refetchAfterMoves);
  useEffect(() => {
    latestRefetch.current = refetchAfterMoves;
  });
  // Changes by others, or by this person in another tab.
  useEffect(() => followList(latestChanges, () => void latestRefetch.current()), []);
  return {
    tree,
    error,
    refetch: refetchAfterMoves,
    move,
    /** The tree with all moves: the rendered one lacks those of keys pressed since. */
    latestTree: () => client.getQueryData<Tree>(queryKey),
  };
}

/** The categories of the space as a tree, which is ordered by dragging and by keyboard. Of many, only those in sight are rendered. */
export function CategoryTree({ purpose, hrefOf, mayMove, onAdd, onDelete }: CategoryTreeProps) {
  const t = useText();
  const { tree, error, refetch, move, latestTree } = useTree();
  if (tree === undefined)
    return error === null ? (
      <div className="grid gap-4" role="status" aria-label={t(texts.loading)}>
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} className="h-8" />
        ))}
      </div>
    ) : (
      <ScreenProblem problem={error} onRetry={() => void refetch()} />
    );
  if (tree.byId.size === 0)
    return (
      <EmptyState title={t(texts.empty)} text={purpose}>
        {onAdd !== undefined && <AddButton onAdd={() => onAdd(null, () => void refetch())} />}
      </EmptyState>
    );
  return <LoadedTree {...{ tree, move, latestTree, refetch, hrefOf, mayMove, onAdd, onDelete }} />;
}

function AddButton({ onAdd }: { onAdd: () => void }): ReactNode {
  const t = useText();
  return (
    <Button kind="primary" onClick={onAdd}>
      <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
      {t(texts.add)}
    </Button>
  );
}

type LoadedTreeProps = Omit<CategoryTreeProps, "purpose"> & {
  tree: Tree;
  move: (id: string, place: Place) => void;
  latestTree: () => Tree | undefined;
  refetch: () => Promise<unknown>;
};

function LoadedTree({ tree, move, latestTree, refetch, hrefOf, mayMove, onAdd, onDelete }: LoadedTreeProps) {
  const t = useText();
  const navigate = useNavigate();
  const region = useRef<HTMLDivElement>(null);
  const [searchText, setSearchText] = useState("");
  const client = useQueryClient();
  const [openIds, setOpenIds] = useState(() => client.getQueryData<ReadonlySet<string>>(openKey) ?? openAtFirst(tree));
  // Keeps them for somebody who comes back from the form of a category.
  useEffect(() => void client.setQueryData(openKey, openIds), [client, openIds]);
  const [activeKey, setActiveKey] = useState<string>();
  const [announcement, setAnnouncement] = useState("");
  /** The category that gets the focus after the next rendering. */
  const focusRequest = useRef<string>(undefined);

  const q = searchText.trim();
  const lines = useMemo(
    () => linesOf(tree, { openIds, shown: q === "" ? undefined : searchTree(tree, q) }),
    [tree, openIds, q],
  );
  const activeIndex = Math.max(
    0,
    lines.findIndex(({ key }) => key === activeKey),
  );
  const tabStop = lines[activeIndex]?.key;
  const width = useWidth(region);
  const { rows } = useGridWindow(region, {
    rowCount: lines.length,
    rowHeight: lineHeight,
    widths: [width],
    frozenCount: 0,
    fixedWidth: 0,
    width,
    pinned: { row: activeIndex, column: 0 },
  });

  function focus(id: string | undefined): void {
    if (id === undefined) return;
    setActiveKey(id);
    focusRequest.current = id;
  }
  useLayoutEffect(() => {
    const [id, element] = [focusRequest.current, region.current];
    const index = id === undefined ? -1 : lines.findIndex(({ key }) => key === id);
    if (index === -1 || element === null) return;
    focusRequest.current = undefined;
    const top = index * lineHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + lineHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + lineHeight - element.clientHeight;
    [...element.querySelectorAll<HTMLElement>("[role=treeitem]")]
      .find(({ dataset }) => dataset.key === id)
      ?.focus({ preventScroll: true });
  });

  function setOpen(id: string, isOpen: boolean): void {
    setOpenIds((previous) => {
      const next = new Set(previous);
      if (isOpen) next.add(id);
      else next.delete(id);
      return next;
    });
  }
  function moveTo(id: string, place: Place): void {
    const current = latestTree() ?? tree;
    const next = withMoved(current, id, place);
    const siblings = childrenOf(next, place.parent);
    const { name } = current.byId.get(id)!;
    const [level, position] = [ancestorsOf(next, id).length + 1, siblings.indexOf(id) + 1];
    setAnnouncement(t(formatText(texts.moved, { name, level, position, count: siblings.length })));
    if (place.parent !== null) setOpen(place.parent, true);
    move(id, place);
    focus(id);
  }
  function step(id: string, direction: Move): void {
    const place = placeOfMove(latestTree() ?? tree, id, direction);
    if (place !== undefined) moveTo(id, place);
  }
  async function remove(id: string): Promise<void> {
    const { name } = tree.byId.get(id)!;
    const count = childrenOf(tree, id).length;
    if (count > 0) return notify("error", t(formatText(texts.hasChildren, { name, n: count })));
    const index = lines.findIndex(({ key }) => key === id);
    if ((await onDelete?.(id, name)) !== true) return;
    focus((lines[index + 1] ?? lines[index - 1])?.key);
    await refetch();
  }
  function addBelow(parent: string | null): void {
    onAdd?.(parent, (id) => {
      if (parent !== null) setOpen(parent, true);
      setSearchText("");
      void refetch().then(() => focus(id));
    });
  }
  const isMovable = mayMove && q === "";
  const actions: LineActions = {
    add: onAdd && addBelow,
    remove: onDelete && ((id) => void remove(id)),
    move: isMovable ? step : undefined,
    canMove: (id, direction) => placeOfMove(tree, id, direction) !== undefined,
    hrefOf,
  };
  const { drag, startDrag } = useDrag({ region, tree, lines, onDrop: moveTo });

  function handleKey(event: KeyboardEvent<HTMLElement>): void {
    // Keys in the menu of a line belong to the menu.
    if (!(event.target instanceof HTMLElement) || event.target.role !== "treeitem" || tabStop === undefined) return;
    if (event.ctrlKey || event.metaKey) return;
    if (event.altKey) {
      const direction = moveKeys[event.key];
      if (direction === undefined) return;
      event.preventDefault();
      if (isMovable) step(tabStop, direction);
      return;
    }
    if (event.key === "Delete" && onDelete !== undefined) {
      event.preventDefault();
      void remove(tabStop);
      return;
    }
    if (event.key === "Enter") {
      event.preventDefault();
      void navigate(hrefOf(tabStop));
      return;
    }
    const action = stepOf(event.key, lines, activeIndex);
    if (action === undefined) return;
    event.preventDefault();
    if ("focus" in action) focus(lines[action.focus]?.key);
    else if ("open" in action) setOpen(action.open, true);
    else if ("close" in action) setOpen(action.close, false);
  }

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Input
          type="search"
          className="w-full sm:w-72"
          aria-label={t(texts.search)}
          placeholder={t(texts.search)}
          value={searchText}
          onChange={({ target }) => setSearchText(target.value)}
        />
        <p className="flex-1 text-sm text-ink-3">{t(formatText(texts.count, { n: tree.byId.size }))}</p>
        {onAdd !== undefined && <AddButton onAdd={() => addBelow(null)} />}
      </div>
      {mayMove && <p className="text-sm text-ink-3">{t(texts.hint)}</p>}
      {lines.length === 0 ? (
        <p role="status" className="py-8 text-center text-ink-3">
          {t(texts.none)}
        </p>
      ) : (
        <div
          ref={region}
          role="tree"
          aria-label={t(texts.tree)}
          className="overflow-auto rounded-md border border-line bg-sheet"
          style={{ maxHeight: gridMaxHeight, ...(drag !== undefined && { cursor: "grabbing" }) }}
          onKeyDown={handleKey}
        >
          {rows.map(({ gap, index }) => {
            const line = index === undefined ? undefined : lines[index];
            return (
              <div key={line?.key ?? "end"} role="presentation" style={{ paddingTop: gap * lineHeight }}>
                {line?.kind === "node" && (
                  <CategoryLine
                    line={line}
                    isTabStop={line.key === tabStop}
                    actions={actions}
                    onToggle={() => setOpen(line.key, !line.isOpen)}
                    onFocus={() => setActiveKey(line.key)}
                    onDrag={isMovable ? startDrag(line.key) : undefined}
                    isDragged={drag?.id === line.key}
                    dropZone={drag?.target?.index === index ? drag?.target?.zone : undefined}
                  />
                )}
              </div>
            );
          })}
        </div>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}
