/** Shares one run of the same work among concurrent callers; later callers run it again. */
export function singleFlight<T>(): (key: string, run: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key, run) => {
    const current = running.get(key);
    if (current !== undefined) return current;
    const started = run().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}
