import type { Placement } from "#kit/geometry.ts";
import type { PlacedNode } from "#kit/page-tree.ts";
import type { Editor } from "./editor.ts";
import type { Stage } from "./frame.ts";
import type { BoxGesture } from "./gesture.ts";

/**
 * Shows nodes at another position during a drag, without changing the document. A move uses CSS `translate`, which causes no layout; a resize or
 * rotation sets the CSS variables that place the node.
 */
export function createLiveBoxes(
  { frame }: Editor,
  nodes: readonly PlacedNode[],
  kind: BoxGesture["kind"],
  stage: Stage,
): { show: (placements: ReadonlyMap<string, Placement>) => void; clear: () => void } {
  const movedElements = nodes.flatMap((node) => {
    const element = frame.elements.get(node.id);
    return element === undefined ? [] : [{ element, node }];
  });
  // Px of the page per design px: `stage.unit` without the zoom.
  const unit = stage.unit / frame.zoom;
  const setPlace = ({ style }: HTMLElement, { box: { x, y, w, h }, rotation }: Placement) => {
    for (const [name, value] of Object.entries({ "--x": x, "--y": y, "--w": w, "--h": h }))
      style.setProperty(name, String(value));
    if (rotation === undefined) style.removeProperty("--rotation");
    else style.setProperty("--rotation", `${rotation}deg`);
  };
  return {
    show(placements) {
      for (const { element, node } of movedElements) {
        const placement = placements.get(node.id) ?? node;
        if (kind === "move")
          element.style.translate = `${(placement.box.x - node.box.x) * unit}px ${(placement.box.y - node.box.y) * unit}px`;
        else setPlace(element, placement);
      }
    },
    clear() {
      for (const { element, node } of movedElements) {
        if (kind === "move") element.style.removeProperty("translate");
        else setPlace(element, node);
      }
    },
  };
}
