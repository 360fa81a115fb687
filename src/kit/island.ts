/**
 * When the script that stands beside a definition is loaded: once the component comes near the screen, or once somebody reaches for it.
 * It only enhances the component, which works without it.
 */
export type IslandTiming = "seen" | "used";

/** A definition whose file has a script beside it: `wiki.island.ts` beside `wiki.tsx`, which exports `attach(element)`. */
export type WithIsland = { island?: IslandTiming };

/** What the element of a component says of its script; nothing of one that has none. */
export const islandAttribute = (place: string, { island }: WithIsland = {}): { "data-island"?: string } =>
  island === undefined ? {} : { "data-island": `${island} ${place}` };
