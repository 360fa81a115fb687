import type { Services } from "#kit/call.ts";
import type { ZipInput } from "#server/spreadsheet/zip-part.server.ts";
import { dataUrl, pictureOf } from "../app/app-icons.server.ts";
import { type Bundle, colorsOf } from "./bundle.server.ts";

/** A picture of a bundle. `name`: its path; `height`: for one that fills a screen; `size`: its side or width, in px. */
export type BundleIcon = { name: string; size: number; height?: number; isMaskable?: boolean };

/** The icon for the forms of stores. Stores refuse transparent ones, so it has a background. */
export const storeIcons: readonly BundleIcon[] = [512, 1024].map((size) => ({
  name: `store/icon-${size}.png`,
  size,
  isMaskable: true,
}));

/** Draws the icon of the site in these sizes. */
export async function drawIcons(services: Services, bundle: Bundle, icons: readonly BundleIcon[]): Promise<ZipInput[]> {
  const picture = await pictureOf(services, bundle.site);
  const background = colorsOf(bundle).paper;
  const entries: ZipInput[] = [];
  for (const { name, isMaskable = false, ...sizes } of icons)
    entries.push({ name, content: [await services.drawIcon({ picture, isMaskable, background, ...sizes })] });
  return entries;
}

/** Draws a path in a box of 24 x 24 as a picture. */
export function drawLine(
  { drawIcon }: Services,
  { line, color, size }: { line: string; color: string; size: number },
): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="${color}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"><path d="${line}"/></svg>`;
  return drawIcon({ picture: dataUrl("image/svg+xml", Buffer.from(svg)), size, isMaskable: false, background: color });
}
