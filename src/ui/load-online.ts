/** Time after which a module counts as not loaded, ms (B-277). */
const timeout = 120_000;

/**
 * Loads a module, but requests nothing without a network: Chromium would not load the module later either.
 * @throws {Error} without a network, or when the module does not load in time
 */
export async function loadOnline<T>(load: () => Promise<T>): Promise<T> {
  if (navigator.onLine === false) throw new Error("There is no network.");
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("A part of the page did not load.")), timeout);
  return Promise.race([load(), promise]).finally(() => clearTimeout(timer));
}
