import { useCallback, useEffect, useRef, useState } from "react";
import type { CallOutput } from "#kit/call.ts";
import { call } from "#client/call.ts";

export type TreeNode = CallOutput<"GET Api/RelationTree/GetTree">[number];

/** Rows per page of a branch. */
const levelSize = 200;

/** The loaded children of a row. */
export type Branch = { nodes: readonly TreeNode[]; state: "loading" | "failed" | "read"; hasMore: boolean };

/** The key of the root, among the ids of parent rows. */
export const top = "top";

type Branches = {
  /** By the row that the branch grows from. */
  branches: ReadonlyMap<string, Branch>;
  /** Loads a branch, or its next page. Does nothing while it is loading or when it is complete. */
  load: (parent: string) => Promise<void>;
};

/** A tree whose branches are loaded when they are expanded. */
export function useBranches(entity: string): Branches {
  const [branches, setBranches] = useState<ReadonlyMap<string, Branch>>(new Map());
  // Two branches may be loaded between two renders.
  const latest = useRef(branches);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);

  const load = useCallback(
    async (parent: string) => {
      const previous = latest.current.get(parent);
      if (previous?.state === "loading" || previous?.hasMore === false) return;
      const setBranch = (branch: Branch) => {
        latest.current = new Map(latest.current).set(parent, branch);
        setBranches(latest.current);
      };
      const nodes = previous?.nodes ?? [];
      setBranch({ nodes, state: "loading", hasMore: true });
      try {
        const pageIndex = nodes.length / levelSize + 1;
        const { signal } = leaving.current;
        const next = await call("GET Api/RelationTree/GetTree", { type: entity, parent, pageIndex }, { signal });
        setBranch({ nodes: [...nodes, ...next], state: "read", hasMore: next.length === levelSize });
      } catch {
        if (!leaving.current.signal.aborted) setBranch({ nodes, state: "failed", hasMore: true });
      }
    },
    [entity],
  );
  return { branches, load };
}
