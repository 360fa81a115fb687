type RowVersion = { id: string; version: number };

/** The difference between a displayed page of a list and the current one: the number of changed rows, and whether one was added, removed or moved. */
export type RowChanges = { count: number; isMoved: boolean };

/** Compares displayed rows with the current ones. A row that pushes another one off the page counts once. */
export function rowChanges(shown: readonly RowVersion[], latest: readonly RowVersion[]): RowChanges {
  const versions = new Map(shown.map(({ id, version }) => [id, version]));
  const added = latest.filter(({ id }) => !versions.has(id)).length;
  const removed = shown.length + added - latest.length;
  const changed = latest.filter(({ id, version }) => versions.has(id) && versions.get(id) !== version).length;
  const isMoved = shown.length !== latest.length || shown.some(({ id }, index) => latest[index]?.id !== id);
  return { count: Math.max(added, removed) + changed, isMoved };
}
