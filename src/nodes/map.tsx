import { MapPin } from "lucide-react";
import type { ClientLimit } from "#kit/client-limit.ts";
import { clampNumber } from "#kit/clamp-number.ts";
import {
  areaHeight,
  areaLines,
  areaWidth,
  type MapArea,
  mapAreaOf,
  type MapTiles,
  tileAddresses,
} from "#kit/map-area.ts";
import { mapPoint, type MapPoint } from "#kit/map-point.ts";
import { defineNode } from "#kit/node.ts";
import { type Locale, textIn } from "#kit/text.ts";
import { paletteColorOf, paletteOptions } from "#ui/palette.ts";

const names = { zh: "地图", en: "Map" };
const openText = { zh: "打开地图", en: "Open in maps" };
const styles = [
  { key: "standard", name: { zh: "标准", en: "Standard" } },
  { key: "grey", name: { zh: "灰度", en: "Grey" } },
  { key: "dark", name: { zh: "深色", en: "Dark" } },
];
const zoomLimits = { min: 3, max: 18, fallback: 15 };

/** The point and the address of a value; undefined if it has no valid point. */
function locationOf(value: unknown): (MapPoint & { address: string }) | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { latitude, longtitude, address } = value as Record<string, unknown>;
  if (typeof latitude !== "number" || typeof longtitude !== "number") return undefined;
  if (!Number.isFinite(latitude) || !Number.isFinite(longtitude)) return undefined;
  return { ...mapPoint(latitude, longtitude), address: typeof address === "string" ? address : "" };
}

/** The address of a point on the map service that most readers of a language use. */
function serviceUrl(
  { latitude, longtitude }: MapPoint,
  { name, zoom, locale }: { name: string; zoom: number; locale: Locale },
): string {
  if (locale === "en")
    return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longtitude}#map=${zoom}/${latitude}/${longtitude}`;
  const query = new URLSearchParams({ position: `${longtitude},${latitude}`, name, coordinate: "wgs84" });
  return `https://uri.amap.com/marker?${query}`;
}

function Tiles({ tiles, area }: { tiles: MapTiles; area: MapArea }) {
  return tileAddresses(tiles, area).map((address, index) =>
    address === undefined ? (
      <span key={index} />
    ) : (
      <img key={index} src={address} width={256} height={256} alt="" loading="lazy" decoding="async" />
    ),
  );
}

/** Draws meridians and parallels: the map for installations without a source of tiles. */
function Grid({ area }: { area: MapArea }) {
  const lines = areaLines(area);
  const path = lines.map(({ x, y }) =>
    x === undefined ? `M0 ${Math.round(y)}h${areaWidth}` : `M${Math.round(x)} 0v${areaHeight}`,
  );
  return (
    <svg width={areaWidth} height={areaHeight}>
      <path d={path.join("")} />
      {lines.map(({ x, y, label }) => (
        <text
          key={label}
          x={Math.round(x === undefined ? area.left + 24 : x + 4)}
          y={Math.round(x === undefined ? y - 4 : area.top - 48)}
        >
          {label}
        </text>
      ))}
    </svg>
  );
}

const serviceLimit: ClientLimit = {
  client: "WeChatLite",
  level: "limited",
  reason: { zh: "小程序不能打开地图服务", en: "Mini programs cannot open the map service." },
};

/**
 * A place on a map, without a script (N-033): tiles of the operator's source or, without one, a coordinate grid, and a link to a map service.
 * Latitude and `longtitude`, spelled as in the API contract (B-382), are in `location`.
 */
const map = defineNode({
  type: "map",
  number: 7,
  title: names,
  icon: MapPin,
  size: { w: 440, h: 300 },
  settings: {
    location: { type: "maplocation", name: { zh: "位置", en: "Location" }, required: true },
    district: { type: "textbox", name: { zh: "地区", en: "District" }, localized: true, max: 60 },
    address: {
      type: "textbox",
      name: { zh: "地址", en: "Address" },
      localized: true,
      max: 200,
      helpBlock: { zh: "留空时显示位置的地址。", en: "Leave empty to show the address of the location." },
    },
    style: { type: "dropdownlist", name: { zh: "样式", en: "Style" }, options: styles },
    zoom: { type: "number", name: { zh: "缩放级别", en: "Zoom level" }, min: zoomLimits.min, max: zoomLimits.max },
    buttonColor: { type: "dropdownlist", name: { zh: "按钮颜色", en: "Button colour" }, options: paletteOptions },
    textColor: {
      type: "dropdownlist",
      name: { zh: "按钮文字颜色", en: "Button text colour" },
      options: paletteOptions,
      helpBlock: {
        zh: "留空时自动选择清晰易读的颜色。",
        en: "Leave empty to choose a readable colour automatically.",
      },
    },
  },
  example: {
    location: { longtitude: 121.4737, latitude: 31.2304 },
    district: null,
    address: { zh: "总部", en: "Headquarters" },
    style: "standard",
    zoom: 15,
    buttonColor: "brand",
    textColor: null,
  },
  responsive: ["buttonColor", "textColor"],
  clientLimits: () => [serviceLimit],
  Render({ value, context: { locale, mapTiles } }) {
    const location = locationOf(value.location);
    if (location === undefined) return null;
    const zoom = Math.round(clampNumber(value.zoom, zoomLimits));
    const area = mapAreaOf(location, zoom);
    const address = textIn(value.address, locale) || location.address;
    const district = textIn(value.district, locale);
    const style = styles.find(({ key }) => key === value.style)?.key ?? "standard";
    return (
      <div className={`map ${style}`}>
        <div className="area" aria-hidden="true">
          {mapTiles === undefined ? <Grid area={area} /> : <Tiles tiles={mapTiles} area={area} />}
        </div>
        <svg className="pin" viewBox="0 0 24 32" width="30" height="40" aria-hidden="true">
          <path d="M12 1a10 10 0 0 0-10 10c0 7 10 20 10 20s10-13 10-20a10 10 0 0 0-10-10Z" />
          <circle cx="12" cy="11" r="4" />
        </svg>
        <div className="card">
          {district !== "" && <p className="district">{district}</p>}
          {address !== "" && <p className="address">{address}</p>}
          <a
            href={serviceUrl(location, { name: address || district || names[locale], zoom, locale })}
            target="_blank"
            rel="noopener noreferrer"
          >
            {openText[locale]}
          </a>
        </div>
        {mapTiles !== undefined && mapTiles.attribution !== "" && <small>{mapTiles.attribution}</small>}
      </div>
    );
  },
  style(value) {
    const location = locationOf(value.location);
    const fill = paletteColorOf(value.buttonColor, "brand");
    const area = location && mapAreaOf(location, Math.round(clampNumber(value.zoom, zoomLimits)));
    return {
      "--left": `${area?.left ?? 0}px`,
      "--top": `${area?.top ?? 0}px`,
      "--fill": fill.fill,
      "--label":
        value.textColor === null || value.textColor === undefined
          ? fill.on
          : paletteColorOf(value.textColor, "dark").text,
    };
  },
  css: `
.node > .map {
  position: relative;
  width: 100%;
  height: 100%;
  overflow: clip;
  background: var(--paper-2);
  color: var(--ink);
  isolation: isolate;

  & > .area {
    position: absolute;
    top: calc(50% - var(--top));
    left: calc(50% - var(--left));
    display: grid;
    grid-template-columns: repeat(7, 256px);
    grid-auto-rows: 256px;
    width: ${areaWidth}px;

    & img {
      display: block;
      width: 256px;
      height: 256px;
      max-width: none;
    }
    & svg {
      display: block;
      max-width: none;
    }
    & path {
      fill: none;
      stroke: var(--line);
    }
    & text {
      fill: var(--ink-3);
      font-size: 11px;
      font-variant-numeric: tabular-nums;
    }
  }
  &.grey img {
    filter: grayscale(1);
  }
  &.dark {
    background: #10201b;
    & img {
      filter: invert(1) hue-rotate(180deg) brightness(0.9);
    }
    & .area path {
      stroke: #2c463d;
    }
    & .area text {
      fill: #9db3aa;
    }
  }
  & > .pin {
    position: absolute;
    top: 50%;
    left: 50%;
    transform: translate(-50%, -100%);

    & path {
      fill: var(--brand);
      stroke: var(--sheet);
      stroke-width: 1.5;
    }
    & circle {
      fill: var(--on-brand);
    }
  }
  & > .card {
    position: absolute;
    inset: auto auto 12px 12px;
    max-width: calc(100% - 24px);
    padding: 10px 14px;
    border: 1px solid var(--line);
    border-radius: 6px;
    background: var(--sheet);
    font-size: 14px;
    line-height: 1.45;

    & p {
      margin: 0;
    }
    & .district {
      color: var(--ink-3);
      font-size: 12px;
    }
    & .address {
      font-weight: 600;
    }
    & a {
      display: inline-block;
      margin-top: 8px;
      padding: 4px 12px;
      border-radius: 4px;
      background: var(--fill);
      color: var(--label);
      font-weight: 550;
      text-decoration: none;

      &:hover {
        filter: brightness(0.92);
      }
    }
  }
  & > small {
    position: absolute;
    inset: auto 0 0 auto;
    padding: 1px 6px;
    background: var(--sheet);
    color: var(--ink-2);
    font-size: 11px;
  }
  @container stage (width < 900px) {
    height: var(--placed-full, 280px);
  }
}`,
});

export default map;
declare module "#kit/node.ts" {
  interface Nodes {
    map: typeof map;
  }
}
