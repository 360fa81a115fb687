/** ms within which a repeated action counts as a double click (B-162). */
export const doubleClickWindow = 300;

/**
 * Creates a guard against double clicks: true for an action, false when the action of the same key was let through within `doubleClickWindow`.
 * `now`: a clock in ms.
 */
export function createDoubleClickGuard(now: () => number = () => performance.now()): (key: string) => boolean {
  const startedAt = new Map<string, number>();
  return (key) => {
    const time = now();
    for (const [one, start] of startedAt) if (time - start >= doubleClickWindow) startedAt.delete(one);
    if (startedAt.has(key)) return false;
    startedAt.set(key, time);
    return true;
  };
}
