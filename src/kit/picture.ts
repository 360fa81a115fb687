/** The widths in px in which a stored picture is available besides its own. */
export const pictureWidths = [320, 640, 960, 1280, 1920] as const;

/** The properties of a stored picture that its file name encodes. */
export type StoredPicture = {
  width: number;
  height: number;
  /** The colours of its four quarters as rrggbb, shown while it loads; empty for a transparent image. */
  quarters: string[];
};

const pictureUrl = /^\/files\/[0-9a-f-]{36}_(\d{1,5})x(\d{1,5})_((?:[0-9a-f]{6}){4})?\.webp$/;

/** The file name of a stored image: it contains size and colours, so that a page can reserve its space without a query. */
export const pictureName = (id: string, { width, height, quarters }: StoredPicture): string =>
  `${id}_${width}x${height}_${quarters.join("")}.webp`;

/** The properties in the address of a stored picture; undefined for other pictures. */
export function storedPicture(url: string): StoredPicture | undefined {
  const [, width, height, quarters = ""] = pictureUrl.exec(url) ?? [];
  if (width === undefined) return undefined;
  return { width: Number(width), height: Number(height), quarters: quarters.match(/.{6}/g) ?? [] };
}

/** The `srcset` of a stored picture: all widths up to its own. */
export function pictureSources(url: string, { width }: StoredPicture): string {
  const smaller = pictureWidths.filter((candidate) => candidate < width);
  return [...smaller.map((candidate) => `${url}?w=${candidate} ${candidate}w`), `${url} ${width}w`].join(", ");
}

/**
 * Addresses of stored uploads and of pictures of the built site: nothing on a page is fetched from another host (T-45). The page's policy blocks
 * other pictures, which would leave an empty frame.
 */
export const localPicturePattern = /^\/(?:files|assets)\/[\w.-]+$/;
