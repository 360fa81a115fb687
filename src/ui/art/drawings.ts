import type { Text } from "#kit/text.ts";
import { elevation, type ElevationName, elevationNames } from "./elevations.ts";
import { type FigureName, figures } from "./figures.ts";

/** Technical drawings in a view box of 160 x 160: a device of each industry, a figure for each product. */
export type DrawingName = ElevationName | FigureName;

const industries: Record<ElevationName, Text> = {
  retail: { zh: "零售柜", en: "Retail cabinet" },
  transport: { zh: "车辆", en: "Vehicle" },
  medical: { zh: "医疗设备", en: "Medical device" },
  entertainment: { zh: "游艺机", en: "Arcade machine" },
  energy: { zh: "充电桩", en: "EV charger" },
  recycle: { zh: "回收箱", en: "Recycling box" },
};
const products: Record<FigureName, Text> = {
  "device-identity": { zh: "指纹", en: "Fingerprint" },
  "data-notary": { zh: "相连的记录", en: "Linked records" },
  "asset-ledger": { zh: "账本", en: "Ledger" },
  "title-certificate": { zh: "凭证", en: "Certificate" },
  "revenue-accounting": { zh: "柱与币", en: "Columns and coin" },
  "audit-disclosure": { zh: "放大镜", en: "Magnifier" },
  "trusted-module": { zh: "电路板", en: "Circuit board" },
  "edge-gateway": { zh: "网关", en: "Gateway" },
  "secure-chip": { zh: "芯片", en: "Chip" },
  "remote-control": { zh: "控制器", en: "Control unit" },
  "service-orders": { zh: "工单板", en: "Clipboard" },
  "sites-partners": { zh: "地图", en: "Map" },
  "service-centres": { zh: "服务站", en: "Service centre" },
  "asset-issuance": { zh: "文件与印", en: "Papers and seal" },
  "investor-portal": { zh: "屏幕", en: "Screen" },
};

export const drawingNames: Readonly<Record<DrawingName, Text>> = { ...industries, ...products };

const isElevation = (name: DrawingName): name is ElevationName => elevationNames.includes(name as ElevationName);

/** The SVG markup of a drawing. */
export const drawing = (name: DrawingName): string => (isElevation(name) ? elevation(name) : figures[name].join(""));

export const isDrawing = (name: string | undefined): name is DrawingName => name !== undefined && name in drawingNames;

/** The options of a setting that chooses a drawing. */
export const drawingOptions = (Object.keys(drawingNames) as DrawingName[]).map((key) => ({
  key,
  name: drawingNames[key],
}));
