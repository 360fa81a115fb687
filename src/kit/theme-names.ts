import type { Text } from "./text.ts";
import type { ThemeType } from "./theme-type.ts";

/** The displayed names of theme types. */
export const themeNames: Record<ThemeType, Text> = {
  member: { zh: "成员", en: "Members" },
  admin: { zh: "管理后台", en: "Admin area" },
  servicecenter: { zh: "区域服务中心", en: "Regional service centre" },
  merchant: { zh: "商户", en: "Merchants" },
  store: { zh: "门店", en: "Stores" },
  shareholder: { zh: "股东", en: "Shareholders" },
  province: { zh: "省", en: "Province" },
  city: { zh: "市", en: "City" },
  county: { zh: "区县", en: "County" },
  regional: { zh: "大区", en: "Region" },
};
