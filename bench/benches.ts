/** Every bench by its file, in the order in which `npm run bench` runs them. */
export const benches: readonly string[] = [
  "page",
  "site",
  "navigation",
  "app",
  "lighthouse",
  "login",
  "guesses",
  "definitions",
  "sms",
  "retries",
  "list",
  "import",
  "table",
  "search",
  "hostile",
  "faults",
];
