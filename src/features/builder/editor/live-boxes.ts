import type { Box } from "#kit/page.ts";
import type { PlacedNode } from "#kit/page-tree.ts";
import type { Editor } from "./editor.ts";
import type { Stage } from "./frame.ts";

/**
 * Shows nodes at another position during a drag, without changing the document. A move uses CSS `translate`, which causes no layout; a resize sets
 * the four CSS variables that position the node.
 */
export function createLiveBoxes(
  { frame }: Editor,
  nodes: readonly PlacedNode[],
  kind: "move" | "resize",
  stage: Stage,
): { show: (boxes: ReadonlyMap<string, Box>) => void; clear: () => void } {
  const movedElements = nodes.flatMap((node) => {
    const element = frame.elements.get(node.id);
    return element === undefined ? [] : [{ element, node }];
  });
  // Px of the page per design px: `stage.unit` without the zoom.
  const unit = stage.unit / frame.zoom;
  const setBox = (element: HTMLElement, { x, y, w, h }: Box) => {
    for (const [name, value] of Object.entries({ "--x": x, "--y": y, "--w": w, "--h": h }))
      element.style.setProperty(name, String(value));
  };
  return {
    show(boxes) {
      for (const { element, node } of movedElements) {
        const box = boxes.get(node.id) ?? node.box;
        if (kind === "move")
          element.style.translate = `${(box.x - node.box.x) * unit}px ${(box.y - node.box.y) * unit}px`;
        else setBox(element, box);
      }
    },
    clear() {
      for (const { element, node } of movedElements) {
        if (kind === "move") element.style.removeProperty("translate");
        else setBox(element, node.box);
      }
    },
  };
}
