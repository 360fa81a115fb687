import { useState } from "react";
import { setBoxes } from "#kit/edit.ts";
import { normalizeRotation } from "#kit/geometry.ts";
import type { Box } from "#kit/page.ts";
import type { PlacedNode } from "#kit/page-tree.ts";
import { isPressOf } from "#ui/command-keys.ts";
import { useText } from "#ui/locale.ts";
import { redo, save, undo } from "#features/builder/commands/history.ts";
import { isLocked } from "#features/builder/document/selection.ts";
import { useEditor } from "#features/builder/editor/editor.ts";

const texts = {
  place: { zh: "位置与尺寸", en: "Position and size" },
  x: { zh: "横坐标", en: "X" },
  y: { zh: "纵坐标", en: "Y" },
  w: { zh: "宽", en: "Width" },
  h: { zh: "高", en: "Height" },
  rotation: { zh: "旋转角度", en: "Rotation" },
};
const pageCommands = [save, undo, redo];
const labels = { x: "X", y: "Y", w: "W", h: "H", rotation: "∠" };
type Side = keyof typeof labels;
/** The minimum and maximum of each value, in design px, the same as on the server; of the rotation in degrees, which may go round. */
const limits: Record<Side, [min: number, max: number]> = {
  x: [-10_000, 10_000],
  y: [-10_000, 10_000],
  w: [1, 10_000],
  h: [1, 10_000],
  rotation: [-3600, 3600],
};

const valueOf = (node: PlacedNode, side: Side): number => (side === "rotation" ? (node.rotation ?? 0) : node.box[side]);

/** The node with another value of one side, or with another rotation. */
const placeWith = (node: PlacedNode, side: Side, value: number) =>
  side === "rotation"
    ? { node, box: node.box, rotation: normalizeRotation(value) }
    : { node, box: { ...node.box, [side]: value } as Box };

/** A number in design px, or degrees. Committed when the field is left or Enter is pressed; invalid input is discarded. */
function BoxField({ node, side }: { node: PlacedNode; side: Side }) {
  const t = useText();
  const { store } = useEditor();
  const [enteredText, setEnteredText] = useState<string>();
  const [min, max] = limits[side];

  function commit(text: string | undefined): void {
    setEnteredText(undefined);
    const value = Number(text?.normalize("NFKC"));
    if (text === undefined || text.trim() === "" || !Number.isFinite(value)) return;
    const place = placeWith(node, side, Math.round(Math.min(max, Math.max(min, value))));
    store.edit(setBoxes([place]), { capture: { merge: `box ${node.id} ${side}` } });
  }

  return (
    <label className="box-field" title={t(texts[side])}>
      <span aria-hidden="true">{labels[side]}</span>
      <input
        aria-label={t(texts[side])}
        inputMode="numeric"
        disabled={isLocked(store, node.id)}
        value={enteredText ?? String(Math.round(valueOf(node, side)))}
        onChange={(event) => setEnteredText(event.target.value)}
        onBlur={() => commit(enteredText)}
        onKeyDown={(event) => {
          const step = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
          // Save and undo keys first commit the number that is being typed.
          const isCommand = pageCommands.some(({ keys = [] }) => isPressOf(keys, event.nativeEvent));
          if (event.key === "Enter" || isCommand) commit(enteredText);
          if (event.key === "Escape") setEnteredText(undefined);
          if (step === 0) return;
          event.preventDefault();
          commit(String(valueOf(node, side) + step * (event.shiftKey ? 10 : 1)));
        }}
      />
    </label>
  );
}

/** Numeric inputs for the position, size and rotation of a node. */
export function BoxFields({ node }: { node: PlacedNode }) {
  const t = useText();
  return (
    <div role="group" aria-label={t(texts.place)} className="grid grid-cols-2 gap-2">
      {(["x", "y", "w", "h", "rotation"] as const).map((side) => (
        <BoxField key={side} node={node} side={side} />
      ))}
    </div>
  );
}
