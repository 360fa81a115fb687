/** A meridian at `x`, or a parallel at `y`, in px of its tile, with its degrees: "30°N". */
export type GridLine = { label: string } & ({ x: number; y?: undefined } | { x?: undefined; y: number });

type Tile = { x: number; y: number; z: number };

/** The possible distances between grid lines in degrees, smallest first; the first that leaves enough room for labels is used. */
const distances = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30];
/** Minimum distance between lines, in px. */
const minLineDistance = 90;
/** The maximum latitude of a Web Mercator map. */
const maxLatitude = 85.05;

const toDegrees = (radians: number) => (radians * 180) / Math.PI;
/** Longitude and latitude of a position in the square of Web Mercator, where 0 is west or north, and 1 east or south. */
const longitudeAt = (fromWest: number) => fromWest * 360 - 180;
const latitudeAt = (fromNorth: number) => toDegrees(Math.atan(Math.sinh(Math.PI * (1 - 2 * fromNorth))));
/** The position of a latitude in the square of Web Mercator, from 0 in the north to 1 in the south. */
export const fromNorthOf = (latitude: number): number =>
  (1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2;

function degreesText(degrees: number, positive: string, negative: string): string {
  const size = Number(Math.abs(degrees).toFixed(4));
  return `${size}°${size === 0 ? "" : degrees > 0 ? positive : negative}`;
}

/** The multiples of a distance in the range from `from` (included) to `to` (excluded). */
function multiples(distance: number, from: number, to: number): number[] {
  const first = Math.ceil(from / distance);
  const count = Math.max(0, Math.ceil(to / distance) - first);
  return Array.from({ length: count }, (_, index) => (first + index) * distance);
}

/** The coordinate grid lines on a tile of a Web Mercator map; `size` is the side length of the tile in px. */
export function gridLines({ x, y, z }: Tile, size: number): GridLine[] {
  const tilesPerSide = 2 ** z;
  const distance = distances.find((candidate) => (candidate / 360) * tilesPerSide * size >= minLineDistance) ?? 30;
  const [west, east] = [longitudeAt(x / tilesPerSide), longitudeAt((x + 1) / tilesPerSide)];
  const [south, north] = [latitudeAt((y + 1) / tilesPerSide), latitudeAt(y / tilesPerSide)];
  // A map that repeats the world has longitudes beyond ±180: their labels are wrapped.
  const wrap = (longitude: number) => ((longitude + 540) % 360) - 180;
  const meridians = multiples(distance, west, east).map((longitude) => ({
    x: ((longitude - west) / (east - west)) * size,
    label: degreesText(wrap(longitude), "E", "W"),
  }));
  const parallels = multiples(distance, Math.max(south, -maxLatitude), Math.min(north, maxLatitude)).map(
    (latitude) => ({
      y: (fromNorthOf(latitude) * tilesPerSide - y) * size,
      label: degreesText(latitude, "N", "S"),
    }),
  );
  return [...meridians, ...parallels];
}
