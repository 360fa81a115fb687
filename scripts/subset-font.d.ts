declare module "subset-font" {
  type Options = {
    targetFormat?: "sfnt" | "woff" | "woff2";
    variationAxes?: Record<string, number | { min?: number; max?: number; default?: number }>;
  };
  /** The font with the glyphs of `text` only. */
  export default function subset(font: Buffer, text: string, options?: Options): Promise<Buffer>;
}
