import { useSyncExternalStore } from "react";

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Whether the browser has a network. False is reliable; true does not mean that the server can be reached. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

/** Loads a module, but requests nothing without a network: Chromium would not load the module later either. @throws Error without a network */
export async function loadOnline<T>(load: () => Promise<T>): Promise<T> {
  if (navigator.onLine === false) throw new Error("There is no network.");
  return load();
}
