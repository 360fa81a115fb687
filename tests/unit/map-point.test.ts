/** Coordinates: parsing, and the grid that replaces missing map tiles. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gridLines } from "#kit/grid-lines.ts";
import { mapPoint, pointText, readPoint } from "#kit/map-point.ts";
import { tileOrigin } from "#server/env.server.ts";

describe("B-120: coordinates", () => {
  it.each([
    ["31.2304, 121.4737", { latitude: 31.2304, longtitude: 121.4737 }],
    [" 31.2304，121.4737 ", { latitude: 31.2304, longtitude: 121.4737 }],
    ["121.4737 31.2304", { latitude: 31.2304, longtitude: 121.4737 }],
    ["-33.8688 151.2093", { latitude: -33.8688, longtitude: 151.2093 }],
    ["90, 180", { latitude: 90, longtitude: 180 }],
    ["91, 181", undefined],
    ["31.2304", undefined],
    ["31.2304, 121.4737, 5", undefined],
    ["31e1, 121", undefined],
    ["", undefined],
  ])("%j is read as %j", (text, expected) => {
    expect(readPoint(text)).toEqual(expected);
  });

  it("are the same after writing and reading", () => {
    const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
    fc.assert(
      fc.property(degrees(90), degrees(900), (latitude, longitude) => {
        const point = mapPoint(latitude, longitude);
        expect(Math.abs(point.longtitude)).toBeLessThanOrEqual(180);
        const read = readPoint(pointText(point));
        // `+ 0` turns -0 into 0.
        expect([read!.latitude, read!.longtitude].map((degree) => degree + 0)).toEqual(
          [point.latitude, point.longtitude].map((degree) => degree + 0),
        );
      }),
    );
  });
});

describe("the grid of coordinates", () => {
  it("draws its lines at their positions and labels them with degrees", () => {
    const lines = gridLines({ x: 0, y: 0, z: 0 }, 256);
    const greenwich = lines.find(({ label }) => label === "0°" || label === "0°E");
    expect(lines.length).toBeGreaterThan(3);
    expect(greenwich).toBeDefined();
    // Shanghai, at the scale of a street.
    const [x, y] = [Math.floor((2 ** 16 * (121.4737 + 180)) / 360), 26771];
    for (const { label } of gridLines({ x, y, z: 16 }, 256)) expect(label).toMatch(/^(?:121\.47|31\.2)\d*°[EN]$/);
  });

  it("continues across tiles without gaps or repetitions", () => {
    for (const z of [2, 5, 9, 14]) {
      const rows = [0, 1, 2, 3].map((x) => gridLines({ x, y: 1, z }, 256).filter((line) => line.x !== undefined));
      const all = rows.flatMap((linesOfTile, tile) => linesOfTile.map((line) => tile * 256 + line.x!));
      const distances = all.slice(1).map((at, index) => at - all[index]!);
      for (const distance of distances) expect(distance).toBeCloseTo(distances[0]!, 4);
      expect(Math.min(...distances)).toBeGreaterThan(85);
    }
  });
});

it.each([
  ["https://tiles.example/{z}/{x}/{y}.png?key=1", "https://tiles.example"],
  ["https://{s}.tiles.example:8443/{z}/{x}/{y}.png", "https://*.tiles.example:8443"],
  ["http://127.0.0.1:8080/{z}/{x}/{y}.png", "http://127.0.0.1:8080"],
  ["http://tiles.example/{z}/{x}/{y}.png", undefined],
  ["https://tiles.example/{z}/{x}.png", undefined],
  ["javascript:{z}{x}{y}", undefined],
  ["{z}{x}{y}", undefined],
])("derives from the tile address %s the origin %s", (address, origin) => {
  expect(tileOrigin(address)).toBe(origin);
});
