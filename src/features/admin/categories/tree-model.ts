import type { TreeNode } from "#client/editors/tree-branches.ts";
import type { TreeLine } from "#client/editors/tree-lines.ts";

/** The key of the roots' parent. */
const rootKey = "top";

export type Category = { id: string; name: string; parent: string | null; isDisabled: boolean };

/** The categories of a space. `children`: ids in order, by the id of the parent; those of the roots under `top`. */
export type CategoryTree = {
  byId: ReadonlyMap<string, Category>;
  children: ReadonlyMap<string, readonly string[]>;
};

/** A place in the tree: below `parent`, null for the top level, in front of its child `before`, null for the end. */
export type Place = { parent: string | null; before: string | null };

const keyOf = (parent: string | null): string => parent ?? rootKey;
export const childrenOf = (tree: CategoryTree, parent: string | null): readonly string[] =>
  tree.children.get(keyOf(parent)) ?? [];

/** The tree that the server sent. */
export function toTree(nodes: readonly TreeNode[]): CategoryTree {
  const byId = new Map<string, Category>();
  const children = new Map<string, string[]>();
  const add = (siblings: readonly TreeNode[], parent: string | null): void => {
    children.set(
      keyOf(parent),
      siblings.map(({ id }) => id),
    );
    for (const { id, name, isSelectable, children: below } of siblings) {
      byId.set(id, { id, name, parent, isDisabled: !isSelectable });
      if (below.length > 0) add(below, id);
    }
  };
  add(nodes, null);
  return { byId, children };
}

/** The ids of the ancestors of a category, the nearest first. */
export function ancestorsOf({ byId }: CategoryTree, id: string): string[] {
  const ids: string[] = [];
  for (let parent = byId.get(id)?.parent ?? null; parent !== null; parent = byId.get(parent)?.parent ?? null)
    ids.push(parent);
  return ids;
}

/** The tree with a category moved to another place. */
export function withMoved(tree: CategoryTree, id: string, { parent, before }: Place): CategoryTree {
  const category = tree.byId.get(id);
  if (category === undefined) return tree;
  const children = new Map(tree.children);
  children.set(
    keyOf(category.parent),
    childrenOf(tree, category.parent).filter((child) => child !== id),
  );
  const siblings = children.get(keyOf(parent)) ?? [];
  const index = before === null ? -1 : siblings.indexOf(before);
  children.set(keyOf(parent), siblings.toSpliced(index === -1 ? siblings.length : index, 0, id));
  return { byId: new Map(tree.byId).set(id, { ...category, parent }), children };
}

export const moves = ["up", "down", "in", "out"] as const;
export type Move = (typeof moves)[number];

/** The place to which a step of the keyboard moves a category; undefined if there is none. `in`: below the sibling in front of it. */
export function placeOfMove(tree: CategoryTree, id: string, move: Move): Place | undefined {
  const parent = tree.byId.get(id)?.parent ?? null;
  const siblings = childrenOf(tree, parent);
  const index = siblings.indexOf(id);
  if (index === -1) return undefined;
  switch (move) {
    case "up":
      return index === 0 ? undefined : { parent, before: siblings[index - 1]! };
    case "down":
      return index === siblings.length - 1 ? undefined : { parent, before: siblings[index + 2] ?? null };
    case "in":
      return index === 0 ? undefined : { parent: siblings[index - 1]!, before: null };
    case "out": {
      if (parent === null) return undefined;
      const grandparent = tree.byId.get(parent)?.parent ?? null;
      const parentSiblings = childrenOf(tree, grandparent);
      return { parent: grandparent, before: parentSiblings[parentSiblings.indexOf(parent) + 1] ?? null };
    }
  }
}

/** Where on a line a category is dropped. */
export type DropZone = "before" | "inside" | "after";

/** The place of a category that is dropped on another one; undefined on itself, on its descendants, and where it already is. */
export function placeOfDrop(
  tree: CategoryTree,
  id: string,
  { target, zone, isOpen }: { target: string; zone: DropZone; isOpen: boolean },
): Place | undefined {
  if (target === id || ancestorsOf(tree, target).includes(id)) return undefined;
  const parent = tree.byId.get(target)?.parent ?? null;
  const siblings = childrenOf(tree, parent);
  const nextSibling = siblings[siblings.indexOf(target) + 1] ?? null;
  const place: Place =
    zone === "inside"
      ? { parent: target, before: null }
      : zone === "before"
        ? { parent, before: target }
        : isOpen
          ? // The line after an open category is its first child.
            { parent: target, before: childrenOf(tree, target)[0] ?? null }
          : { parent, before: nextSibling };
  const children = childrenOf(tree, place.parent);
  const index = children.indexOf(id);
  const isSame = index !== -1 && (place.before === id || (children[index + 1] ?? null) === place.before);
  return isSame ? undefined : place;
}

/** The visible lines of the tree: those of open categories, or of the ones in `shown`, all of which are open. */
export function linesOf(
  tree: CategoryTree,
  { openIds, shown }: { openIds: ReadonlySet<string>; shown?: ReadonlySet<string> | undefined },
): TreeLine[] {
  const lines: TreeLine[] = [];
  const add = (parent: string | null, depth: number): void => {
    const all = childrenOf(tree, parent);
    const siblings = shown === undefined ? all : all.filter((id) => shown.has(id));
    for (const [index, id] of siblings.entries()) {
      const { name, isDisabled } = tree.byId.get(id)!;
      const below = childrenOf(tree, id);
      const hasChildren = shown === undefined ? below.length > 0 : below.some((child) => shown.has(child));
      const isOpen = hasChildren && (shown !== undefined || openIds.has(id));
      lines.push({
        key: id,
        kind: "node",
        depth,
        isOpen,
        position: index + 1,
        count: siblings.length,
        parent: keyOf(parent),
        node: {
          id,
          name,
          fatherId: parent,
          sortOrder: index,
          hasChildren,
          isSelectable: !isDisabled,
          children: [],
        },
      });
      if (isOpen) add(id, depth + 1);
    }
  };
  add(null, 0);
  return lines;
}

/** The ids of the categories whose name contains a text, and of their ancestors. */
export function searchTree(tree: CategoryTree, text: string): Set<string> {
  const lowerCaseText = text.toLowerCase();
  const found = [...tree.byId.values()].filter(({ name }) => name.toLowerCase().includes(lowerCaseText));
  return new Set(found.flatMap(({ id }) => [id, ...ancestorsOf(tree, id)]));
}

/** The number of categories up to which all of them are open at first. */
const maxOpenAtFirst = 200;

/** The ids of the categories that are open at first: all that have subcategories, or none if there are many. */
export const openAtFirst = ({ byId, children }: CategoryTree): Set<string> =>
  new Set(byId.size > maxOpenAtFirst ? [] : [...children.keys()]);
