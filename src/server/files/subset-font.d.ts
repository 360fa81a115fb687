declare module "subset-font" {
  type Options = {
    targetFormat?: "sfnt" | "woff" | "woff2";
    variationAxes?: Record<string, number | { min?: number; max?: number; default?: number }>;
    /** The layout features to keep; all by default. */
    keepFeatures?: string[];
    noHinting?: boolean;
  };
  /** The font with the glyphs of `text` only. */
  export default function subset(font: Buffer, text: string, options?: Options): Promise<Buffer>;
}
declare module "wawoff2" {
  /** The SFNT in a WOFF2. It writes at most 30 MB. */
  export function decompress(font: Uint8Array): Promise<Uint8Array>;
}
