import { divIcon, DomUtil, GridLayer, type LatLng, latLng, Map as LeafletMap, Marker, TileLayer } from "leaflet";
import "leaflet/dist/leaflet.css";
import "./draw-map.css";
import { mapPoint, type MapPoint } from "#kit/map-point.ts";
import { gridLines } from "#kit/grid-lines.ts";

export type DrawnMap = {
  /** Moves the marker and the map to a point, and zooms in to level 12 at least. */
  show: (point: MapPoint) => void;
  remove: () => void;
};

type MapOptions = {
  start: MapPoint;
  zoom: number;
  /** The source of the map tiles; without one, a coordinate grid is drawn. */
  tiles: { url: string; attribution: string } | undefined;
  labels: { marker: string; zoomIn: string; zoomOut: string };
  /** Called with the new position of the marker. */
  onMove: (point: MapPoint) => void;
};

/** px by which an arrow key moves the marker; `small` with Shift. */
const steps = { normal: 16, small: 1 };
const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const pin = `<svg viewBox="0 0 24 32" width="24" height="32" aria-hidden="true"><path d="M12 1a10 10 0 0 0-10 10c0 7 10 20 10 20s10-13 10-20a10 10 0 0 0-10-10Z"/><circle cx="12" cy="11" r="4"/></svg>`;
const svg = "http://www.w3.org/2000/svg";

/** Draws meridians and parallels with their degrees: the map for installations without a tile server. */
class Graticule extends GridLayer {
  override createTile(coords: { x: number; y: number; z: number }): HTMLElement {
    const tile = DomUtil.create("div", "map-grid");
    const size = this.getTileSize().x;
    const drawing = document.createElementNS(svg, "svg");
    drawing.setAttribute("width", String(size));
    drawing.setAttribute("height", String(size));
    for (const { x, y, label } of gridLines(coords, size)) {
      const line = document.createElementNS(svg, "line");
      const ends = x === undefined ? [0, y, size, y] : [x, 0, x, size];
      for (const [index, name] of ["x1", "y1", "x2", "y2"].entries()) line.setAttribute(name, String(ends[index]));
      const text = document.createElementNS(svg, "text");
      text.setAttribute("x", String(x === undefined ? 4 : x + 4));
      text.setAttribute("y", String(y === undefined ? size - 6 : y - 4));
      text.textContent = label;
      drawing.append(line, text);
    }
    tile.append(drawing);
    return tile;
  }
}

const toPoint = ({ lat, lng }: LatLng): MapPoint => mapPoint(lat, lng);
const toLatLng = ({ latitude, longtitude }: MapPoint): LatLng => latLng(latitude, longtitude);

/** Moves the marker by arrow keys; the map moves only to keep it visible. */
function moveMarkerByKeys(map: LeafletMap, marker: Marker, onMove: () => void): void {
  const element = marker.getElement()!;
  element.addEventListener("keydown", (event) => {
    const direction = directions[event.key];
    if (direction === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const step = event.shiftKey ? steps.small : steps.normal;
    const { x, y } = map.latLngToContainerPoint(marker.getLatLng());
    marker.setLatLng(map.containerPointToLatLng([x + direction[0] * step, y + direction[1] * step]));
    map.panInside(marker.getLatLng(), { padding: [40, 40], animate: false });
    onMove();
  });
}

/** Draws a map with a marker into an element of a fixed size. */
export function drawMap(element: HTMLElement, { start, zoom, tiles, labels, onMove }: MapOptions): DrawnMap {
  const map = new LeafletMap(element, {
    center: toLatLng(start),
    zoom,
    minZoom: 2,
    maxZoom: 19,
    zoomControl: false,
    attributionControl: tiles !== undefined && tiles.attribution !== "",
    // Follows the reduced-motion setting of the page.
    zoomAnimation: !matchMedia("(prefers-reduced-motion: reduce)").matches,
    fadeAnimation: false,
    worldCopyJump: true,
  });
  map.attributionControl?.setPrefix(false);
  const layer =
    tiles === undefined
      ? new Graticule({ tileSize: 256 })
      : // Escaped, because Leaflet renders the attribution as HTML.
        new TileLayer(tiles.url, { maxZoom: 19, attribution: new Option(tiles.attribution).innerHTML });
  layer.addTo(map);
  addZoomButtons(map, labels);
  const marker = new Marker(toLatLng(start), {
    icon: divIcon({ className: "map-marker", html: pin, iconSize: [24, 32], iconAnchor: [12, 31] }),
    draggable: true,
    keyboard: true,
    alt: labels.marker,
  }).addTo(map);
  marker.getElement()?.setAttribute("aria-label", labels.marker);
  const reportPosition = () => onMove(toPoint(marker.getLatLng()));
  moveMarkerByKeys(map, marker, reportPosition);
  marker.on("dragend", reportPosition);
  map.on("click", ({ latlng }) => {
    marker.setLatLng(latlng);
    reportPosition();
  });
  return {
    show(point) {
      marker.setLatLng(toLatLng(point));
      map.setView(toLatLng(point), Math.max(map.getZoom(), 12), { animate: false });
    },
    remove: () => void map.remove(),
  };
}

/** Adds zoom buttons, because Leaflet's own are links. */
function addZoomButtons(map: LeafletMap, labels: MapOptions["labels"]): void {
  const box = DomUtil.create("div", "map-zoom", map.getContainer());
  const addButton = (sign: string, label: string, step: number) => {
    const button = DomUtil.create("button", "", box);
    button.type = "button";
    button.textContent = sign;
    button.ariaLabel = label;
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      map.setZoom(map.getZoom() + step);
    });
    // Two quick presses must not count as a double click on the map.
    button.addEventListener("dblclick", (event) => event.stopPropagation());
  };
  addButton("+", labels.zoomIn, 1);
  addButton("−", labels.zoomOut, -1);
}
