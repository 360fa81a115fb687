import { type Branch, rootKey, type TreeNode } from "./tree-branches.ts";

/** A visible line of the tree: a node, or the state of a branch that is not loaded completely. */
export type TreeLine = { key: string; depth: number } & (
  | { kind: "node"; node: TreeNode; isOpen: boolean; position: number; count: number; parent: string }
  | { kind: "more" | "loading" | "failed"; parent: string }
);

type OpenTree = { branches: ReadonlyMap<string, Branch>; openIds: ReadonlySet<string> };

/** The visible lines of a tree whose branches are loaded on demand. */
export function linesOf({ branches, openIds }: OpenTree, parent = rootKey, depth = 0): TreeLine[] {
  const branch = branches.get(parent);
  if (branch === undefined) return [];
  // -1, as `aria-setsize` requires it: the count is unknown until the last page is loaded.
  const count = branch.hasMore ? -1 : branch.nodes.length;
  const lines = branch.nodes.flatMap((node, index): TreeLine[] => {
    const isOpen = node.hasChildren && openIds.has(node.id);
    const line: TreeLine = { key: node.id, kind: "node", node, depth, isOpen, position: index + 1, count, parent };
    return [line, ...(isOpen ? linesOf({ branches, openIds }, node.id, depth + 1) : [])];
  });
  if (branch.state === "loaded" && !branch.hasMore) return lines;
  const kind = branch.state === "loaded" ? "more" : branch.state;
  return [...lines, { key: `${kind} ${parent}`, kind, depth, parent }];
}

/** The visible lines of a search result: the rows found, with their ancestors. */
export function linesOfResult(
  nodes: readonly TreeNode[],
  closedIds: ReadonlySet<string>,
  depth = 0,
  parent = rootKey,
): TreeLine[] {
  return nodes.flatMap((node, index): TreeLine[] => {
    const isOpen = node.children.length > 0 && !closedIds.has(node.id);
    const withChildren = { ...node, hasChildren: node.children.length > 0 };
    return [
      {
        key: node.id,
        kind: "node",
        node: withChildren,
        depth,
        isOpen,
        position: index + 1,
        count: nodes.length,
        parent,
      },
      ...(isOpen ? linesOfResult(node.children, closedIds, depth + 1, node.id) : []),
    ];
  });
}

export type TreeStep = { focus: number } | { open: string } | { close: string } | { choose: string } | { more: string };

/** The action of a key on a line, by the tree view pattern of the ARIA Authoring Practices; undefined when the key does nothing. */
export function stepOf(key: string, lines: readonly TreeLine[], index: number): TreeStep | undefined {
  const line = lines[index];
  if (line === undefined) return undefined;
  const isNode = line.kind === "node";
  switch (key) {
    case "ArrowDown":
      return { focus: Math.min(index + 1, lines.length - 1) };
    case "ArrowUp":
      return { focus: Math.max(index - 1, 0) };
    case "Home":
      return { focus: 0 };
    case "End":
      return { focus: lines.length - 1 };
    case "ArrowRight":
      if (!isNode || !line.node.hasChildren) return undefined;
      return line.isOpen ? { focus: Math.min(index + 1, lines.length - 1) } : { open: line.node.id };
    case "ArrowLeft": {
      if (isNode && line.isOpen) return { close: line.node.id };
      const parent = lines.findIndex((candidate) => candidate.key === line.parent);
      return parent === -1 ? undefined : { focus: parent };
    }
    case "Enter":
    case " ":
      if (isNode) return line.node.isSelectable ? { choose: line.node.id } : undefined;
      return line.kind === "loading" ? undefined : { more: line.parent };
    default:
      return key.length === 1 ? stepToLetter(key, lines, index) : undefined;
  }
}

/** The next node whose name begins with the typed letter; after the last one, the search continues at the top. */
function stepToLetter(letter: string, lines: readonly TreeLine[], currentIndex: number): TreeStep | undefined {
  const beginsWithLetter = (line: TreeLine) =>
    line.kind === "node" && line.node.name.toLowerCase().startsWith(letter.toLowerCase());
  const nextMatch = lines.findIndex((line, index) => index > currentIndex && beginsWithLetter(line));
  const target = nextMatch === -1 ? lines.findIndex(beginsWithLetter) : nextMatch;
  return target === -1 ? undefined : { focus: target };
}
