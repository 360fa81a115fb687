import type { Site } from "./site.ts";

/** The addresses of what makes a site an app. */
export const appPaths = {
  manifest: "/app.webmanifest",
  worker: "/service-worker.js",
  offline: "/app-offline",
} as const;

/** The sides of the icons in px: those of phones, tablets, launchers and stores. */
export const appIconSizes = [48, 72, 96, 128, 144, 152, 180, 192, 256, 384, 512] as const;
/** The sides of icons whose edge a launcher may cut off. */
export const maskableSizes = [192, 512] as const;
/** The icon that phones of Apple show. */
export const appleIconSize = 180;

/** A short text that changes with everything an icon is drawn from, so that it can be cached for a year. */
export function iconVersion({ app, tokens }: Site): string {
  let hash = 0x81_1c_9d_c5;
  for (const character of `${app?.icon ?? ""} ${tokens.brand ?? ""} ${tokens.paper ?? ""}`)
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01_00_01_93) >>> 0;
  return hash.toString(36);
}

/** The address of an icon. */
export const iconPath = (size: number, isMaskable = false): string =>
  `/app-icon-${isMaskable ? "maskable-" : ""}${size}.png`;
