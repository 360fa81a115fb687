import type { ChartColors } from "./chart.tsx";

/** The ECharts option of a ring chart. `token`: the colour token of a part; parts of nothing are left out. */
export const ringOption =
  (parts: readonly { name: string; value: number; token: string }[]) => (colors: ChartColors) => ({
    tooltip: { trigger: "item" },
    series: [
      {
        type: "pie",
        radius: ["58%", "88%"],
        label: { show: false },
        emphasis: { scaleSize: 4 },
        itemStyle: { borderColor: colors("sheet"), borderWidth: 2 },
        data: parts
          .filter(({ value }) => value > 0)
          .map(({ name, value, token }) => ({ name, value, itemStyle: { color: colors(token) } })),
      },
    ],
  });
