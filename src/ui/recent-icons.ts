const key = "meridian_icons";
const maxIcons = 8;

/** The icons that were chosen in this browser lately, latest first. */
export function recentIcons(): string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(names) ? names.filter((name) => typeof name === "string").slice(0, maxIcons) : [];
  } catch {
    return [];
  }
}

/** Remembers a chosen icon, if storage is available. */
export function noteIcon(name: string): void {
  try {
    localStorage.setItem(
      key,
      JSON.stringify([name, ...recentIcons().filter((icon) => icon !== name)].slice(0, maxIcons)),
    );
  } catch {
    // Blocked storage: nothing is lost but a convenience.
  }
}
