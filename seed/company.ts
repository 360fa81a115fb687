import { productGroups } from "./products.ts";

/** The demonstration company: its tenant's name and its theme, as rows of `theme` hold them. */
export const company = {
  name: { zh: "经纬", en: "Meridian" },
  description: {
    zh: "AI 智能设备资产管理、现实世界资产（RWA）通证化与投融资平台。",
    en: "Asset management for AI smart devices, real-world asset (RWA) tokenisation and investment platforms.",
  },
  menu: productGroups.map(({ name, intro, products }) => ({
    name,
    intro,
    items: products.map((product) => ({ name: product.name, url: `/web/${product.key}` })),
  })),
};
