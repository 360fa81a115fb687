import { useSyncExternalStore } from "react";

const key = "meridian_theme";
const listeners = new Set<() => void>();
export type ColorScheme = "light" | "dark" | "system";

function chosen(): ColorScheme {
  const theme = document.documentElement.dataset.theme;
  return theme === "dark" || theme === "light" ? theme : "system";
}

/** Sets light, dark or the system's scheme; public pages follow the same setting. */
export function chooseColorScheme(scheme: ColorScheme): void {
  if (scheme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = scheme;
  try {
    if (scheme === "system") localStorage.removeItem(key);
    else localStorage.setItem(key, scheme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    chosen,
    () => "system",
  );
}
