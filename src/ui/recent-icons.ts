const key = "meridian_icons";
const maxIcons = 8;

/** Names of the icons that were last chosen in this browser, latest first. */
export function recentIcons(): string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(names) ? names.filter((name) => typeof name === "string").slice(0, maxIcons) : [];
  } catch {
    return [];
  }
}

/** Remembers a chosen icon, if storage is available. */
export function rememberIcon(name: string): void {
  try {
    localStorage.setItem(
      key,
      JSON.stringify([name, ...recentIcons().filter((icon) => icon !== name)].slice(0, maxIcons)),
    );
  } catch {
    // Without storage there are no recent icons.
  }
}
