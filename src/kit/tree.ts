import type { Text } from "./text.ts";

/** An option of a tree, with its children: `key` is stored. */
export type Branch<Name = Text> = { key: string; name: Name; children?: Branch<Name>[] };

type BranchEntry<Name> = { key: string; name: Name; depth: number; path: Branch<Name>[] };

/** All branches of a tree, parents before children, each with its path. */
export const branchesOf = <Name>(tree: readonly Branch<Name>[], ancestors: Branch<Name>[] = []): BranchEntry<Name>[] =>
  tree.flatMap((branch) => {
    const path = [...ancestors, branch];
    return [
      { key: branch.key, name: branch.name, depth: ancestors.length, path },
      ...branchesOf(branch.children ?? [], path),
    ];
  });

/** The children below a path of keys; none for a path that does not exist. */
export const branchesBelow = <Name>(tree: readonly Branch<Name>[], path: readonly string[]): readonly Branch<Name>[] =>
  path.reduce<readonly Branch<Name>[]>(
    (branches, key) => branches.find((branch) => branch.key === key)?.children ?? [],
    tree,
  );

/** Whether a path of keys exists. */
export const branchExists = (tree: readonly Branch<unknown>[], path: readonly string[]): boolean =>
  path.length > 0 && branchesBelow(tree, path.slice(0, -1)).some(({ key }) => key === path.at(-1));
