/**
 * The process that decodes and encodes pictures (server/files/pictures.server.ts starts it). It is separate from the main process for three reasons:
 * decoding occupies threads that files, compression and passwords need as well; the operating system gets the memory back when the process ends; and
 * a picture that crashes a decoder crashes only this process.
 */
import { stat } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import {
  fullDecodeLimit,
  type PictureFailure,
  type PictureJob,
  pixelLimit,
  type StoredResult,
} from "#server/files/picture-jobs.server.ts";
import { answerJobs, JobRefusal } from "#server/files/worker-jobs.server.ts";

sharp.concurrency(1);
sharp.cache(false);
// Only the four decoders that uploads need, so that vulnerabilities of the others cannot be exploited (T-38).
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadPngFile",
    "VipsForeignLoadJpegFile",
    "VipsForeignLoadWebpFile",
    "VipsForeignLoadNsgifFile",
  ],
});

/** The maximum length of either side of a stored picture, in px. */
const maxSide = 2560;

const refuse = (failure: PictureFailure, message: string) => new JobRefusal(failure, message);

/** The colours of an image's four quarters as rrggbb; empty for a transparent image. */
async function quartersOf(picture: () => Sharp, hasAlpha: boolean): Promise<string[]> {
  if (hasAlpha && !(await picture().stats()).isOpaque) return [];
  const pixels = await picture().resize(2, 2, { fit: "fill" }).removeAlpha().raw().toBuffer();
  // Three bytes for each of the four pixels.
  return [0, 3, 6, 9].map((offset) => pixels.toString("hex", offset, offset + 3));
}

const refuseUnreadable = (error: unknown) => {
  throw refuse("unreadable", String(error));
};

async function store(from: string, to: string): Promise<StoredResult> {
  // Reads only the header, to refuse pictures with too many pixels before decoding.
  const { width, height, format, isProgressive } = await sharp(from, { limitInputPixels: false })
    .metadata()
    .catch(refuseUnreadable);
  if (width * height > pixelLimit) throw refuse("tooLarge", `${width} x ${height}`);
  // sharp reports a progressive JPEG and an interlaced PNG alike.
  const needsFullDecode = format === "gif" || isProgressive === true;
  if (needsFullDecode && width * height > fullDecodeLimit)
    throw refuse("tooLargeForFullDecode", `${width} x ${height}`);
  // Decodes the picture completely before encoding it: doing both at once would need more memory. The raw output is sRGB; `info.channels` is 4 when
  // there is alpha.
  const { data, info } = await sharp(from, { limitInputPixels: pixelLimit, failOn: "error", animated: false })
    .rotate()
    .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(refuseUnreadable);
  const decodedImage = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  // From effort 3 on, the encoder keeps all of its output twice, takes three times as long and saves 2 %.
  const stored = await decodedImage().webp({ quality: 82, effort: 2 }).toFile(to);
  const quarters = await quartersOf(decodedImage, info.channels === 4);
  return { width: stored.width, height: stored.height, size: stored.size, quarters };
}

async function runJob(job: PictureJob): Promise<StoredResult | null> {
  if (job.kind === "store") return store(job.from, job.to);
  await stat(job.from);
  const resized = sharp(job.from).resize({ width: job.width, withoutEnlargement: true });
  await (job.format === "avif" ? resized.avif({ quality: 55, effort: 3 }) : resized.webp({ quality: 80 })).toFile(
    job.to,
  );
  return null;
}

answerJobs(runJob);
