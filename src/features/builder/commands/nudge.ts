import { nudgeSelected } from "#features/builder/document/edit-page.ts";
import { defineEdit, type EditorCommand } from "#features/builder/editor/command.tsx";
import { requireOnCanvas } from "#features/builder/editor/requirements.ts";

const directions = {
  ArrowLeft: { x: -1, y: 0, zh: "左", en: "left" },
  ArrowRight: { x: 1, y: 0, zh: "右", en: "right" },
  ArrowUp: { x: 0, y: -1, zh: "上", en: "up" },
  ArrowDown: { x: 0, y: 1, zh: "下", en: "down" },
};

/** Moves the selection on a canvas by one pixel or ten. */
const nudges: EditorCommand[] = Object.entries(directions).flatMap(([key, { x, y, zh, en }]) =>
  [1, 10].map((step) =>
    defineEdit({
      id: `nudge ${en} ${step}`,
      group: { zh: "移动", en: "Move" },
      name: { zh: `${zh}移 ${step} 像素`, en: `Move ${en} ${step} px` },
      keys: [step === 1 ? key : `Shift+${key}`],
      // In the tree, arrow keys move between rows.
      keysExcept: "[role=tree]",
      only: "keys",
      when: (editor) => requireOnCanvas(editor),
      run: ({ store }) => nudgeSelected(store, { x: step * x, y: step * y }),
    }),
  ),
);

export default nudges;
