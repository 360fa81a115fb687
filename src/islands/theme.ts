/** Follows the scheme that a person chose in the app; without a choice the system decides, in the page's own style. */
export function keepTheme(): void {
  try {
    const theme = localStorage.getItem("meridian_theme");
    if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be unavailable; then there is no setting to apply.
  }
}
