import { limitWidth } from "#kit/list-layout.ts";

/** Resizes a column until the pointer is released, without rendering the list. Then calls `onDone` with the width, px, if it has changed. */
export function resizeColumn(edge: HTMLElement, startX: number, onDone: (width: number) => void): void {
  const heading = edge.closest("th");
  const table = edge.closest("table");
  const column = table?.querySelectorAll("col")[Number(heading?.ariaColIndex) - 1];
  if (heading === null || table === null || column === undefined) return;
  const [startWidth, tableWidth] = [heading.offsetWidth, table.offsetWidth];
  const widthAt = (x: number) => Math.round(limitWidth(startWidth + x - startX));
  const controller = new AbortController();
  const { signal } = controller;
  addEventListener(
    "pointermove",
    ({ clientX }) => {
      const width = widthAt(clientX);
      column.style.width = `${width}px`;
      table.style.width = `${tableWidth + width - startWidth}px`;
    },
    { signal },
  );
  const stop = ({ clientX }: PointerEvent) => {
    controller.abort();
    if (widthAt(clientX) !== startWidth) onDone(widthAt(clientX));
  };
  addEventListener("pointerup", stop, { signal });
  addEventListener("pointercancel", stop, { signal });
}
