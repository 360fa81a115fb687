import { leavesOf, rootId } from "#kit/page-tree.ts";
import type { Locale } from "#kit/text.ts";
import type { Editor } from "./editor.ts";
import { isInBand, manyNodes } from "./frame.ts";

/** The language in which each node on the canvases is nodes. */
export type NodeLocales = {
  localeOf: (id: string) => Locale;
  onLocale: (id: string, listener: () => void) => () => void;
};

/** Nodes that change their language between two turns of the event loop. */
const batchSize = 60;

/** The ids of the nodes in the visible part of the board; undefined while the page is not drawn. */
function visibleNodes({ store, frame }: Pick<Editor, "store" | "frame">): Set<string> | undefined {
  const { viewport } = frame;
  if (viewport === undefined) return undefined;
  const { scrollTop, clientHeight } = viewport;
  const band = { top: scrollTop, bottom: scrollTop + clientHeight };
  const visible = new Set<string>();
  for (const canvas of store.children(rootId)) {
    const nodes = leavesOf(store, canvas);
    const stage = nodes.length === 0 ? undefined : frame.stageOf(canvas);
    // The places of nodes in a stack are not known.
    for (const node of nodes) if (stage === undefined || isInBand(stage, node, band)) visible.add(node.id);
  }
  return visible;
}

/**
 * When the language in view changes, nodes outside of the visible part of the board follow after the others are painted, in batches: a page of 1,000
 * nodes would otherwise be rendered and laid out as a whole first.
 */
export function createNodeLocales(editor: Pick<Editor, "store" | "frame" | "view">): NodeLocales {
  const { view } = editor;
  let { locale } = view.get();
  const nodes = new Map<string, { locale: Locale; listener: () => void }>();
  /** Ids of nodes that do not follow yet. */
  const late = new Set<string>();
  let isScheduled = false;

  function follow(id: string): void {
    late.delete(id);
    const node = nodes.get(id);
    if (node === undefined || node.locale === locale) return;
    node.locale = locale;
    node.listener();
  }
  function schedule(): void {
    if (isScheduled || late.size === 0) return;
    isScheduled = true;
    // After the next frame is painted.
    requestAnimationFrame(() => setTimeout(followBatch));
  }
  function followBatch(): void {
    isScheduled = false;
    for (const id of [...late].slice(0, batchSize)) follow(id);
    schedule();
  }
  view.subscribe(() => {
    const next = view.get().locale;
    if (next === locale) return;
    locale = next;
    const visible = nodes.size < manyNodes ? undefined : visibleNodes(editor);
    for (const id of nodes.keys()) {
      if (visible === undefined || visible.has(id)) follow(id);
      else late.add(id);
    }
    schedule();
  });

  return {
    localeOf: (id) => nodes.get(id)?.locale ?? locale,
    onLocale(id, listener) {
      const node = { locale, listener };
      nodes.set(id, node);
      return () => {
        if (nodes.get(id) !== node) return;
        nodes.delete(id);
        late.delete(id);
      };
    },
  };
}
