import type { GovernanceKind } from "#kit/governance.ts";
import type { GovernanceCheck } from "./define-check.server.ts";

const files = import.meta.glob<GovernanceCheck>("./checks/*.server.ts", { eager: true, import: "default" });
const order = { error: 0, warning: 1, hint: 2 };

/** All checks by name, the most important first. */
export const checks: ReadonlyMap<string, GovernanceCheck> = new Map(
  Object.values(files)
    .toSorted((a, b) => order[a.severity] - order[b.severity] || a.id.localeCompare(b.id))
    .map((check) => [check.id, check]),
);

/** The checks of a kind of run. */
export const checksOf = (kind: GovernanceKind): GovernanceCheck[] =>
  [...checks.values()].filter((check) => check.kinds.some((candidate) => candidate === kind));
