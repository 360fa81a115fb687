import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { Locale } from "#kit/text.ts";
import type { RenderContext } from "#kit/widget.ts";
import { declarationsOf } from "#render/page/style.ts";
import { createRenderContext, useEditor } from "./editor.ts";
import { useAspect } from "#features/builder/document/value.ts";

function useContextIn(locale: Locale): RenderContext {
  const editor = useEditor();
  const { store } = editor;
  const isReadOnly = useSyncExternalStore(store.onSetting, () => store.setting().isRead === true);
  return useMemo(() => createRenderContext(editor, { locale, isReadOnly }), [editor, locale, isReadOnly]);
}

/** The render context of the page and its widgets in the editor. */
export const useRenderContext = (): RenderContext => useContextIn(useAspect(useEditor().view, ({ locale }) => locale));

/** The render context of a node in the editor. */
export function useNodeContext(id: string): RenderContext {
  const { nodeLocales } = useEditor();
  const subscribe = useCallback((listener: () => void) => nodeLocales.onLocale(id, listener), [nodeLocales, id]);
  return useContextIn(useSyncExternalStore(subscribe, () => nodeLocales.localeOf(id)));
}

/**
 * A ref for the element of a record. Registers the element in the frame, for the overlay, and sets the record's styles on the element itself, so that
 * an edit of one record does not change a style sheet with thousands of rules.
 */
export function useRecordElement<E extends HTMLElement>(
  id: string,
  style: Record<string, string>,
): RefObject<E | null> {
  const { frame } = useEditor();
  const element = useRef<E>(null);
  useLayoutEffect(() => {
    const domElement = element.current;
    if (domElement === null) return;
    frame.elements.set(id, domElement);
    return () => {
      if (frame.elements.get(id) === domElement) frame.elements.delete(id);
    };
  }, [frame, id]);
  useLayoutEffect(() => {
    const declarations = declarationsOf(style);
    const domStyle = element.current?.style;
    for (const [name, value] of declarations) domStyle?.setProperty(name, value);
    return () => {
      for (const [name] of declarations) domStyle?.removeProperty(name);
    };
  }, [style]);
  return element;
}
