import { useSyncExternalStore } from "react";

const key = "meridian_theme";
const listeners = new Set<() => void>();
export type ColorScheme = "light" | "dark" | "system";

function currentScheme(): ColorScheme {
  const theme = document.documentElement.dataset.theme;
  return theme === "dark" || theme === "light" ? theme : "system";
}

/** Sets the colour scheme of the app and of public pages in this browser. */
export function chooseColorScheme(scheme: ColorScheme): void {
  if (scheme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = scheme;
  try {
    if (scheme === "system") localStorage.removeItem(key);
    else localStorage.setItem(key, scheme);
  } catch {
    // Without storage, the choice is lost when the page is closed.
  }
  for (const listener of listeners) listener();
}

export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    currentScheme,
    () => "system",
  );
}
