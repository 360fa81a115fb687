import { basePathOf } from "./row-path.server.ts";
import type { PlannedRow } from "./plan.server.ts";

/** The texts that objects in a value have under the key. */
function textsUnder(value: unknown, key: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    name === key && typeof item === "string" ? [item] : textsUnder(item, key),
  );
}

/** Whether the row of the space is in the state that others need, whatever its file says. */
function isReady({ entity, currentContent }: PlannedRow): boolean {
  const { state } = entity.configuration;
  return state === undefined ? currentContent !== undefined : currentContent?.[state.field] === state.value;
}

/**
 * The rows of one entity in the order of import: a row comes after those that it names and that the space does not have yet. A row that is named,
 * directly or not, by a row that it names gets `circle`, the paths of these rows.
 */
export function inImportOrder(rows: readonly PlannedRow[]): PlannedRow[] {
  const rowByPath = new Map(rows.map((row) => [row.path, row]));
  const namedBy = (row: PlannedRow): PlannedRow[] => {
    const { entity, content } = row;
    const { refersBy, key } = entity.configuration;
    if (refersBy === undefined) return [];
    const paths = new Set(textsUnder(content, refersBy).map((name) => basePathOf(entity, { [key[0]!]: name })));
    return [...paths].flatMap((path) => rowByPath.get(path) ?? []).filter((other) => other !== row && !isReady(other));
  };
  const ordered = new Set<PlannedRow>();
  const visited = new Set<PlannedRow>();
  const circles = new Map<PlannedRow, string[]>();
  const addCircle = (circle: readonly PlannedRow[]): void => {
    const paths = circle.map(({ path }) => path);
    for (const member of circle) if (!circles.has(member)) circles.set(member, paths);
  };
  const visit = (row: PlannedRow, above: readonly PlannedRow[]): void => {
    visited.add(row);
    const branch = [...above, row];
    for (const other of namedBy(row)) {
      if (!visited.has(other)) visit(other, branch);
      else if (!ordered.has(other) && !circles.has(row)) addCircle(branch.slice(branch.indexOf(other)));
    }
    ordered.add(row);
  };
  for (const row of rows) if (!visited.has(row)) visit(row, []);
  return [...ordered].map((row) => {
    const circle = circles.get(row);
    return circle === undefined ? row : { ...row, circle };
  });
}
