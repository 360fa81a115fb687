import type { output } from "zod/mini";
import type * as schema from "./site-schema.ts";

export type SiteMenuGroup = output<typeof schema.menuGroup>;
export type TopLink = output<typeof schema.topLink>;
export type SiteLink = Omit<TopLink, "below">;
export type ThemeTokens = output<typeof schema.themeTokens>;
export type ThemeFonts = output<typeof schema.themeFonts>;
export type Site = output<typeof schema.site>;
