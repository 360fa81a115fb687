import type { Text } from "#kit/text.ts";

/** The product's name, used where there is no space. */
export const product: Text = { zh: "经纬", en: "Meridian" };
