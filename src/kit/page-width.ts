import { type ClientType, clientTypes } from "./client-type.ts";
import type { Text } from "./text.ts";

/** The widths of pages, in px, at which and below which a record may differ, from wide to narrow (B15 of the builder). */
export const pageWidths = [1024, 768, 480] as const;
export type PageWidth = (typeof pageWidths)[number];

/** The width whose values count on a page this wide, in px; undefined for what is common to all widths. */
export const pageWidthAt = (px: number): PageWidth | undefined => pageWidths.findLast((width) => px <= width);

/** The widths whose values count at `width`, the nearest last. */
export const widthsFrom = (width: PageWidth): readonly PageWidth[] => pageWidths.filter((other) => other >= width);

/** The next narrower width; 0 after the last. */
export const narrowerThan = (width: PageWidth): number => pageWidths.find((other) => other < width) ?? 0;

/**
 * The widths at which nodes are stacked (`widgets/canvas.tsx`), with the length of the screen, in px, for which their own places there are: a node
 * without an own place stays in the stack.
 */
export const stackedWidths: Partial<Record<PageWidth, number>> = { 768: 768, 480: 390 };

/** The name of a width and all narrower ones. */
export const widthName = (width: PageWidth): Text => ({ zh: `宽度 ${width} 及以下`, en: `${width} px and narrower` });

/** One client at one width and narrower ones: `WeChat 768`. */
export type ClientWidth = `${ClientType} ${PageWidth}`;
export const clientWidth = (client: ClientType, width: PageWidth): ClientWidth => `${client} ${width}`;

/** Every client at every width, from wide to narrow. */
export const clientWidths: readonly ClientWidth[] = pageWidths.flatMap((width) =>
  clientTypes.map((client) => clientWidth(client, width)),
);

/** The client and the width that a name like `WeChat 768` stands for. */
export function partsOfClientWidth(name: ClientWidth): { client: ClientType; width: PageWidth } {
  const [client, width] = name.split(" ");
  return { client: client as ClientType, width: Number(width) as PageWidth };
}

/** Whether a variant is one client at one width. */
export const isClientWidth = (variant: string | number): variant is ClientWidth =>
  (clientWidths as readonly (string | number)[]).includes(variant);
