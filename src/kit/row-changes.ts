type RowVersion = { id: string; version: number };

/** How a page of a list differs from what is shown of it: how many rows are others, and whether one came, went or moved. */
export type RowChanges = { count: number; isMoved: boolean };

/** Compares the rows that are shown with those that there are now. A row that pushes another one off the page counts once. */
export function rowChanges(shown: readonly RowVersion[], latest: readonly RowVersion[]): RowChanges {
  const versions = new Map(shown.map(({ id, version }) => [id, version]));
  const added = latest.filter(({ id }) => !versions.has(id)).length;
  const removed = shown.length + added - latest.length;
  const changed = latest.filter(({ id, version }) => versions.has(id) && versions.get(id) !== version).length;
  const isMoved = shown.length !== latest.length || shown.some(({ id }, at) => latest[at]?.id !== id);
  return { count: Math.max(added, removed) + changed, isMoved };
}
