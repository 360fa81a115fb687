// Runs inline in the app's page while its scripts are still loading: requests the signed-in person and what the screen shows first.
import type { FirstCalls } from "#kit/screen.ts";
import { queryParameter, parseAutoPath } from "#features/admin/auto-path.ts";
import { formInput, listInput } from "#features/admin/first-calls.ts";
import { pageInput, pageListInput } from "#features/builder/session/first-calls.ts";
import { fetchEarly } from "#client/early.ts";
import { mayBeSignedIn } from "#client/signed-in-hint.ts";

/**
 * Names the style sheets whose content is inlined, because Vite's loader fetches those that no link names. The links are added by script: browsers
 * that preload fetch a disabled link of the document.
 */
function nameInlinedSheets(): void {
  for (const file of document.documentElement.dataset.inlined?.split(" ") ?? []) {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", disabled: true });
    link.href = `/assets/${file}`;
    document.head.append(link);
  }
}

nameInlinedSheets();

const query = new URLSearchParams(location.search);

function askForAuto(): void {
  const { type, screen } = parseAutoPath(location.pathname) ?? {};
  if (type === undefined) return;
  if (screen === "list") fetchEarly("POST paas/table/search", listInput(type, query));
  else if (screen === "add")
    fetchEarly("GET Api/Ui/AutoForm", formInput(type, undefined, queryParameter(query, "from")));
  else fetchEarly("GET Api/Ui/AutoForm", formInput(type, queryParameter(query, "id"), undefined));
}

function askForPage(): void {
  const id = location.pathname.split("/")[2];
  fetchEarly("POST paas/table/search", pageListInput);
  if (id) fetchEarly("POST Api/SitePage/GetPageInfo", pageInput(id));
}

const firstCalls: Record<FirstCalls, () => void> = { auto: askForAuto, page: askForPage };
const { first } = document.documentElement.dataset;

if (mayBeSignedIn()) {
  fetchEarly("GET api/user/View", {});
  // The server writes it into the page from the screen's definition.
  if (first === "auto" || first === "page") firstCalls[first]();
}
