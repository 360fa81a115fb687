/** Requests to the picture process (src/picture-process.server.ts). Files are passed by path. */
export type PictureJob =
  /** Turns whatever was uploaded into a WebP without metadata. */
  | { kind: "store"; from: string; to: string }
  /** Resizes a stored image. */
  | { kind: "resize"; from: string; to: string; width: number; format: "webp" | "avif" };

export type StoredResult = { width: number; height: number; size: number; quarters: string[] };

/** All but `broken` are caused by the picture itself. */
export type PictureAnswer =
  | { id: number; result: StoredResult | null }
  | { id: number; failure: "unreadable" | "tooLarge" | "tooLargeAsWhole" | "broken"; message: string };

export type PictureRequest = { id: number; job: PictureJob };

/** 25 megapixels, what telephones take: more is a decompression bomb or a mistake (T-38). */
export const pixelLimit = 25_000_000;
/** The same for pictures that lie in memory as a whole while they are decoded: progressive JPEG, interlaced PNG, GIF. */
export const wholePixelLimit = 10_000_000;
