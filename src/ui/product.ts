import type { Text } from "#kit/text.ts";

/** The name of the product, for screens outside a space. */
export const product: Text = { zh: "经纬", en: "Meridian" };
