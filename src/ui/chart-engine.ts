import { BarChart, LineChart, PieChart } from "echarts/charts";
import { GridComponent, TooltipComponent } from "echarts/components";
import { type ECharts, init, use } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";

use([BarChart, LineChart, PieChart, GridComponent, TooltipComponent, CanvasRenderer]);

/** Creates a chart in an element, which must have a size. */
export const createChart = (element: HTMLElement): ECharts => init(element, null, { renderer: "canvas" });
