import { createReadStream } from "node:fs";
import { mkdir, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { Problem } from "#kit/problem.ts";
import { newId } from "./id.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    files: Files;
  }
}

export type StoredImage = { url: string; width: number; height: number; size: number };

export type Files = {
  /** Re-encodes a picture to WebP (which drops EXIF and anything hidden in it) and stores it under a new, unguessable name. */
  storeImage: (bytes: Buffer) => Promise<StoredImage>;
  /** Opens a stored file by the last part of its url; undefined when there is none. */
  open: (name: string) => Promise<{ stream: NodeJS.ReadableStream; size: number; type: string } | undefined>;
};

/** 40 megapixels: more is a decompression bomb or a mistake (T-38). */
const pixelLimit = 40_000_000;
/** Longest side in px after storing. */
const longestSide = 2560;
const stored = /^[0-9a-f-]{36}\.webp$/;

// Decoders that no picture of ours needs, and whose flaws nobody should reach (T-38).
sharp.block({ operation: ["VipsForeignLoadTiff", "VipsForeignLoadVips", "VipsForeignLoadPdf", "VipsForeignLoadSvg"] });

/** Keeps uploads in a folder of the data directory. Files are immutable: a new upload is a new id (T-40). */
export async function openFiles(folder: string): Promise<Files> {
  await mkdir(folder, { recursive: true });
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
      const name = `${newId()}.webp`;
      const temporary = path.join(folder, `${name}.part`);
      await writeFile(temporary, data);
      await rename(temporary, path.join(folder, name));
      return { url: `/files/${name}`, width: info.width, height: info.height, size: info.size };
    },
    async open(name) {
      if (!stored.test(name)) return undefined;
      const file = path.join(folder, name);
      const found = await stat(file).catch(() => undefined);
      return found && { stream: createReadStream(file), size: found.size, type: "image/webp" };
    },
  };
}
