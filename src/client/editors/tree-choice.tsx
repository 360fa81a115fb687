import { Check, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { call } from "#client/call.ts";
import { Input } from "#ui/input.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { useText } from "#ui/locale.ts";
import { top, type TreeNode, useBranches } from "./tree-branches.ts";
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

type Found = { q: string; nodes: readonly TreeNode[] | "failed" };

/** The rows that match the search, with their ancestors; undefined without a search, or before its result. */
function useFound(entity: string, q: string): { nodes: Found["nodes"] | undefined; retry: () => void } {
  const [found, setFound] = useState<Found>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (q === "") return undefined;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      call("GET Api/RelationTree/GetTree", { type: entity, q }, { signal: leaving.signal })
        .then((nodes) => setFound({ q, nodes }))
        .catch(() => leaving.signal.aborted || setFound({ q, nodes: "failed" }));
    }, searchDelay);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [entity, q, tries]);
  return { nodes: found?.q === q ? found.nodes : undefined, retry: () => setTries(tries + 1) };
}

/** The rows that a row stands in, from the top. */
const parentsIn = (nodes: readonly TreeNode[]): string[] =>
  nodes.flatMap(({ id, children }) => (children.length === 0 ? [] : [id, ...parentsIn(children)]));

type LineProps = {
  line: TreeLine;
  isChosen: boolean;
  isReachable: boolean;
  onToggle: () => void;
  onPress: () => void;
};

function Line({ line, isChosen, isReachable, onToggle, onPress }: LineProps) {
  const t = useText();
  const isNode = line.kind === "node";
  const isClosed = isNode && !line.node.isSelectable;
  return (
    <div
      role="treeitem"
      data-key={line.key}
      tabIndex={isReachable ? 0 : -1}
      aria-level={line.depth + 1}
      aria-selected={isChosen}
      aria-disabled={isClosed || line.kind === "loading"}
      {...(isNode && { "aria-posinset": line.place, "aria-setsize": line.count })}
      {...(isNode && line.node.hasChildren && { "aria-expanded": line.isOpen })}
      style={{ paddingInlineStart: line.depth * indent }}
      className={`flex min-h-9 cursor-default items-center rounded-sm pr-3 outline-offset-[-2px] hover:bg-paper-3 focus-visible:bg-paper-3 pointer-coarse:min-h-11 ${isNode && !isClosed ? "text-ink-2" : "text-ink-3"}`}
      onClick={onPress}
    >
      {isNode && line.node.hasChildren ? (
        // The arrow keys open and close: this is for the pointer alone.
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

/** Opens the branches on the way to the chosen row. */
function useAncestors(entity: string, value: string | null, open: (parents: readonly string[]) => void): void {
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  const [first] = useState(value);
  useEffect(() => {
    if (first === null) return undefined;
    const leaving = new AbortController();
    // On failure the tree stays collapsed, which is acceptable.
    call("GET Api/RelationTree/GetTree", { type: entity, id: first }, { signal: leaving.signal })
      .then((nodes) => latest.current(parentsIn(nodes)))
      .catch(() => undefined);
    return () => leaving.abort();
  }, [entity, first]);
}

type TreeChoiceProps = { entity: string; value: string | null; onChoose: (id: string) => void };

/** A search box and the tree of an entity's rows, whose branches are loaded when they are expanded. */
export function TreeChoice({ entity, value, onChoose }: TreeChoiceProps) {
  const t = useText();
  const tree = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState("");
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string>();
  const { branches, load } = useBranches(entity);
  const q = typed.trim();
  const { nodes: found, retry } = useFound(entity, q);
  useEffect(() => void load(top), [load]);
  useAncestors(entity, value, (parents) => {
    setOpened((previous) => new Set([...previous, ...parents]));
    for (const parent of parents) void load(parent);
  });

  const isSearch = q !== "";
  const lines = isSearch ? (Array.isArray(found) ? linesOfResult(found, closed) : []) : linesOf({ branches, opened });
  const reachable = lines.some(({ key }) => key === active)
    ? active
    : (lines.find(({ key }) => key === value) ?? lines[0])?.key;

  function focus(key: string | undefined): void {
    setActive(key);
    const line = [...(tree.current?.querySelectorAll<HTMLElement>("[role=treeitem]") ?? [])];
    line.find((element) => element.dataset.key === key)?.focus();
  }
  function toggle(id: string, isOpen: boolean): void {
    const set = isSearch ? setClosed : setOpened;
    set((previous) => {
      const next = new Set(previous);
      if (isOpen === isSearch) next.delete(id);
      else next.add(id);
      return next;
    });
    if (isOpen && !isSearch) void load(id);
  }
  function press(line: TreeLine): void {
    setActive(line.key);
    if (line.kind !== "node") {
      if (line.kind !== "loading") void load(line.parent);
    } else if (line.node.isSelectable) onChoose(line.node.id);
    else toggle(line.node.id, !line.isOpen);
  }
  function handleKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = lines.findIndex(({ key }) => key === reachable);
    const step = stepOf(event.key, lines, index);
    if (step === undefined) return;
    event.preventDefault();
    if ("focus" in step) focus(lines[step.focus]?.key);
    else if ("open" in step) toggle(step.open, true);
    else if ("close" in step) toggle(step.close, false);
    else if ("more" in step) void load(step.more);
    else onChoose(step.choose);
  }
  const isWaiting = isSearch && found === undefined;
  return (
    <div className="grid gap-1">
      <Input
        type="search"
        aria-label={t(texts.search)}
        placeholder={t(texts.search)}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") {
            event.preventDefault();
            focus(reachable);
          } else if (event.key === "Enter") event.preventDefault();
        }}
      />
      {found === "failed" && isSearch ? (
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
        aria-busy={isWaiting || branches.get(top)?.state === "loading"}
        hidden={lines.length === 0}
        className="max-h-72 overflow-auto"
        onKeyDown={handleKey}
      >
        {lines.map((line) => (
          <Line
            key={line.key}
            line={line}
            isChosen={line.key === value}
            isReachable={line.key === reachable}
            onToggle={() => line.kind === "node" && toggle(line.node.id, !line.isOpen)}
            onPress={() => press(line)}
          />
        ))}
      </div>
    </div>
  );
}
