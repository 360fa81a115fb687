import { type CSSProperties, type ReactNode, useCallback, useEffect, useLayoutEffect, useState } from "react";
import { loadLater } from "#ui/load-later.ts";
import { useEditor } from "#features/builder/editor/editor.ts";
import { initialHeight, PageFrame } from "./page-frame.tsx";
import { PageView } from "./page-view.tsx";
import { useAvailableWidth } from "#features/builder/editor/available-width.ts";
import { useValue } from "#features/builder/document/value.ts";
import { addWheelZoom, fitScale } from "#features/builder/editor/zoom.ts";
import { ZoomTools } from "./zoom-tools.tsx";

const rulers = loadLater(() => import("./rulers.tsx").then((file) => file.Rulers));

/** Space around the page, in px. */
const margin = 24;

type BoardProps = {
  /** Called when the page has been drawn, and whenever its height changes. */
  onDrawn: () => void;
  children: ReactNode;
};

/** The page at the chosen zoom, below the overlay that handles the pointer (`children`). */
export function Board({ onDrawn, children }: BoardProps) {
  const editor = useEditor();
  const { frame, view } = editor;
  const { width, zoom: chosenZoom, hasRulers } = useValue(view);
  const { container, width: availableWidth } = useAvailableWidth();
  const [height, setHeight] = useState(initialHeight);
  const fitZoom = availableWidth === undefined ? 1 : Math.min(1, fitScale(availableWidth, margin, width));
  const zoom = chosenZoom === "fit" ? fitZoom : chosenZoom;

  useLayoutEffect(() => {
    frame.zoom = zoom;
    frame.layoutChanged();
  }, [frame, zoom, width, height]);

  const handleHeight = useCallback(
    (pageHeight: number) => {
      setHeight(pageHeight);
      onDrawn();
    },
    [onDrawn],
  );
  useEffect(() => {
    if (hasRulers) rulers.preload();
  }, [hasRulers]);
  useLayoutEffect(() => {
    const viewport = container.current!;
    frame.viewport = viewport;
    const removeWheelZoom = addWheelZoom(editor, viewport);
    return () => {
      removeWheelZoom();
      frame.viewport = undefined;
    };
  }, [editor, frame, container]);

  const size = { "--zoom": zoom, width: width * zoom, height: height * zoom } as CSSProperties;
  return (
    <div className="relative h-full">
      <div ref={container} className="board-viewport h-full overflow-auto" style={{ padding: margin }}>
        <div className="board" style={size}>
          <PageFrame height={height} onHeight={handleHeight}>
            <PageView />
          </PageFrame>
          {children}
        </div>
      </div>
      {hasRulers && <rulers.Component />}
      <ZoomTools zoom={zoom} />
    </div>
  );
}
