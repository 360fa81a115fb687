/** Loads a module, but requests nothing without a network: Chromium would not load the module later either. @throws Error without a network */
export async function loadOnline<T>(load: () => Promise<T>): Promise<T> {
  if (navigator.onLine === false) throw new Error("There is no network.");
  return load();
}
