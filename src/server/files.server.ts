import { createReadStream } from "node:fs";
import { mkdir, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { pictureName, pictureWidths } from "#kit/picture.ts";
import { Problem } from "#kit/problem.ts";
import { newId } from "./id.server.ts";
import { singleFlight } from "./single-flight.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    files: Files;
  }
}

export type StoredImage = { url: string; width: number; height: number; size: number };
type OpenFile = { stream: NodeJS.ReadableStream; size: number; type: string };

export type Files = {
  /** Re-encodes a picture to WebP (which drops EXIF and anything hidden in it) and stores it under a new, unguessable name. */
  storeImage: (bytes: Buffer) => Promise<StoredImage>;
  /**
   * Opens a stored file by the last part of its url; undefined when there is none. `width`: one of `pictureWidths`. `asAvif`: the reader
   * understands AVIF, and gets it if it is made already; it is made behind the first reader's back, because that takes seconds.
   */
  open: (name: string, options?: { width?: number; asAvif?: boolean }) => Promise<OpenFile | undefined>;
};

/** 40 megapixels: more is a decompression bomb or a mistake (T-38). */
const pixelLimit = 40_000_000;
/** Longest side in px after storing. */
const longestSide = 2560;
const stored = /^[0-9a-f-]{36}(?:_\d{1,5}x\d{1,5}_[0-9a-f]*)?\.webp$/;

// Decoders that no picture of ours needs, and whose flaws nobody should reach (T-38).
sharp.block({ operation: ["VipsForeignLoadTiff", "VipsForeignLoadVips", "VipsForeignLoadPdf", "VipsForeignLoadSvg"] });
// A picture may take its time; who reads pages meanwhile may not wait for a core.
sharp.concurrency(1);

/** The colours of a picture's four quarters as rrggbb; none when it can be seen through. */
async function quartersOf(bytes: Buffer): Promise<string[]> {
  if (!(await sharp(bytes).stats()).isOpaque) return [];
  const pixels = await sharp(bytes).resize(2, 2, { fit: "fill" }).removeAlpha().raw().toBuffer();
  return [0, 3, 6, 9].map((at) => pixels.toString("hex", at, at + 3));
}

/** Keeps uploads in a folder of the data directory. Files are immutable: a new upload is a new id (T-40). */
export async function openFiles(folder: string): Promise<Files> {
  await mkdir(folder, { recursive: true });
  const once = singleFlight<void>();
  let later = Promise.resolve();
  const fileOf = (name: string) => path.join(folder, name);

  /** Whole or not at all, whatever happens meanwhile. */
  async function write(name: string, bytes: Buffer): Promise<void> {
    const temporary = fileOf(`${name}.${newId()}.part`);
    await writeFile(temporary, bytes);
    await rename(temporary, fileOf(name));
  }

  async function found(name: string, type: string): Promise<OpenFile | undefined> {
    const file = await stat(fileOf(name)).catch(() => undefined);
    return file && { stream: createReadStream(fileOf(name)), size: file.size, type };
  }

  const resized = (name: string, width: number) => sharp(fileOf(name)).resize({ width, withoutEnlargement: true });

  /** One after another, when nobody waits. A picture that cannot be made so is shown as it is. */
  function makeAvif(name: string, width: number, small: string): void {
    const make = async () => write(small, await resized(name, width).avif({ quality: 55, effort: 3 }).toBuffer());
    void once(small, () => (later = later.then(make).catch(() => {})));
  }

  async function openSmall(name: string, width: number, asAvif: boolean): Promise<OpenFile | undefined> {
    const small = `${name}@${width}`;
    const avif = asAvif ? await found(`${small}.avif`, "image/avif") : undefined;
    if (avif !== undefined) return avif;
    const webp = `${small}.webp`;
    const known = await found(webp, "image/webp");
    if (known === undefined) {
      if ((await stat(fileOf(name)).catch(() => undefined)) === undefined) return undefined;
      await once(webp, async () => write(webp, await resized(name, width).webp({ quality: 80 }).toBuffer()));
    }
    if (asAvif) makeAvif(name, width, `${small}.avif`);
    return known ?? found(webp, "image/webp");
  }

  return {
    async storeImage(bytes) {
      const image = sharp(bytes, { limitInputPixels: pixelLimit, failOn: "error", animated: false })
        .rotate()
        .resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true })
        .webp({ quality: 82 });
      const { data, info } = await image.toBuffer({ resolveWithObject: true }).catch(() => {
        throw new Problem("unsupportedMediaType", {
          zh: "无法识别的图片,请上传 PNG、JPG、WebP 或 GIF",
          en: "This is not a picture we can read. Use PNG, JPG, WebP or GIF.",
        });
      });
      const { width, height, size } = info;
      const name = pictureName(newId(), { width, height, quarters: await quartersOf(data) });
      await write(name, data);
      return { url: `/files/${name}`, width, height, size };
    },
    async open(name, { width, asAvif = false } = {}) {
      if (!stored.test(name)) return undefined;
      if (width === undefined) return found(name, "image/webp");
      return pictureWidths.some((offered) => offered === width) ? openSmall(name, width, asAvif) : undefined;
    },
  };
}
