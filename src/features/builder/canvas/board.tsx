import { type CSSProperties, useLayoutEffect, useState } from "react";
import { useEditor } from "#features/builder/editor/editor.ts";
import { Overlay } from "./overlay.tsx";
import { initialHeight, PageFrame } from "./page-frame.tsx";
import { PageView } from "./page-view.tsx";
import { useAvailableWidth } from "#features/builder/editor/available-width.ts";
import { useValue } from "#features/builder/document/value.ts";

/** Space around the page, in px. */
const margin = 24;

/** The page at the chosen zoom, below the overlay that handles the pointer. */
export function Board({ onOpenFields }: { onOpenFields: () => void }) {
  const { frame, view } = useEditor();
  const { width, zoom: chosenZoom } = useValue(view);
  const { container, width: availableWidth } = useAvailableWidth();
  const [height, setHeight] = useState(initialHeight);
  const fitZoom = availableWidth === undefined ? 1 : Math.min(1, Math.max(0.1, (availableWidth - 2 * margin) / width));
  const zoom = chosenZoom === "fit" ? fitZoom : chosenZoom;

  useLayoutEffect(() => {
    frame.zoom = zoom;
    frame.layoutChanged();
  }, [frame, zoom, width, height]);

  const size = { "--zoom": zoom, width: width * zoom, height: height * zoom } as CSSProperties;
  return (
    <div ref={container} className="board-viewport h-full overflow-auto" style={{ padding: margin }}>
      <div className="board" style={size}>
        <PageFrame height={height} onHeight={setHeight}>
          <PageView />
        </PageFrame>
        <Overlay onOpenFields={onOpenFields} />
      </div>
    </div>
  );
}
