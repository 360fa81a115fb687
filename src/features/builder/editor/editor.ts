import { createContext, useCallback, useContext, useSyncExternalStore } from "react";
import type { ClientType } from "#kit/client-type.ts";
import type { Point } from "#kit/geometry.ts";
import type { MapTiles } from "#kit/map-area.ts";
import type { PageRecord, PageSetting } from "#kit/page.ts";
import type { PageLayouts } from "#kit/page-layout.ts";
import type { PersonOnPage } from "#kit/presence.ts";
import type { Site } from "#kit/site.ts";
import type { Locale } from "#kit/text.ts";
import type { RenderContext } from "#kit/widget.ts";
import type { DocumentStore } from "#features/builder/document/document-store.ts";
import { isInView } from "#features/builder/document/client-view.ts";
import type { Frame } from "./frame.ts";
import type { Gesture } from "./gesture.ts";
import type { NodeLocales } from "./node-locales.ts";
import type { PageSession } from "#features/builder/session/page-session.ts";
import { useValue, type Value } from "#features/builder/document/value.ts";

/** Preview widths, px: desktop, small desktop, tablet, phone. */
export const previewWidths = [1440, 1024, 768, 390] as const;
export type PreviewWidth = (typeof previewWidths)[number];
/** The distance of the lines of the grid, in design px. */
export const gridSize = 8;
/** How the page is previewed, `width` in px. `zoom`: a factor, or `fit` for the available width. */
export type View = {
  locale: Locale;
  width: number;
  scheme: "light" | "dark";
  zoom: number | "fit";
  /** The client whose page is shown and edited; undefined for what is common to all. */
  client: ClientType | undefined;
  /** Whether edits are for the width in view and narrower ones only. */
  isWidthEdited: boolean;
  hasRulers: boolean;
  hasGrid: boolean;
};

/** The open dialog. */
export type EditorDialog =
  | "clients"
  | "publish"
  | "share"
  | "versions"
  | "saveVersion"
  | "pages"
  | "newPage"
  | "market"
  | "offer"
  | "marketUpdates"
  | "outline";

/** Why somebody who may edit content only cannot do something else. */
export const contentOnlyText = {
  zh: "您的角色只能修改文字、图片和链接",
  en: "Your role can change text, images and links only",
};

/** The reason for which a command of administrators is not available to others. */
export const administratorsOnlyText = {
  zh: "仅管理员可以发布和分享页面",
  en: "Only administrators can publish and share pages",
};

/**
 * The comments panel. `comment`: the id of a comment or reply that it is to show; `isWriting`: a new comment is to be written. Both are taken back when it has
 * followed them.
 */
export type CommentsView = { isOpen: boolean; comment?: string; isWriting?: true };

/** The shared context of an open editor. */
export type Editor = {
  pageId: string;
  path: string;
  site: Site;
  /** The CSS that all pages share, without the theme. */
  pageCss: string;
  /** The CSS of the theme. */
  themeCss: string;
  /** The layouts of the space's clients. */
  layouts: PageLayouts;
  /** The source of map tiles; undefined if the operator has set none. */
  mapTiles: MapTiles | undefined;
  /** Ids of records that could not be read: shown as placeholders, which can only be deleted. */
  broken: ReadonlySet<string>;
  /** Whether the person may publish the page, go back to an earlier version and share the draft. */
  mayPublish: boolean;
  store: DocumentStore;
  session: PageSession;
  view: Value<View>;
  nodeLocales: NodeLocales;
  frame: Frame;
  /** The id of the record under the pointer. */
  hovered: Value<string | undefined>;
  /** The gesture in progress; it changes the document when it ends. */
  gesture: Value<Gesture | undefined>;
  dialog: Value<EditorDialog | undefined>;
  comments: Value<CommentsView>;
  /** The id of the record whose name is being edited in the tree. */
  renaming: Value<string | undefined>;
  /** Whether every press adds to the selection or takes away from it, as with Shift. */
  multiSelect: Value<boolean>;
  /** The others who have this page open. */
  people: Value<readonly PersonOnPage[]>;
  /** Differs whenever the comments on the page have changed; undefined until the server says so. */
  commentsState: Value<string | undefined>;
  /** Where the context menu is open, in px of the window. */
  menu: Value<Point | undefined>;
};

export const EditorContext = createContext<Editor | undefined>(undefined);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (editor === undefined) throw new Error("This component stands outside of an editor.");
  return editor;
}

/** One record; the component renders again only when this record changes. */
export function useRecord(id: string): PageRecord | undefined {
  const { store } = useEditor();
  const subscribe = useCallback((listener: () => void) => store.onRecord(id, listener), [store, id]);
  return useSyncExternalStore(subscribe, () => store.record(id));
}

/** One record as the client and the width in view show it; undefined if it is hidden, or limited to other clients. */
export function useShownRecord(id: string): PageRecord | undefined {
  const { store } = useEditor();
  const subscribe = useCallback((listener: () => void) => store.onRecord(id, listener), [store, id]);
  return useSyncExternalStore(subscribe, () => {
    const record = store.shown(id);
    return record !== undefined && isInView(store, record) ? record : undefined;
  });
}

/** Ids of the widgets (`root`), or of the children of a canvas or a group. */
export function useChildren(parent: string): readonly string[] {
  const { store } = useEditor();
  const subscribe = useCallback((listener: () => void) => store.onChildren(parent, listener), [store, parent]);
  return useSyncExternalStore(subscribe, () => store.children(parent));
}

/** The settings of the page: title, description, header and footer. */
export function useSetting(): PageSetting {
  const { store } = useEditor();
  return useSyncExternalStore(store.onSetting, store.setting);
}

/** Ids of the selected records. */
export function useSelected(): readonly string[] {
  return useValue(useEditor().store.selected);
}

/** The render context of widgets in the editor, in the previewed language. */
export function createRenderContext(
  { site, path, mapTiles }: Pick<Editor, "site" | "path" | "mapTiles">,
  { locale, isReadOnly }: Pick<RenderContext, "locale" | "isReadOnly">,
): RenderContext {
  return { locale, site, path, query: "", mapTiles, isReadOnly: isReadOnly === true, t: (text) => text[locale] };
}
