import type { Text } from "./text.ts";

/** What an item of the market can be: one component of a page, several, a page, or the look of a site. */
export const marketKinds = {
  widget: { name: { zh: "组件", en: "Component" } },
  group: { name: { zh: "组件组", en: "Component group" } },
  page: { name: { zh: "页面", en: "Page" } },
  theme: { name: { zh: "主题", en: "Theme" } },
} as const satisfies Record<string, { name: Text }>;
export type MarketKind = keyof typeof marketKinds;
export const marketKindNames = Object.keys(marketKinds) as [MarketKind, ...MarketKind[]];

/** The classes of items. */
export const marketClasses = {
  general: { name: { zh: "通用", en: "General" } },
  retail: { name: { zh: "零售", en: "Retail" } },
  transport: { name: { zh: "交通", en: "Transport" } },
  medical: { name: { zh: "医疗", en: "Medical" } },
  entertainment: { name: { zh: "文娱", en: "Entertainment" } },
  energy: { name: { zh: "能源", en: "Energy" } },
  recycling: { name: { zh: "回收", en: "Recycling" } },
} as const satisfies Record<string, { name: Text }>;
export type MarketClass = keyof typeof marketClasses;
export const marketClassNames = Object.keys(marketClasses) as [MarketClass, ...MarketClass[]];

/** The states of an item in its own space. Other spaces see the edition that was accepted last, if any. */
export const marketStates = {
  draft: { name: { zh: "草稿", en: "Draft" }, color: "ochre" },
  review: { name: { zh: "审核中", en: "In review" }, color: "azurite" },
  offered: { name: { zh: "已上架", en: "Offered" }, color: "malachite" },
  refused: { name: { zh: "未通过", en: "Refused" }, color: "cinnabar" },
  withdrawn: { name: { zh: "已下架", en: "Withdrawn" } },
} as const satisfies Record<string, { name: Text; color?: string }>;
export type MarketState = keyof typeof marketStates;
export const marketStateNames = Object.keys(marketStates) as [MarketState, ...MarketState[]];

/** What visitors see of an offered item. */
export type MarketCard = {
  id: string;
  /** What it is. */
  kind: Text;
  name: Text;
  intro: Text;
  /** Where it can be looked at. */
  url: string;
  /** The address of its picture; "" without one. */
  image: string;
  spaceName: Text;
  isPlatform: boolean;
};
/** Which offered items to show: a page of the newest. */
export type MarketQuery = {
  kinds: readonly MarketKind[];
  /** A key of `marketClasses`; anything else is all of them. */
  classId: string | undefined;
  page: number;
  pageSize: number;
};
export type MarketListing = {
  total: number;
  items: MarketCard[];
  /** All classes, and the one of the query. */
  classes: { key: string; name: Text }[];
  classId: string | undefined;
};

/** Limits of one item: records, sections of a group, pages of a theme, bytes of the document, stored files and the bytes of all of them. */
export const marketLimits = {
  records: 600,
  sections: 30,
  pages: 20,
  bytes: 1_000_000,
  files: 60,
  fileBytes: 60_000_000,
};
/** Limits of one space: its items, and those in review at once. */
export const spaceLimits = { items: 200, reviews: 20 };

/** The address at which an offered item can be looked at; `page`: the address of a page that comes with a theme. */
export const marketPreviewUrl = (id: string, page?: string): string =>
  `/outer/market?id=${id}${page === undefined ? "" : `&page=${encodeURIComponent(page)}`}`;
