import { Check, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { call } from "#client/call.ts";
import { Input } from "#ui/input.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { useText } from "#ui/locale.ts";
import { rootKey, type TreeNode, type TreeSource, useBranches } from "./tree-branches.ts";
import { linesOfResult, linesOf, stepOf, type TreeLine } from "./tree-lines.ts";

const texts = {
  search: { zh: "搜索", en: "Search" },
  tree: { zh: "选项", en: "Options" },
  loading: { zh: "正在加载…", en: "Loading…" },
  more: { zh: "显示更多", en: "Show more" },
  failed: { zh: "获取失败，重试", en: "Could not load. Try again." },
  none: { zh: "没有符合条件的内容", en: "No results" },
  empty: { zh: "暂无可选项", en: "No options yet" },
};
/** ms without typing after which the search starts. */
const searchDelay = 200;
/** px that a level is indented by. */
const indent = 20;

type SearchResult = { q: string; nodes: readonly TreeNode[] | "failed" };

/** The rows that match the search, with their ancestors; undefined without a search, or before its result. */
function useSearchResult(
  { entity, branch }: TreeSource,
  q: string,
): { nodes: SearchResult["nodes"] | undefined; retry: () => void } {
  const [result, setResult] = useState<SearchResult>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (q === "") return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      call("GET Api/RelationTree/GetTree", { type: entity, branch, q }, { signal: controller.signal })
        .then((nodes) => setResult({ q, nodes }))
        .catch(() => controller.signal.aborted || setResult({ q, nodes: "failed" }));
    }, searchDelay);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [entity, branch, q, attempt]);
  return { nodes: result?.q === q ? result.nodes : undefined, retry: () => setAttempt(attempt + 1) };
}

/** The ids of all rows with children, parents before children. For the path to a row, these are its ancestors. */
const expandableIds = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap(({ id, children }) => (children.length === 0 ? [] : [id, ...expandableIds(children)]));

type LineProps = {
  line: TreeLine;
  isChosen: boolean;
  isTabStop: boolean;
  onToggle: () => void;
  onPress: () => void;
};

function Line({ line, isChosen, isTabStop, onToggle, onPress }: LineProps) {
  const t = useText();
  const isNode = line.kind === "node";
  const isUnselectable = isNode && !line.node.isSelectable;
  return (
    <div
      role="treeitem"
      data-key={line.key}
      tabIndex={isTabStop ? 0 : -1}
      aria-level={line.depth + 1}
      aria-selected={isChosen}
      aria-disabled={isUnselectable || line.kind === "loading"}
      {...(isNode && { "aria-posinset": line.position, "aria-setsize": line.count })}
      {...(isNode && line.node.hasChildren && { "aria-expanded": line.isOpen })}
      style={{ paddingInlineStart: line.depth * indent }}
      className={`flex min-h-9 cursor-default items-center rounded-sm pr-3 outline-offset-[-2px] hover:bg-paper-3 focus-visible:bg-paper-3 pointer-coarse:min-h-11 ${isNode && !isUnselectable ? "text-ink-2" : "text-ink-3"}`}
      onClick={onPress}
    >
      {isNode && line.node.hasChildren ? (
        // For pointers only: on the keyboard, the arrow keys expand and collapse a row.
        <span
          aria-hidden="true"
          className="grid size-9 shrink-0 place-items-center pointer-coarse:size-11"
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
        >
          <ChevronRight
            size={16}
            strokeWidth={1.5}
            className={`transition-transform ${line.isOpen ? "rotate-90" : ""}`}
          />
        </span>
      ) : (
        <span aria-hidden="true" className="w-9 shrink-0 pointer-coarse:w-11" />
      )}
      <span className="min-w-0 flex-1 truncate">{isNode ? line.node.name : t(texts[line.kind])}</span>
      {isChosen && <Check size={16} strokeWidth={1.5} aria-hidden="true" />}
    </div>
  );
}

/** Calls `open` once with the ids of the ancestors of the initial value, so that it becomes visible. */
function useOpenAncestors(
  { entity, branch }: TreeSource,
  value: string | null,
  open: (parents: readonly string[]) => void,
): void {
  const latestOpen = useRef(open);
  useEffect(() => {
    latestOpen.current = open;
  });
  const [initialValue] = useState(value);
  useEffect(() => {
    if (initialValue === null) return undefined;
    const controller = new AbortController();
    // On failure the tree stays collapsed, which is acceptable.
    call("GET Api/RelationTree/GetTree", { type: entity, branch, id: initialValue }, { signal: controller.signal })
      .then((nodes) => latestOpen.current(expandableIds(nodes)))
      .catch(() => undefined);
    return () => controller.abort();
  }, [entity, branch, initialValue]);
}

type TreeChoiceProps = TreeSource & { value: string | null; onChoose: (id: string) => void };

/** A search box and the tree of an entity's rows, whose branches are loaded when they are expanded. */
export function TreeChoice({ entity, branch, value, onChoose }: TreeChoiceProps) {
  const t = useText();
  const tree = useRef<HTMLDivElement>(null);
  const [searchText, setSearchText] = useState("");
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const [closedIds, setClosedIds] = useState<ReadonlySet<string>>(new Set());
  const [activeKey, setActiveKey] = useState<string>();
  const source = { entity, branch };
  const { branches, load } = useBranches(source);
  const q = searchText.trim();
  const { nodes: matches, retry } = useSearchResult(source, q);
  useEffect(() => void load(rootKey), [load]);
  useOpenAncestors(source, value, (parents) => {
    setOpenIds((previous) => new Set([...previous, ...parents]));
    for (const parent of parents) void load(parent);
  });

  const isSearch = q !== "";
  const lines = isSearch
    ? Array.isArray(matches)
      ? linesOfResult(matches, closedIds)
      : []
    : linesOf({ branches, openIds });
  const tabStopKey = lines.some(({ key }) => key === activeKey)
    ? activeKey
    : (lines.find(({ key }) => key === value) ?? lines[0])?.key;

  function focusLine(key: string | undefined): void {
    setActiveKey(key);
    const items = [...(tree.current?.querySelectorAll<HTMLElement>("[role=treeitem]") ?? [])];
    items.find((element) => element.dataset.key === key)?.focus();
  }
  function toggle(id: string, isOpen: boolean): void {
    // Rows of the tree are collapsed unless opened; rows of a search result are expanded unless closed.
    const setIds = isSearch ? setClosedIds : setOpenIds;
    const isListed = isSearch ? !isOpen : isOpen;
    setIds((previous) => {
      const next = new Set(previous);
      if (isListed) next.add(id);
      else next.delete(id);
      return next;
    });
    if (isOpen && !isSearch) void load(id);
  }
  function pressLine(line: TreeLine): void {
    setActiveKey(line.key);
    if (line.kind !== "node") {
      if (line.kind !== "loading") void load(line.parent);
    } else if (line.node.isSelectable) onChoose(line.node.id);
    else toggle(line.node.id, !line.isOpen);
  }
  function handleKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = lines.findIndex(({ key }) => key === tabStopKey);
    const step = stepOf(event.key, lines, index);
    if (step === undefined) return;
    event.preventDefault();
    if ("focus" in step) focusLine(lines[step.focus]?.key);
    else if ("open" in step) toggle(step.open, true);
    else if ("close" in step) toggle(step.close, false);
    else if ("more" in step) void load(step.more);
    else onChoose(step.choose);
  }
  const isWaiting = isSearch && matches === undefined;
  return (
    <div className="grid gap-1">
      <Input
        type="search"
        aria-label={t(texts.search)}
        placeholder={t(texts.search)}
        value={searchText}
        onChange={({ target }) => setSearchText(target.value)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") {
            event.preventDefault();
            focusLine(tabStopKey);
          } else if (event.key === "Enter") event.preventDefault();
        }}
      />
      {matches === "failed" && isSearch ? (
        <div className="p-3">
          <LoadFailure onRetry={retry} />
        </div>
      ) : (
        lines.length === 0 && (
          <p role="status" className="px-3 py-2 text-sm text-ink-3">
            {t(isWaiting ? texts.loading : isSearch ? texts.none : texts.empty)}
          </p>
        )
      )}
      <div
        ref={tree}
        role="tree"
        aria-label={t(texts.tree)}
        aria-busy={isWaiting || branches.get(rootKey)?.state === "loading"}
        hidden={lines.length === 0}
        className="max-h-72 overflow-auto"
        onKeyDown={handleKey}
      >
        {lines.map((line) => (
          <Line
            key={line.key}
            line={line}
            isChosen={line.key === value}
            isTabStop={line.key === tabStopKey}
            onToggle={() => line.kind === "node" && toggle(line.node.id, !line.isOpen)}
            onPress={() => pressLine(line)}
          />
        ))}
      </div>
    </div>
  );
}
