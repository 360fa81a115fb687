import { useState } from "react";
import { setBoxes } from "#kit/edit.ts";
import type { Box } from "#kit/page.ts";
import type { PlacedNode } from "#kit/page-tree.ts";
import { isPressOf } from "#ui/command-keys.ts";
import { useText } from "#ui/locale.ts";
import { redo, save, undo } from "#features/builder/commands/history.ts";
import { useEditor } from "#features/builder/editor/editor.ts";

const texts = {
  place: { zh: "位置与尺寸", en: "Position and size" },
  x: { zh: "横坐标", en: "X" },
  y: { zh: "纵坐标", en: "Y" },
  w: { zh: "宽", en: "Width" },
  h: { zh: "高", en: "Height" },
};
const pageCommands = [save, undo, redo];
const labels = { x: "X", y: "Y", w: "W", h: "H" };
/** The minimum and maximum of each value, in design px, the same as on the server. */
const limits = { x: [-10_000, 10_000], y: [-10_000, 10_000], w: [1, 10_000], h: [1, 10_000] } as const;

/** A number in design px. Committed when the field is left or Enter is pressed; invalid input is discarded. */
function BoxField({ node, side }: { node: PlacedNode; side: keyof Box }) {
  const t = useText();
  const { store } = useEditor();
  const [enteredText, setEnteredText] = useState<string>();
  const [min, max] = limits[side];

  function commit(text: string | undefined): void {
    setEnteredText(undefined);
    const value = Number(text?.normalize("NFKC"));
    if (text === undefined || text.trim() === "" || !Number.isFinite(value)) return;
    const box = { ...node.box, [side]: Math.round(Math.min(max, Math.max(min, value))) };
    store.edit(setBoxes([{ node, box }]), { capture: { merge: `box ${node.id} ${side}` } });
  }

  return (
    <label className="box-field" title={t(texts[side])}>
      <span aria-hidden="true">{labels[side]}</span>
      <input
        aria-label={t(texts[side])}
        inputMode="numeric"
        value={enteredText ?? String(Math.round(node.box[side]))}
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
          commit(String(node.box[side] + step * (event.shiftKey ? 10 : 1)));
        }}
      />
    </label>
  );
}

/** Numeric inputs for the position and size of a node. */
export function BoxFields({ node }: { node: PlacedNode }) {
  const t = useText();
  return (
    <div role="group" aria-label={t(texts.place)} className="grid grid-cols-2 gap-2">
      {(["x", "y", "w", "h"] as const).map((side) => (
        <BoxField key={side} node={node} side={side} />
      ))}
    </div>
  );
}
