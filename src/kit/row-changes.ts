type RowVersion = { id: string; version: number };

/** The difference between a displayed page of a list and the current one: the number of changed rows, and whether one was added, removed or moved. */
export type RowChanges = { count: number; isMoved: boolean };

/** Compares displayed rows with the current ones. A row that pushes another one off the page counts once. */
export function rowChanges(shownRows: readonly RowVersion[], latestRows: readonly RowVersion[]): RowChanges {
  const versions = new Map(shownRows.map(({ id, version }) => [id, version]));
  const added = latestRows.filter(({ id }) => !versions.has(id)).length;
  const removed = shownRows.length + added - latestRows.length;
  const changed = latestRows.filter(({ id, version }) => versions.has(id) && versions.get(id) !== version).length;
  const isMoved =
    shownRows.length !== latestRows.length || shownRows.some(({ id }, index) => latestRows[index]?.id !== id);
  return { count: Math.max(added, removed) + changed, isMoved };
}
