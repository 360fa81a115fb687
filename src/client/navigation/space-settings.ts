import type { Text } from "#kit/text.ts";

/** The sections of the settings that are about the space, by their anchors. Administrators see them, and find them with the command palette. */
export const spaceSettings = {
  "site-address": { zh: "站点地址", en: "Site address" },
  "custom-domains": { zh: "自定义域名", en: "Custom domains" },
  "static-copy": { zh: "静态站点", en: "Static copy" },
  "app-bundles": { zh: "安装包", en: "App bundles" },
  "single-sign-on": { zh: "员工单点登录", en: "Staff single sign-on" },
  "file-storage": { zh: "文件存储", en: "File storage" },
  "space-configuration": { zh: "空间配置", en: "Space configuration" },
} satisfies Record<string, Text>;

/** The address of a section of the settings. */
export const settingsUrl = (anchor: string): string => `/paas/user/setting#${anchor}`;
