/**
 * The process that decodes and encodes pictures (server/files/pictures.server.ts starts it). Apart from the program for three reasons: decoding
 * holds threads that files, compression and passwords need as well; its memory goes back to the machine when the process ends; and a
 * picture that breaks a decoder ends nothing else.
 */
import { constants, setPriority } from "node:os";
import { stat } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import {
  type PictureAnswer,
  type PictureJob,
  type PictureRequest,
  pixelLimit,
  type StoredResult,
  fullDecodeLimit,
} from "#server/files/picture-jobs.server.ts";

// Low priority, so that pages and sign-ins go first. Threads started later inherit it.
setPriority(constants.priority.PRIORITY_LOW);
sharp.concurrency(1);
sharp.cache(false);
// Only the four decoders that uploads need, so that flaws of the others cannot be reached (T-38).
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadPngFile",
    "VipsForeignLoadJpegFile",
    "VipsForeignLoadWebpFile",
    "VipsForeignLoadNsgifFile",
  ],
});

/** Longest side in px after storing. */
const maxSide = 2560;

class Refusal extends Error {
  readonly failure: "tooLarge" | "tooLargeAsWhole" | "unreadable";
  constructor(failure: Refusal["failure"], message: string) {
    super(message);
    this.failure = failure;
  }
}

/** The colours of an image's four quarters as rrggbb; empty for a transparent image. */
async function quartersOf(picture: () => Sharp, hasAlpha: boolean): Promise<string[]> {
  if (hasAlpha && !(await picture().stats()).isOpaque) return [];
  const pixels = await picture().resize(2, 2, { fit: "fill" }).removeAlpha().raw().toBuffer();
  return [0, 3, 6, 9].map((offset) => pixels.toString("hex", offset, offset + 3));
}

const unreadable = (error: unknown) => {
  throw new Refusal("unreadable", String(error));
};

async function store(from: string, to: string): Promise<StoredResult> {
  // The header is read first: it tells how much there would be to decode.
  const { width, height, format, isProgressive } = await sharp(from, { limitInputPixels: false })
    .metadata()
    .catch(unreadable);
  if (width * height > pixelLimit) throw new Refusal("tooLarge", `${width} x ${height}`);
  const isDecodedAsWhole = format === "gif" || isProgressive === true;
  if (isDecodedAsWhole && width * height > fullDecodeLimit)
    throw new Refusal("tooLargeAsWhole", `${width} x ${height}`);
  // Decoded completely before it is encoded, so that the memory of both is not needed at the same time. Always sRGB, with or without alpha.
  const { data, info } = await sharp(from, { limitInputPixels: pixelLimit, failOn: "error", animated: false })
    .rotate()
    .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable);
  const decodedImage = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  // From effort 3 on, the encoder keeps all of its output twice, takes three times as long and saves 2 %.
  const stored = await decodedImage().webp({ quality: 82, effort: 2 }).toFile(to);
  const quarters = await quartersOf(decodedImage, info.channels === 4);
  return { width: stored.width, height: stored.height, size: stored.size, quarters };
}

async function run(job: PictureJob): Promise<StoredResult | null> {
  if (job.kind === "store") return store(job.from, job.to);
  await stat(job.from);
  const narrow = sharp(job.from).resize({ width: job.width, withoutEnlargement: true });
  await (job.format === "avif" ? narrow.avif({ quality: 55, effort: 3 }) : narrow.webp({ quality: 80 })).toFile(job.to);
  return null;
}

const failureOf = (error: unknown) => (error instanceof Refusal ? error.failure : "broken");

const answer = (message: PictureAnswer) => process.send?.(message, () => undefined);

process.on("message", ({ id, job }: PictureRequest) => {
  // The memory of an image is freed before the next one.
  const done = run(job).finally(() => globalThis.gc?.());
  done.then(
    (result) => answer({ id, result }),
    (error: unknown) => answer({ id, failure: failureOf(error), message: String(error) }),
  );
});
// Ctrl-C reaches the whole process group; this process ends when the program tells it to, or is gone.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
process.once("disconnect", () => process.exit());
