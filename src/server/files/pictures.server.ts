import { Problem } from "#kit/problem.ts";
import type { Logger } from "#server/process/log.server.ts";
import type { PictureFailure, PictureJob, StoredResult } from "./picture-jobs.server.ts";
import { createWorker } from "./worker.server.ts";

export type Pictures = {
  /** Converts an uploaded image to a WebP without metadata. @throws {Problem} unsupportedMediaType, payloadTooLarge, unavailable */
  store: (from: string, to: string) => Promise<StoredResult>;
  /** Writes a stored picture in another width. @throws {Problem} unavailable */
  resize: (resize: { from: string; to: string; width: number; format: "webp" | "avif" }) => Promise<void>;
  stop: () => void;
};

const broken = new Problem(
  "unavailable",
  { zh: "图片暂时无法处理，请稍后再试", en: "The image could not be processed. Try again in a moment." },
  { retryAfter: 5 },
);
const problems = {
  broken,
  unreadable: new Problem("unsupportedMediaType", {
    zh: "无法识别的图片，请上传 PNG、JPG、WebP 或 GIF",
    en: "Unrecognised image. Upload a PNG, JPG, WebP or GIF.",
  }),
  tooLarge: new Problem("payloadTooLarge", {
    zh: "图片尺寸过大，请上传不超过 2500 万像素的图片",
    en: "This image is too large. Upload one of up to 25 megapixels.",
  }),
  tooLargeForFullDecode: new Problem("payloadTooLarge", {
    zh: "渐进式 JPG、隔行 PNG 和 GIF 不能超过 1000 万像素，请另存为普通 JPG 或 PNG",
    en: "Progressive JPG, interlaced PNG and GIF images may have up to 10 megapixels. Save it as a plain JPG or PNG.",
  }),
};

/** Processes pictures in a process of their own (src/picture-process.server.ts). */
export function createPictures(log: Logger): Pictures {
  const worker = createWorker<PictureJob, StoredResult | null, PictureFailure>({
    file: "picture-process.server.js",
    what: "picture",
    execArgv: ["--max-old-space-size=64"],
    problems,
    log,
  });
  return {
    async store(from, to) {
      const result = await worker.run({ kind: "store", from, to });
      if (result === null) throw broken;
      return result;
    },
    async resize(resize) {
      await worker.run({ kind: "resize", ...resize });
    },
    stop: worker.stop,
  };
}
