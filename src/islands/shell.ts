const key = "shell";

/** Hides the tab bar of the site in an app that has one of its own: the address of the first page says so, and the window remembers it. */
export function followShell(): void {
  // Storage can be blocked.
  try {
    if (new URLSearchParams(location.search).has(key)) sessionStorage.setItem(key, "1");
    if (sessionStorage.getItem(key) !== null) document.documentElement.dataset.shell = "";
  } catch {}
}
