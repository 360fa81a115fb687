import { limitWidth } from "#kit/list-layout.ts";

/** Resizes a column with the pointer until it is released, without rendering the list. `onDone` gets the width in px, unless it did not change. */
export function resizeColumn(edge: HTMLElement, startX: number, onDone: (width: number) => void): void {
  const heading = edge.closest("th");
  const table = edge.closest("table");
  const column = table?.querySelectorAll("col")[Number(heading?.ariaColIndex) - 1];
  if (heading === null || table === null || column === undefined) return;
  const [start, whole] = [heading.offsetWidth, table.offsetWidth];
  const widthAt = (x: number) => Math.round(limitWidth(start + x - startX));
  const holding = new AbortController();
  const { signal } = holding;
  addEventListener(
    "pointermove",
    ({ clientX }) => {
      const width = widthAt(clientX);
      column.style.width = `${width}px`;
      table.style.width = `${whole + width - start}px`;
    },
    { signal },
  );
  const end = ({ clientX }: PointerEvent) => {
    holding.abort();
    if (widthAt(clientX) !== start) onDone(widthAt(clientX));
  };
  addEventListener("pointerup", end, { signal });
  addEventListener("pointercancel", end, { signal });
}
