/** When the script of a component is loaded: once it comes near the viewport, or on first interaction. The component works without it. */
export type IslandTiming = "seen" | "used";

/** A definition with a script beside it: `wiki.island.ts` beside `wiki.tsx`, which exports `attach(element)`. */
export type WithIsland = { island?: IslandTiming };

/** The attributes that name a component's script; none for a component without one. */
export const islandAttribute = (place: string, { island }: WithIsland = {}): { "data-island"?: string } =>
  island === undefined ? {} : { "data-island": `${island} ${place}` };
