import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type MapPoint, pointText, readPoint } from "#kit/map-point.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Input } from "#ui/input.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { useText } from "#ui/locale.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import type { DrawnMap } from "./draw-map.ts";

const texts = {
  title: { zh: "选择位置", en: "Choose a place" },
  hint: {
    zh: "点击地图，或用方向键移动标记（按住 Shift 微调）。",
    en: "Click the map, or move the marker with the arrow keys (Shift for small steps).",
  },
  coordinates: { zh: "坐标（纬度在前，经度在后）", en: "Coordinates (latitude, longitude)" },
  go: { zh: "定位", en: "Go" },
  invalid: { zh: "坐标无效，例如 31.2304, 121.4737", en: "Enter coordinates such as 31.2304, 121.4737" },
  noTiles: {
    zh: "未配置地图图源，仅显示经纬网。",
    en: "No map source is set up, so only the grid of coordinates is shown.",
  },
  marker: { zh: "位置标记", en: "Marker" },
  zoomIn: { zh: "放大", en: "Zoom in" },
  zoomOut: { zh: "缩小", en: "Zoom out" },
  use: { zh: "使用此位置", en: "Use this place" },
  cancel: { zh: "取消", en: "Cancel" },
};

/** The centre of China: shown, zoomed out, when no location is set. */
const initialCentre: MapPoint = { latitude: 35, longtitude: 104 };

type MapDialogProps = { start: MapPoint | null; onPick: (point: MapPoint) => void; onClose: () => void };

/** A map to choose a place on: by pointer, by keyboard, or by its coordinates. */
export function MapDialog({ start, onPick, onClose }: MapDialogProps) {
  const t = useText();
  // State instead of a ref: the element may appear after the map library has loaded.
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const map = useRef<DrawnMap>(undefined);
  const [point, setPoint] = useState(start ?? initialCentre);
  const [typedText, setTypedText] = useState(pointText(start ?? initialCentre));
  const [isInvalid, setIsInvalid] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ["map"],
    // The map library is loaded with the first map.
    queryFn: async ({ signal }) => {
      const [source, { drawMap }] = await Promise.all([
        call("GET basic/map/source", {}, { signal }),
        import("./draw-map.ts"),
      ]);
      return { ...source, drawMap };
    },
    staleTime: Infinity,
  });
  const latest = useRef({ point, t });
  useEffect(() => {
    latest.current = { point, t };
  });
  useEffect(() => {
    if (frame === null || data === undefined) return undefined;
    const { point: initialPoint, t: translate } = latest.current;
    map.current = data.drawMap(frame, {
      start: initialPoint,
      zoom: start === null ? 4 : 14,
      tiles: data.tiles === null ? undefined : { url: data.tiles, attribution: data.attribution },
      labels: { marker: translate(texts.marker), zoomIn: translate(texts.zoomIn), zoomOut: translate(texts.zoomOut) },
      onMove(next) {
        setPoint(next);
        setTypedText(pointText(next));
        setIsInvalid(false);
      },
    });
    return () => map.current?.remove();
  }, [frame, data, start]);

  /** Moves the map to the typed coordinates; false when they are invalid. */
  function showTypedPoint(): boolean {
    const next = readPoint(typedText);
    setIsInvalid(next === undefined);
    if (next === undefined) return false;
    setPoint(next);
    map.current?.show(next);
    return true;
  }
  return (
    <Dialog
      isOpen
      size="wide"
      title={t(texts.title)}
      hasClose
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t(texts.cancel)}</Button>
          <Button
            kind="primary"
            onClick={() => {
              // Uses the typed coordinates even if Enter was not pressed.
              if (typedText === pointText(point)) onPick(point);
              else if (showTypedPoint()) onPick(readPoint(typedText)!);
            }}
          >
            {t(texts.use)}
          </Button>
        </>
      }
    >
      {/* React events in the dialog bubble to the form that contains the map field. */}
      <div className="grid gap-3 pt-2" onSubmit={(event) => event.stopPropagation()}>
        <form
          className="grid gap-1.5"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            showTypedPoint();
          }}
        >
          <label htmlFor="map-coordinates" className="text-sm font-medium text-ink-2">
            {t(texts.coordinates)}
          </label>
          <div className="flex gap-2">
            <Input
              id="map-coordinates"
              className="min-w-0 tabular-nums"
              autoComplete="off"
              maxLength={60}
              value={typedText}
              aria-invalid={isInvalid}
              aria-describedby={isInvalid ? "map-problem" : "map-hint"}
              onChange={({ target }) => setTypedText(target.value)}
            />
            <Button type="submit">{t(texts.go)}</Button>
          </div>
          {isInvalid && (
            <p id="map-problem" role="alert" className="text-sm text-danger">
              {t(texts.invalid)}
            </p>
          )}
        </form>
        <p id="map-hint" className="text-sm text-ink-3">
          {t(texts.hint)}
        </p>
        {error !== null ? (
          <LoadFailure onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Skeleton className="h-[min(400px,45dvh)] w-full" />
        ) : (
          <div ref={setFrame} className="map isolate h-[min(400px,45dvh)] w-full border border-line" />
        )}
        {data?.tiles === null && (
          <p role="note" className="text-sm text-ink-3">
            {t(texts.noTiles)}
          </p>
        )}
      </div>
    </Dialog>
  );
}
