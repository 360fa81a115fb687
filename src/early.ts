// Runs inline in the app's page while its scripts are still loading: requests the signed-in person and the first data of the screen.
import type { FirstCallsKind } from "#kit/screen.ts";
import { queryParameter } from "#kit/url.ts";
import { parseAutoPath } from "#features/admin/auto-path.ts";
import { formInput, listInput } from "#features/admin/first-calls.ts";
import { pageInput, pageListInput } from "#features/builder/session/first-calls.ts";
import { fetchEarly } from "#client/early.ts";
import { mayBeSignedIn } from "#client/signed-in-hint.ts";

/**
 * Adds a disabled link for each style sheet whose content is inlined: Vite's loader would fetch a style sheet that has no link. A script adds the
 * links, because browsers preload even disabled links of the HTML.
 */
function linkInlinedStyles(): void {
  for (const file of document.documentElement.dataset.inlined?.split(" ") ?? []) {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", disabled: true });
    link.href = `/assets/${file}`;
    document.head.append(link);
  }
}

linkInlinedStyles();

/** Requests the code of the widgets and nodes that a page has as soon as its data says which, while the app itself is still loading. */
async function preloadDefinitions(page: Promise<Response>): Promise<void> {
  const files = JSON.parse(document.documentElement.dataset.definitions ?? "{}") as Record<string, string[]>;
  const text = await page.then((response) => response.clone().text());
  const used = Object.entries(files).filter(([property]) => text.includes(property));
  for (const file of new Set(used.flatMap(([, names]) => names)))
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "modulepreload", href: `/assets/${file}` }),
    );
}

const query = new URLSearchParams(location.search);

function requestListOrForm(): void {
  const { type, screen } = parseAutoPath(location.pathname, queryParameter(query, "type")) ?? {};
  if (type === undefined) return;
  if (screen === "list") fetchEarly("POST paas/table/search", listInput(type, query));
  else if (screen === "add")
    fetchEarly("GET Api/Ui/AutoForm", formInput(type, undefined, queryParameter(query, "from")));
  else fetchEarly("GET Api/Ui/AutoForm", formInput(type, queryParameter(query, "id"), undefined));
}

function requestBuilderPage(): void {
  const id = location.pathname.split("/")[2];
  fetchEarly("POST paas/table/search", pageListInput);
  // The builder asks for both again if the request fails.
  if (id) preloadDefinitions(fetchEarly("POST Api/SitePage/GetPageInfo", pageInput(id))).catch(() => undefined);
}

const requestByKind: Record<FirstCallsKind, () => void> = { auto: requestListOrForm, page: requestBuilderPage };
const { first: firstCallsKind } = document.documentElement.dataset;

if (mayBeSignedIn()) {
  fetchEarly("GET api/user/View", {});
  // The server writes the attribute `data-first` from the screen's definition.
  if (firstCallsKind === "auto" || firstCallsKind === "page") requestByKind[firstCallsKind]();
}
