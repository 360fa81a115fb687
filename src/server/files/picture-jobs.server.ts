/** Requests to the picture process (src/picture-process.server.ts). Files are passed by path. */
export type PictureJob =
  /** Converts an uploaded image to WebP without metadata. */
  | { kind: "store"; from: string; to: string }
  /** Resizes a stored image. */
  | { kind: "resize"; from: string; to: string; width: number; format: "webp" | "avif" };

/** The answer to a `store`; that to a `resize` is null. `quarters`: the mean colours of the four quarters of the picture. */
export type StoredResult = { width: number; height: number; size: number; quarters: string[] };

/** Why a picture is refused. */
export type PictureFailure = "unreadable" | "tooLarge" | "tooLargeForFullDecode";

/** 25 megapixels, the resolution of phones: more is a decompression bomb or a mistake (T-38). */
export const pixelLimit = 25_000_000;
/** The limit for images that have to be decoded in memory as a whole: progressive JPEG, interlaced PNG, GIF. */
export const fullDecodeLimit = 10_000_000;
