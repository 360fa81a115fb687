/** When the script of a component is loaded: once it comes near the viewport, or on first interaction. The component works without it. */
export type IslandTiming = "seen" | "used";

/** A definition with a script beside it: `wiki.island.ts` beside `wiki.tsx`, which exports `attach(element)`. */
export type WithIsland = { island?: IslandTiming };

/** The attribute that tells the page which script to load and when; none for a component without a script. */
export const islandAttribute = (place: string, { island }: WithIsland = {}): { "data-island"?: string } =>
  island === undefined ? {} : { "data-island": `${island} ${place}` };
