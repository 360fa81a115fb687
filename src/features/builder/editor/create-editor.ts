import type { Point } from "#kit/geometry.ts";
import type { PersonOnPage } from "#kit/presence.ts";
import { call, CallProblem, send } from "#client/call.ts";
import { pageWidthAt, stackedWidths } from "#kit/page-width.ts";
import { t } from "#ui/page-locale.ts";
import { notify } from "#ui/toast.tsx";
import { loadOnline } from "#ui/load-online.ts";
import pageCssUrl from "#render/page/builder-page.css?url";
import { loadAllDefinitions, loadDefinitions } from "#render/registry.ts";
import { createDocumentStore } from "#features/builder/document/document-store.ts";
import { type LocalDraft, readLocalDraft } from "#features/builder/session/draft-storage.ts";
import { type CommentsView, contentOnlyText, type Editor, type EditorDialog, type View } from "./editor.ts";
import { createFrame } from "./frame.ts";
import { createNodeLocales } from "./node-locales.ts";
import { pageInput } from "#features/builder/session/first-calls.ts";
import type { Gesture } from "./gesture.ts";
import { createPageSession } from "#features/builder/session/page-session.ts";
import type { PageInfo } from "#features/builder/session/session-state.ts";
import { createValue } from "#features/builder/document/value.ts";

/** A page as read from the server, the CSS that all pages share, and the unsaved edits stored in this browser, if any. */
export type OpenedPage = { info: PageInfo; pageCss: string; localDraft: LocalDraft | undefined };

/** The CSS that all pages share. @throws {CallProblem} */
async function readPageCss(signal: AbortSignal): Promise<string> {
  const response = await send("GET", pageCssUrl, { signal });
  if (!response.ok) throw new CallProblem(response.status, response.statusText);
  return response.text();
}

/** Reads a page from the server, with the definitions of its records, and its unsaved edits from this browser. @throws {CallProblem} */
export async function openPage(pageId: string, signal: AbortSignal): Promise<OpenedPage> {
  const [info, pageCss, localDraft] = await Promise.all([
    call("POST Api/SitePage/GetPageInfo", pageInput(pageId), { signal }),
    readPageCss(signal),
    readLocalDraft(pageId),
  ]);
  await loadOnline(() => loadDefinitions(Object.values(info.diyPageInfo.page.records)));
  if (localDraft === undefined) return { info, pageCss, localDraft };
  // The draft may be from an older version of the program. Local drafts are rare, so the code that converts them is loaded on demand.
  const [{ readChange }] = await Promise.all([import("#render/page/read-page.ts"), loadAllDefinitions()]);
  return { info, pageCss, localDraft: { ...localDraft, change: readChange(localDraft.change) } };
}

/** In a window narrower than this, in px, the preview starts in phone width. */
const narrowWidth = 640;

/** Creates the editor of a page. It records edits between `session.start` and `session.stop`. */
export function createEditor(
  { info, pageCss, localDraft }: OpenedPage,
  preview: Pick<View, "locale" | "scheme">,
): Editor {
  // On the wire the site is called `theme`.
  const { page, broken, theme: site } = info.diyPageInfo;
  const store = createDocumentStore(page, info.isContentOnly ? () => notify("info", t(contentOnlyText)) : undefined);
  const view = createValue<View>({
    ...preview,
    width: window.innerWidth < narrowWidth ? 390 : 1440,
    zoom: "fit",
    client: undefined,
    isWidthEdited: false,
    hasRulers: false,
    hasGrid: false,
  });
  const frame = createFrame();
  // Before any component is told of the view.
  const showView = () => {
    const { client, locale, width, isWidthEdited } = view.get();
    store.showClient(client);
    store.showLocale(locale);
    store.showWidth(pageWidthAt(width), isWidthEdited);
    const edited = store.editedWidth();
    frame.stackWidth = edited === undefined ? undefined : stackedWidths[edited];
  };
  showView();
  view.subscribe(showView);
  const nodeLocales = createNodeLocales({ store, frame, view });
  return {
    pageId: info.pageId,
    path: info.path,
    site,
    pageCss,
    themeCss: info.themeCss,
    layouts: info.layouts,
    mapTiles: info.mapTiles ?? undefined,
    broken: new Set(broken),
    mayPublish: info.mayPublish,
    store,
    session: createPageSession({ info, store, localDraft, send: call }),
    view,
    nodeLocales,
    frame,
    hovered: createValue<string | undefined>(undefined),
    gesture: createValue<Gesture | undefined>(undefined),
    dialog: createValue<EditorDialog | undefined>(undefined),
    comments: createValue<CommentsView>({ isOpen: false }),
    renaming: createValue<string | undefined>(undefined),
    multiSelect: createValue(false),
    people: createValue<readonly PersonOnPage[]>([]),
    commentsState: createValue<string | undefined>(undefined),
    menu: createValue<Point | undefined>(undefined),
  };
}
