import { type FileHandle, open, readFile, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompletedPart,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { megabytes, minutes, seconds } from "#kit/format.ts";
import { Problem } from "#kit/problem.ts";
import { ConfigurationError } from "#server/postgres/configuration-error.server.ts";
import { newId } from "#server/process/id.server.ts";
import type { Logger } from "#server/process/log.server.ts";
import { type Outcomes, outcomeReason } from "#server/process/outcomes.server.ts";
import { inSpan } from "#server/process/tracing.server.ts";
import type { S3Settings } from "./settings.server.ts";
import { readAt } from "./read-at.server.ts";
import { type ByteRange, checkKey, type Storage, type StoredBytes } from "./storage.server.ts";

/** Timeout for the beginning of a response. */
const readTimeout = { requestTimeout: seconds(5) };
/** Timeout for writing this number of bytes: enough at 2 Mbit/s, which is 256 bytes per ms. */
const writeTimeout = (bytes: number) => ({ requestTimeout: seconds(5) + bytes / 256 });

/** Size of a part. Parts are in memory, so that they can be signed and sent again; larger files are sent in several. */
const partSize = megabytes(8);
/** Timeout for the request after which the provider joins the parts. */
const joinTimeout = { requestTimeout: minutes(2) };

const unreachable = new Problem(
  "unavailable",
  { zh: "文件暂时无法读取或保存，请稍后再试", en: "Files cannot be read or saved right now. Try again in a moment." },
  { retryAfter: 5 },
);

const statusOf = (error: unknown) => (error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined);
/** Whether the error is a missing file. A missing bucket has the same status, but is a failure. */
const isMissing = (error: unknown) => statusOf(error) === 404 && (error as S3ServiceException).name !== "NoSuchBucket";
const isPastEnd = (error: unknown) => statusOf(error) === 416;

/** The requests to a bucket. They throw the errors of the provider. */
function createBucket({ endpoint, region, bucket, keyId, keySecret, isPathStyle }: S3Settings) {
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    forcePathStyle: isPathStyle,
    credentials: { accessKeyId: keyId, secretAccessKey: keySecret },
    // Not every provider supports Amazon's additional checksums; the signature covers the bytes anyway.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 2,
    requestHandler: { connectionTimeout: seconds(2), socketTimeout: minutes(1), throwOnRequestTimeout: true },
  });
  const object = (key: string) => ({ Bucket: bucket, Key: key });
  return {
    async put(key: string, bytes: Uint8Array, type: string): Promise<void> {
      const request = { ...object(key), Body: bytes, ContentLength: bytes.length, ContentType: type };
      await client.send(new PutObjectCommand(request), writeTimeout(bytes.length));
    },
    /** Uploads a file in parts. It becomes visible only when the last request succeeds. */
    async putParts(key: string, file: FileHandle, size: number, type: string): Promise<void> {
      const { UploadId } = await client.send(
        new CreateMultipartUploadCommand({ ...object(key), ContentType: type }),
        readTimeout,
      );
      const upload = { ...object(key), UploadId };
      try {
        const Parts: CompletedPart[] = [];
        for (let start = 0; start < size; start += partSize) {
          const PartNumber = Parts.length + 1;
          const bytes = await readAt(file, start, partSize);
          const request = { ...upload, PartNumber, Body: bytes, ContentLength: bytes.length };
          const { ETag } = await client.send(new UploadPartCommand(request), writeTimeout(bytes.length));
          Parts.push({ ETag, PartNumber });
        }
        await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }), joinTimeout);
      } catch (error) {
        // Providers charge for the hidden parts of incomplete uploads. If aborting fails too, the bucket's lifecycle rules remove them.
        await client.send(new AbortMultipartUploadCommand(upload), readTimeout).catch(() => {});
        throw error;
      }
    },
    async open(key: string, range?: ByteRange): Promise<StoredBytes> {
      const part = range && { Range: `bytes=${range.start}-${range.end}` };
      const answer = await client.send(new GetObjectCommand({ ...object(key), ...part }), readTimeout);
      const { Body: stream, ContentLength: length, ContentRange: contentRange } = answer;
      const size = contentRange === undefined ? length : Number(contentRange.split("/")[1]);
      if (!(stream instanceof Readable) || size === undefined) throw new Error("The bucket's answer is no file");
      return { stream, size };
    },
    async size(key: string): Promise<number | undefined> {
      return (await client.send(new HeadObjectCommand(object(key)), readTimeout)).ContentLength;
    },
    async remove(key: string): Promise<void> {
      await client.send(new DeleteObjectCommand(object(key)), readTimeout);
    },
  };
}
type Bucket = ReturnType<typeof createBucket>;

/**
 * Writes, reads and removes a file, and then asks for its size, so that missing permissions are noticed at start.
 * @throws {ConfigurationError} with the provider's message when it refuses a request; {Error} when it cannot be reached
 */
async function probe(bucket: Bucket): Promise<void> {
  const id = newId();
  const key = `probe-${id}`;
  try {
    await bucket.put(key, Buffer.from(id), "text/plain");
    const { stream } = await bucket.open(key);
    if ((await text(stream)) !== id) throw new Error("it gives other bytes than it was given");
    await bucket.remove(key);
    await bucket.size(key).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  } catch (error) {
    const { name, message } = error as Error;
    const status = statusOf(error) ?? 500;
    const problem = `The bucket of FILES=s3 cannot be used: ${name}: ${message}`;
    // After an `Error` the supervisor starts the program again, and the provider may respond then; a refusal would be repeated, so the program exits.
    throw status >= 400 && status < 500 ? new ConfigurationError(problem) : new Error(problem);
  }
}

/** Stores files as objects of a bucket, which any number of processes and machines can share. @throws as `probe` */
export async function createS3Storage(
  settings: S3Settings,
  { log, outcomes }: { log: Logger; outcomes: Outcomes },
): Promise<Storage> {
  const bucket = createBucket(settings);
  await probe(bucket);
  outcomes.succeed("storage");
  let isReachable = true;

  /** Sends a request about a key; undefined when there is no such file. Logs once when the provider becomes unreachable, and once when it is back. */
  async function sendRequest<T>(key: string, request: () => Promise<T>): Promise<T | undefined> {
    checkKey(key);
    let answer: T | undefined;
    try {
      answer = await inSpan({ name: "S3", kind: "client", attributes: { "rpc.system": "aws-api" } }, request);
    } catch (error) {
      if (isPastEnd(error)) throw new RangeError(`The range is not in ${key}`);
      if (!isMissing(error)) {
        if (isReachable) log.error({ err: error }, "stored files cannot be reached");
        isReachable = false;
        outcomes.fail("storage", outcomeReason(error));
        throw unreachable;
      }
    }
    if (!isReachable) log.warn("stored files can be reached again");
    isReachable = true;
    outcomes.succeed("storage");
    return answer;
  }

  return {
    async put(key, file, { type }) {
      checkKey(key);
      const { size } = await stat(file);
      if (size <= partSize) {
        const bytes = await readFile(file);
        await sendRequest(key, () => bucket.put(key, bytes, type));
        return;
      }
      const handle = await open(file);
      try {
        await sendRequest(key, () => bucket.putParts(key, handle, size, type));
      } finally {
        await handle.close();
      }
    },
    open: (key, range) => sendRequest(key, () => bucket.open(key, range)),
    size: (key) => sendRequest(key, () => bucket.size(key)),
    async remove(keys) {
      for (const key of keys) checkKey(key);
      await Promise.all(keys.map((key) => sendRequest(key, () => bucket.remove(key))));
    },
  };
}
