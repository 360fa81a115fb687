import { useQuery } from "@tanstack/react-query";
import { Minus, Pencil, Plus, Printer } from "lucide-react";
import { useRef, useState } from "react";
import { Link, useLocation, useParams, useSearchParams } from "react-router";
import { formatText } from "#kit/text.ts";
import { queryParameter } from "#kit/url.ts";
import { call } from "#client/call.ts";
import { NotFound, ScreenLoading, ScreenProblem } from "#client/screen-states.tsx";
import { Button } from "#ui/button.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { useTitle } from "#ui/title.ts";
import { useWidth } from "#render/table/use-grid-window.ts";
import { RecordSheet } from "./record-sheet.tsx";

const texts = {
  back: { zh: "返回列表", en: "Back to list" },
  edit: { zh: "编辑", en: "Edit" },
  print: { zh: "打印", en: "Print" },
  zoom: { zh: "缩放", en: "Zoom" },
  smaller: { zh: "缩小", en: "Zoom out" },
  larger: { zh: "放大", en: "Zoom in" },
  fit: { zh: "适应宽度", en: "Fit to width" },
  percent: { zh: "{n}%", en: "{n}%" },
};
const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

/** The width of the sheet in px: that of an A4 page at 96 dpi. On a phone it is that of the screen, because such a page would be too small to read. */
const paperWidth = 794;
const minPaperWidth = 600;

/** The steps of the zoom, in percent. */
const zoomSteps = [50, 75, 100, 125, 150, 200] as const;

type ZoomProps = {
  /** The current zoom in percent. */
  zoom: number;
  isFitted: boolean;
  /** Undefined fits the sheet to the width of the screen. */
  onZoom: (zoom: number | undefined) => void;
};

function ZoomControls({ zoom, isFitted, onZoom }: ZoomProps) {
  const t = useText();
  const smaller = zoomSteps.findLast((step) => step < zoom);
  const larger = zoomSteps.find((step) => step > zoom);
  return (
    <span role="group" aria-label={t(texts.zoom)} className="flex items-center gap-1">
      <Button
        size="icon"
        aria-label={t(texts.smaller)}
        disabled={smaller === undefined}
        onClick={() => onZoom(smaller)}
      >
        <Minus {...icon} />
      </Button>
      <span role="status" className="min-w-14 text-center text-sm tabular-nums">
        {t(formatText(texts.percent, { n: zoom }))}
      </span>
      <Button size="icon" aria-label={t(texts.larger)} disabled={larger === undefined} onClick={() => onZoom(larger)}>
        <Plus {...icon} />
      </Button>
      <Button aria-pressed={isFitted} onClick={() => onZoom(undefined)}>
        {t(texts.fit)}
      </Button>
    </span>
  );
}

type PreviewProps = { area: string; type: string; id: string };

/** A record as a sheet of paper to read and to print. At first it fits the width of the screen. */
function Preview({ area, type, id }: PreviewProps) {
  const t = useText();
  const locale = useLocale();
  const region = useRef<HTMLDivElement>(null);
  const width = useWidth(region);
  const [chosenZoom, setChosenZoom] = useState<number>();
  const query = useQuery({
    queryKey: ["preview", type, id, locale],
    queryFn: ({ signal }) => call("GET Api/Ui/AutoForm", { type, id }, { signal }),
    staleTime: 0,
  });
  const { data: form, error } = query;
  useTitle(form?.rowName ?? form?.name);
  if (form === undefined && error !== null)
    return <ScreenProblem problem={error} onRetry={() => void query.refetch()} />;
  const sheetWidth = width >= minPaperWidth || width === 0 ? paperWidth : width;
  const zoom = chosenZoom ?? (width === 0 ? 100 : Math.min(100, Math.floor((width / sheetWidth) * 100)));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 print:hidden">
        <ZoomControls zoom={zoom} isFitted={chosenZoom === undefined} onZoom={setChosenZoom} />
        <span className="flex flex-wrap gap-2">
          <Link to={`/${area}/${type}/list`} className="button-link">
            {t(texts.back)}
          </Link>
          <Link to={`/${area}/${type}/edit?id=${id}`} className="button-link">
            <Pencil {...icon} />
            {t(texts.edit)}
          </Link>
          <Button disabled={form === undefined} onClick={() => print()}>
            <Printer {...icon} />
            {t(texts.print)}
          </Button>
        </span>
      </header>
      {/* The region scrolls when the sheet is larger than the screen. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={region} role="region" aria-label={form?.rowName ?? form?.name} tabIndex={0} className="overflow-x-auto">
        {form === undefined ? (
          <ScreenLoading />
        ) : (
          <RecordSheet form={form} locale={locale} width={sheetWidth} zoom={zoom / 100} />
        )}
      </div>
    </div>
  );
}

/** The record that the address names by its type and id. The property is unused: `lazyControl` requires it. */
export function RecordPreview(_props: { id?: string }) {
  const { type = "" } = useParams();
  const [, area = "paas"] = useLocation().pathname.split("/");
  const [query] = useSearchParams();
  const id = queryParameter(query, "id");
  return id === undefined ? <NotFound /> : <Preview key={`${type} ${id}`} area={area} type={type} id={id} />;
}
