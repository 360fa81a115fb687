/** Runs the same work once however many ask for it at the same time; what comes later runs again. */
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
