import type { Variant } from "./client-override.ts";
import { clientNames } from "./client-type.ts";
import { isClientWidth, partsOfClientWidth, widthName } from "./page-width.ts";
import type { Text } from "./text.ts";

/** The name of what a record may differ in: a client, a width, or one client at one width. */
export function variantName(variant: Variant): Text {
  if (typeof variant === "number") return widthName(variant);
  if (!isClientWidth(variant)) return clientNames[variant];
  const { client, width } = partsOfClientWidth(variant);
  return {
    zh: `${clientNames[client].zh}（${widthName(width).zh}）`,
    en: `${clientNames[client].en} at ${widthName(width).en}`,
  };
}
