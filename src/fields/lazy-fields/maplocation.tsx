import { exactOptional, gte, lte, maxLength, minLength, number, strictObject, string } from "zod/mini";
import { defineField } from "#kit/field.ts";
import { type MapPoint, pointText, readPoint } from "#kit/map-point.ts";
import { lazyControl } from "#ui/lazy-control.tsx";

const MapInput = lazyControl(async () => (await import("#client/maps/map-input.tsx")).MapInput, { height: 80 });

type Location = MapPoint & { address?: string };

const maxAddressLength = 200;

/** The coordinates, then a space and the address: "31.2304, 121.4737 人民广场". */
const locationText = ({ address, ...point }: Location): string =>
  address === undefined ? pointText(point) : `${pointText(point)} ${address}`;

/** Parses the output of `locationText`; undefined when it is invalid. */
function readLocation(text: string): Location | undefined {
  const [, coordinates, address] = /^([+-]?[\d.]{1,20}, ?[+-]?[\d.]{1,20})(?: (.*))?$/s.exec(text.trim()) ?? [];
  const point = coordinates === undefined ? undefined : readPoint(coordinates);
  return point && { ...point, ...(address === undefined || address === "" ? {} : { address }) };
}

/** Renames `longitude` in a received value to `longtitude`, the spelling of the API contract (B-382). */
function respell(received: unknown): unknown {
  if (typeof received !== "object" || received === null) return received;
  if (!("longitude" in received) || "longtitude" in received) return received;
  const { longitude, ...others } = received;
  return { ...others, longtitude: longitude };
}

export default defineField({
  type: "maplocation",
  title: { zh: "地图位置", en: "Map location" },
  group: "place",
  storage: "json",
  respell,
  check: () =>
    strictObject({
      longtitude: number().check(gte(-180), lte(180)),
      latitude: number().check(gte(-90), lte(90)),
      address: exactOptional(string().check(minLength(1), maxLength(maxAddressLength))),
    }),
  message: () => ({
    zh: `请选择位置，地址最多 ${maxAddressLength} 字`,
    en: `Choose a place. Its address can have up to ${maxAddressLength} characters.`,
  }),
  operators: [],
  isGroup: true,
  settings: {},
  plainText: locationText,
  readText: readLocation,
  toText: locationText,
  fromText: readLocation,
  Show: ({ value, isWhole = false }) =>
    value === null ? null : isWhole ? (
      <>
        {value.address !== undefined && <span className="block">{value.address}</span>}
        <span className="text-ink-2 tabular-nums">{pointText(value)}</span>
      </>
    ) : (
      <span className="tabular-nums">{value.address ?? pointText(value)}</span>
    ),
  Edit: ({ id, value, field, invalid, disabled, describedBy, onChange, onBlur }) => (
    <MapInput
      {...{ id, value, invalid, disabled, describedBy, onChange, onBlur }}
      maxAddress={maxAddressLength}
      placeholder={field.placeholder}
    />
  ),
  examples: {
    field: {},
    valid: [
      { longtitude: 121.4737, latitude: 31.2304, address: "上海市人民广场" },
      { longtitude: -0.001545, latitude: -90 },
    ],
    invalid: [
      { longtitude: 181, latitude: 0 },
      { longtitude: "121", latitude: "31" },
      { latitude: 31 },
      { longtitude: 1, latitude: 1, address: "" },
      "31, 121",
    ],
    sample: (_field, n) => ({ longtitude: 100 + (n % 20), latitude: 30 }),
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** A location: its coordinates (WGS 84, `longtitude` as the contract spells it), and its address. */
    maplocation: { value: { longtitude: number; latitude: number; address?: string }; options: object };
  }
}
