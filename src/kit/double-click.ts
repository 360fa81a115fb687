/** ms within which a repeated action counts as a double click (B-162). */
export const doubleClickWindow = 300;

/**
 * Creates a guard against double clicks. The guard returns false when it returned true for the same key less than `doubleClickWindow` ago.
 * `now`: a clock in ms.
 */
export function createDoubleClickGuard(now: () => number = () => performance.now()): (key: string) => boolean {
  const startedAt = new Map<string, number>();
  return (key) => {
    const time = now();
    for (const [earlierKey, start] of startedAt) if (time - start >= doubleClickWindow) startedAt.delete(earlierKey);
    if (startedAt.has(key)) return false;
    startedAt.set(key, time);
    return true;
  };
}
