/**
 * When the script that stands beside a definition is loaded: once the component comes near the screen, or once somebody reaches for it.
 * It only enhances the component, which works without it.
 */
export type IslandTiming = "seen" | "used";

/** A definition whose file has a script beside it: `wiki.island.ts` beside `wiki.tsx`, which exports `attach(element)`. */
export type WithIsland = { island?: IslandTiming };

/** The attributes that name a component's script; none for a component without one. */
export const islandAttribute = (place: string, { island }: WithIsland = {}): { "data-island"?: string } =>
  island === undefined ? {} : { "data-island": `${island} ${place}` };
