import { useCallback, useEffect, useRef, useState } from "react";
import type { CallOutput } from "#kit/call.ts";
import { call } from "#client/call.ts";

export type TreeNode = CallOutput<"GET Api/RelationTree/GetTree">[number];

/** The rows to choose from: all of an entity, or those below the row with the code `branch`. */
export type TreeSource = { entity: string; branch?: string | undefined };

/** Rows per page of a branch. */
const branchPageSize = 200;

/** The loaded children of a row, and whether more can be loaded. */
export type Branch = { nodes: readonly TreeNode[]; state: "loading" | "failed" | "loaded"; hasMore: boolean };

/** Stands for the parent of the roots: as the key of their branch, and as `parent` of the call. */
export const rootKey = "top";

type Branches = {
  /** By the id of the parent row, or `rootKey`. */
  branches: ReadonlyMap<string, Branch>;
  /** Loads a branch, or its next page. Does nothing while it is loading or when it is complete. */
  load: (parent: string) => Promise<void>;
};

/** A tree whose branches are loaded when they are expanded. */
export function useBranches({ entity, branch: code }: TreeSource): Branches {
  const [branches, setBranches] = useState<ReadonlyMap<string, Branch>>(new Map());
  // The current map: two branches may finish loading between two renders.
  const latestBranches = useRef(branches);
  const controller = useRef(new AbortController());
  useEffect(() => {
    controller.current = new AbortController();
    return () => controller.current.abort();
  }, []);

  const load = useCallback(
    async (parent: string) => {
      const previous = latestBranches.current.get(parent);
      if (previous?.state === "loading" || previous?.hasMore === false) return;
      const setBranch = (branch: Branch) => {
        latestBranches.current = new Map(latestBranches.current).set(parent, branch);
        setBranches(latestBranches.current);
      };
      const nodes = previous?.nodes ?? [];
      setBranch({ nodes, state: "loading", hasMore: true });
      try {
        const pageIndex = nodes.length / branchPageSize + 1;
        const { signal } = controller.current;
        const nextNodes = await call(
          "GET Api/RelationTree/GetTree",
          { type: entity, branch: code, parent, pageIndex },
          { signal },
        );
        setBranch({ nodes: [...nodes, ...nextNodes], state: "loaded", hasMore: nextNodes.length === branchPageSize });
      } catch {
        if (!controller.current.signal.aborted) setBranch({ nodes, state: "failed", hasMore: true });
      }
    },
    [entity, code],
  );
  return { branches, load };
}
