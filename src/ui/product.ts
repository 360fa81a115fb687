import type { Text } from "#kit/text.ts";

/** What the program is called where no space's name stands. */
export const product: Text = { zh: "经纬", en: "Meridian" };
