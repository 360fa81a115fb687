import { useSyncExternalStore } from "react";

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Whether the browser has a network. False is certain; true says nothing of the server. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
