import { type RefObject, useDeferredValue, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { RenderContext } from "#kit/widget.ts";
import { declarationsOf } from "#render/page/style.ts";
import { createRenderContext, useEditor } from "./editor.ts";
import { useAspect } from "#features/builder/document/value.ts";

/**
 * The render context of widgets and nodes in the editor. When the language changes, a node of `id` that is far from the visible part of the board
 * (`far-nodes.ts`) gets the new context after the others are painted.
 */
export function useRenderContext(id?: string): RenderContext {
  const editor = useEditor();
  const { store, frame } = editor;
  const newLocale = useAspect(editor.view, (view) => view.locale);
  const laterLocale = useDeferredValue(newLocale);
  const isFar = id !== undefined && frame.elements.get(id)?.hasAttribute("data-far") === true;
  const locale = isFar ? laterLocale : newLocale;
  const isReadOnly = useSyncExternalStore(store.onSetting, () => store.setting().isRead === true);
  return useMemo(() => createRenderContext(editor, { locale, isReadOnly }), [editor, locale, isReadOnly]);
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
