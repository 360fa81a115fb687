/** Applies the colour scheme that a person chose in the app. Without a choice the page's CSS follows the system. */
export function applyTheme(): void {
  try {
    const theme = localStorage.getItem("meridian_theme");
    if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be unavailable; then there is no setting to apply.
  }
}
