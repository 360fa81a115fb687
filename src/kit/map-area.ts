import { fromNorthOf, type GridLine, gridLines } from "./grid-lines.ts";
import type { MapPoint } from "./map-point.ts";

/** The source of map tiles: a URL template with {z}, {x} and {y}, and its attribution. */
export type MapTiles = { url: string; attribution: string };

export const tileSize = 256;
/** The tiles of an area. The point is in the middle tile, so the area extends at least 768 px to its sides and 512 px above and below it. */
const columns = 7;
const rows = 5;

export const areaWidth = columns * tileSize;
export const areaHeight = rows * tileSize;

/** The part of a Web Mercator map around a point: its first tile, and the position of the point in it, in px. */
export type MapArea = { zoom: number; column: number; row: number; left: number; top: number };

export function mapAreaOf({ latitude, longtitude }: MapPoint, zoom: number): MapArea {
  const tilesPerSide = 2 ** zoom;
  const x = ((longtitude + 180) / 360) * tilesPerSide;
  // The map ends at 85 degrees.
  const y = Math.min(1, Math.max(0, fromNorthOf(latitude))) * tilesPerSide;
  const [column, row] = [Math.floor(x) - (columns - 1) / 2, Math.floor(y) - (rows - 1) / 2];
  return { zoom, column, row, left: Math.round((x - column) * tileSize), top: Math.round((y - row) * tileSize) };
}

/** The hosts that the placeholder {s} of a template stands for, as Leaflet uses them. */
const hosts = ["a", "b", "c"];

/** The addresses of an area's tiles by rows; undefined where the map ends. */
export function tileAddresses({ url }: MapTiles, { zoom, column, row }: MapArea): (string | undefined)[] {
  const tilesPerSide = 2 ** zoom;
  return Array.from({ length: columns * rows }, (_, index) => {
    const y = row + Math.floor(index / columns);
    if (y < 0 || y >= tilesPerSide) return undefined;
    // The map repeats from east to west.
    const x = (((column + (index % columns)) % tilesPerSide) + tilesPerSide) % tilesPerSide;
    const values: Readonly<Record<string, string>> = {
      z: String(zoom),
      x: String(x),
      y: String(y),
      s: hosts[(x + y) % hosts.length]!,
      r: "",
    };
    return url.replace(/\{([zxysr])\}/g, (_match, name: string) => values[name]!);
  });
}

/** The coordinate grid lines of an area, with positions in px of the area. */
export function areaLines({ zoom, column, row }: MapArea): GridLine[] {
  const meridians = Array.from({ length: columns }, (_, index) =>
    gridLines({ x: column + index, y: row, z: zoom }, tileSize).flatMap(({ x, label }) =>
      x === undefined ? [] : [{ x: x + index * tileSize, label }],
    ),
  );
  const parallels = Array.from({ length: rows }, (_, index) =>
    gridLines({ x: column, y: row + index, z: zoom }, tileSize).flatMap(({ y, label }) =>
      y === undefined ? [] : [{ y: y + index * tileSize, label }],
    ),
  );
  return [...meridians, ...parallels].flat();
}
