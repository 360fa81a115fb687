import type { Text } from "./text.ts";

/** A menu. `area`: the base of the addresses of its entries; `title`: its accessible name. */
export type MenuDefinition = {
  area: string;
  name: Text;
  title: Text;
  home: string;
  groups: Record<string, Text>;
  /** The ids of the screens in each group, if it consists of entries of the menu of the admin area; else screens name their places (`MenuPlacement`). */
  screens?: Record<string, readonly string[]>;
  /** It is shown on pages of the site, not beside screens: the program's entries lead there, too (records/describe/menu-entries.server.ts). */
  isOnSite?: true;
};

const overview = { zh: "概览", en: "Overview" };
const pageBuilder = { zh: "页面设计", en: "Page builder" };
const adminArea = { zh: "管理后台", en: "Admin area" };

/**
 * The menus with their groups, in order. Of the side menus, the first segment of an address chooses its menu (`menuAt` of breadcrumb.ts): "dev", "design", "solution"
 * and "service" are those of the areas of that name, "management" is that of all other addresses (B-024).
 */
export const menus = {
  management: {
    area: "paas",
    name: adminArea,
    title: { zh: "管理后台导航", en: "Admin area" },
    home: "/paas/index",
    groups: {
      overview,
      content: { zh: "内容", en: "Content" },
      website: { zh: "网站", en: "Website" },
      customers: { zh: "客户", en: "Customers" },
      // The light apps of the space.
      apps: { zh: "应用", en: "Apps" },
      space: { zh: "空间", en: "Space" },
      platform: { zh: "平台", en: "Platform" },
    },
  },
  // Screens of a person as a customer, and the way back (B-033).
  service: {
    area: "service",
    name: { zh: "服务专区", en: "Services" },
    title: { zh: "服务专区导航", en: "Services" },
    home: "/service/index",
    groups: {
      services: { zh: "服务专区", en: "Services" },
      management: adminArea,
    },
  },
  // What programs of others work with, and what administrators define themselves (S-076).
  dev: {
    area: "dev",
    name: { zh: "开发", en: "Development" },
    title: { zh: "开发导航", en: "Development" },
    home: "/dev/index",
    groups: {
      overview,
      data: { zh: "数据模型", en: "Data model" },
      interfaces: { zh: "接口", en: "Integrations" },
      configurations: { zh: "配置", en: "Configuration" },
      logs: { zh: "日志", en: "Logs" },
      management: adminArea,
    },
    screens: {
      overview: ["devHome"],
      data: ["lightApp", "collectData", "enum", "relationTree", "autoPage", "placeHolderVar"],
      interfaces: ["apiKey", "webhook", "quickAction"],
      configurations: ["autoConfig", "configForm"],
      logs: ["clientLog"],
      management: ["home"],
    },
  },
  // What the website looks like and consists of (S-077).
  design: {
    area: "design",
    name: { zh: "设计", en: "Design" },
    title: { zh: "设计导航", en: "Design" },
    home: "/design/index",
    groups: {
      overview,
      pages: { zh: "页面", en: "Pages" },
      look: { zh: "外观", en: "Appearance" },
      assets: { zh: "素材", en: "Assets" },
      management: adminArea,
    },
    screens: {
      overview: ["designHome"],
      pages: ["builder", "page", "governance"],
      look: ["theme", "templates", "site"],
      assets: ["storageFile", "icon", "marketItem"],
      management: ["home"],
    },
  },
  // What customers are offered, and what they are told and helped with (S-078).
  solution: {
    area: "solution",
    name: { zh: "解决方案", en: "Solutions" },
    title: { zh: "解决方案导航", en: "Solutions" },
    home: "/solution/index",
    groups: {
      overview,
      offers: { zh: "套餐与开通", en: "Plans and activations" },
      support: { zh: "客户支持", en: "Customer support" },
      management: adminArea,
    },
    screens: {
      overview: ["solutionHome"],
      offers: ["servicePackage", "serviceCode", "serviceOrder"],
      support: ["paasWork", "contactMessage", "wiki"],
      management: ["home"],
    },
  },
  // What designers begin with: the gallery's own navigation, which `widgets/templates.tsx` shows (B-023).
  builder: {
    area: "paas",
    name: pageBuilder,
    title: pageBuilder,
    home: "/theme",
    groups: { gallery: pageBuilder },
    isOnSite: true,
  },
} as const satisfies Record<string, MenuDefinition>;
export type MenuName = keyof typeof menus;
export const menuNames = Object.keys(menus) as MenuName[];

/** The icons of menu entries, by name; `scripts/menu-icons.ts` makes one file of their drawings. */
export const menuIconNames = [
  "activity",
  "blocks",
  "book",
  "boxes",
  "braces",
  "brush",
  "building",
  "card",
  "chart",
  "checks",
  "clipboard",
  "code",
  "cog",
  "file",
  "folder",
  "form",
  "globe",
  "grid",
  "history",
  "home",
  "key",
  "lifebuoy",
  "list",
  "mail",
  "menu",
  "message",
  "monitor",
  "newspaper",
  "package",
  "palette",
  "receipt",
  "rows",
  "scale",
  "shapes",
  "shield",
  "sliders",
  "sparkles",
  "stamp",
  "store",
  "template",
  "ticket",
  "timer",
  "trash",
  "tree",
  "users",
  "webhook",
  "zap",
] as const;
export type MenuIcon = (typeof menuIconNames)[number];
