import { type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import type { RenderContext } from "#kit/widget.ts";
import { declarationsOf } from "#render/page/style.ts";
import { renderContext, useEditor } from "./editor.ts";
import { useAspect } from "#features/builder/document/value.ts";

/** The render context of widgets and nodes in the editor. */
export function useRenderContext(): RenderContext {
  const editor = useEditor();
  const locale = useAspect(editor.view, (view) => view.locale);
  return useMemo(() => renderContext(editor, locale), [editor, locale]);
}

/**
 * The element of a record: registered for the overlay, and styled by a rule of the page's style sheet as on public pages. An edit of one record thus
 * changes one rule instead of a sheet with thousands.
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
    for (const [name, value] of declarationsOf(style)) element.current?.style.setProperty(name, value);
  }, [style]);
  return element;
}
