import type { EChartsCoreOption } from "echarts/core";
import { ChartColumn, Table } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { useColorScheme } from "./color-scheme.ts";
import { LoadFailure } from "./load-failure.tsx";
import { useText } from "./locale.ts";
import { useMedia } from "./media.ts";
import { Skeleton } from "./skeleton.tsx";

const texts = {
  asTable: { zh: "以表格查看", en: "View as table" },
  asChart: { zh: "以图表查看", en: "View as chart" },
};

/** Resolves a colour token, for example `malachite`, to its value in the current scheme. */
export type ChartColors = (token: string) => string;

const seriesColors = ["malachite", "azurite", "orpiment", "cinnabar", "amethyst", "ochre", "line-2", "ink-2"];

/** The colour token of a series or part without a colour of its own. */
export const seriesColor = (index: number): string => seriesColors[index % seriesColors.length]!;

/** The figures of a chart as text: the first cell of each row is its heading. */
export type ChartTable = { columns: readonly string[]; rows: readonly (readonly string[])[] };

/** A key that changes when the colour scheme of the page or of the system changes. */
function useSchemeKey(): string {
  const scheme = useColorScheme();
  const isSystemDark = useMedia("(prefers-color-scheme: dark)");
  return `${scheme} ${String(isSystemDark)}`;
}

/** `label`: the accessible name; `height` in px; `option`: the options of ECharts for the colours of the current scheme. */
type PlotProps = { label: string; height: number; option: (colors: ChartColors) => EChartsCoreOption };

/** The chart itself. Loads the chart library on first use. */
function Plot({ label, height, option }: PlotProps) {
  const container = useRef<HTMLDivElement>(null);
  const schemeKey = useSchemeKey();
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    let isUnmounted = false;
    let dispose: (() => void) | undefined;
    async function draw(target: HTMLDivElement) {
      const { createChart } = await import("./chart-engine.ts");
      if (isUnmounted) return;
      const styles = getComputedStyle(target);
      const chart = createChart(target);
      const prefersReducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
      const colors: ChartColors = (token) => styles.getPropertyValue(`--${token}`).trim();
      const tooltip = {
        backgroundColor: colors("sheet"),
        borderColor: colors("line"),
        textStyle: { color: colors("ink"), fontSize: 13 },
      };
      chart.setOption({ animation: !prefersReducedMotion, textStyle: { fontFamily: styles.fontFamily }, tooltip });
      chart.setOption(option(colors));
      const observer = new ResizeObserver(() => chart.resize());
      observer.observe(target);
      dispose = () => {
        observer.disconnect();
        chart.dispose();
      };
      setState("ready");
    }
    draw(element).catch(() => isUnmounted || setState("failed"));
    return () => {
      isUnmounted = true;
      dispose?.();
    };
  }, [option, schemeKey, attempt]);
  if (state === "failed")
    return (
      <LoadFailure
        onRetry={() => {
          setState("loading");
          setAttempt(attempt + 1);
        }}
      />
    );
  return (
    <div className="relative" style={{ height }}>
      {state === "loading" && <Skeleton className="absolute inset-0 size-full" />}
      <div ref={container} role="img" aria-label={label} className="size-full" data-chart={state} />
    </div>
  );
}

function FiguresTable({
  label,
  height,
  table: { columns, rows },
}: {
  label: string;
  height: number;
  table: ChartTable;
}) {
  return (
    <div className="overflow-auto" style={{ maxHeight: height }} tabIndex={0} role="group" aria-label={label}>
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={`sticky top-0 border-b border-line bg-sheet py-1.5 pr-3 font-medium text-ink-2 ${index === 0 ? "text-start" : "text-end"}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([heading = "", ...cells]) => (
            <tr key={heading}>
              <th scope="row" className="border-b border-line py-1.5 pr-3 text-start font-normal">
                {heading}
              </th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]} className="border-b border-line py-1.5 pr-3 text-end">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type ChartProps = PlotProps & {
  title: string;
  table: ChartTable;
  /** Content below the chart, such as a legend. */
  children?: ReactNode;
  /** True inside a frame: without a border of its own. */
  isFramed?: boolean;
  /** The level of its heading. */
  level?: 2 | 3;
};

/** A chart with a title and a button that shows the same figures as a table. `option` must be a stable function. */
export function Chart({ title, table, children, isFramed = false, level = 3, ...plot }: ChartProps) {
  const t = useText();
  const id = useId();
  const [isTable, setTable] = useState(false);
  const toggle = t(isTable ? texts.asChart : texts.asTable);
  const Heading = `h${level}` as const;
  const Icon = isTable ? ChartColumn : Table;
  return (
    <section
      aria-labelledby={id}
      className={`grid min-w-0 content-start gap-3 ${isFramed ? "" : "border border-line bg-sheet p-5"}`}
    >
      <div className="-my-1.5 flex items-center justify-between gap-3">
        <Heading id={id} className="min-w-0 truncate text-sm text-ink-2">
          {title}
        </Heading>
        <Button
          kind="quiet"
          size="icon"
          aria-label={`${toggle}: ${title}`}
          title={toggle}
          onClick={() => setTable(!isTable)}
        >
          <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
        </Button>
      </div>
      {isTable ? <FiguresTable label={plot.label} height={plot.height} table={table} /> : <Plot {...plot} />}
      {!isTable && children}
    </section>
  );
}
