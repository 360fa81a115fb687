import { useEffect } from "react";
import { loadLater } from "#ui/load-later.ts";
import { Overlay } from "#features/builder/canvas/overlay.tsx";
import { useEditor } from "#features/builder/editor/editor.ts";
import { focusFirstTextBox } from "#features/builder/editor/first-text-box.ts";

const commentPins = loadLater(() => import("./comment-pins.tsx").then((file) => file.CommentPins));
const peopleMarks = loadLater(() =>
  import("#features/builder/people/people-marks.tsx").then((file) => file.PeopleMarks),
);

/** The layers above the page: the one that handles the pointer, with marks of what others have selected, and the pins of comments. `onOpenFields` opens the panel of properties, whose first text box then gets the focus. */
export function Layers({ onOpenFields }: { id?: string; onOpenFields: () => void }) {
  const editor = useEditor();
  useEffect(() => commentPins.preload(), []);
  return (
    <>
      <Overlay
        onOpenFields={() => {
          onOpenFields();
          requestAnimationFrame(() => focusFirstTextBox(editor.view.get().locale));
        }}
      >
        <peopleMarks.Component />
      </Overlay>
      <commentPins.Component />
    </>
  );
}
