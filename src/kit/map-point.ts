/** A point on the earth, in degrees of WGS 84, in the contract's spelling. */
export type MapPoint = { longtitude: number; latitude: number };

/** Decimal places: a tenth of a metre. */
const precision = 6;
const round = (degrees: number): number => Number(degrees.toFixed(precision));

/** A point with normalized degrees: longitude between -180 and 180. */
export function mapPoint(latitude: number, longitude: number): MapPoint {
  const east = ((((longitude + 180) % 360) + 360) % 360) - 180;
  return { longtitude: round(longitude === 180 ? 180 : east), latitude: round(Math.min(90, Math.max(-90, latitude))) };
}

/** "31.2304, 121.4737": latitude first, as usual on maps. */
export const pointText = ({ latitude, longtitude }: MapPoint): string => `${latitude}, ${longtitude}`;

/** Degrees as people type them: up to three digits and decimals. */
const degrees = /^[+-]?\d{1,3}(?:\.\d{1,15})?$/;

/**
 * Parses the output of `pointText`, or two numbers with a comma or a blank between them. The first is the longitude if it is beyond ±90.
 * @returns undefined when it is no location
 */
export function readPoint(text: string): MapPoint | undefined {
  const parts = text
    .trim()
    .split(/[,，\s]+/)
    .filter((part) => part !== "");
  if (parts.length !== 2 || !parts.every((part) => degrees.test(part))) return undefined;
  const [first, second] = parts.map(Number) as [number, number];
  const [latitude, longitude] = Math.abs(first) > 90 && Math.abs(second) <= 90 ? [second, first] : [first, second];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? mapPoint(latitude, longitude) : undefined;
}
