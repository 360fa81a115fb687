import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import type { UploadedFile } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";

const incomplete = { zh: "文件未完整上传，请重试", en: "The upload was incomplete. Try again." };
const tooLarge = { zh: "文件过大", en: "This file is too large" };

async function savePart(formPart: MultipartFile["file"], file: string): Promise<void> {
  await pipeline(formPart, createWriteStream(file)).catch((error: NodeJS.ErrnoException) => {
    // Only an upload that the client broke off is a bad request; a full disk is a failure of the server.
    const isOfDisk = error.syscall === "open" || error.syscall === "write";
    throw isOfDisk ? error : new Problem("badRequest", incomplete);
  });
  if (formPart.truncated) throw new Problem("payloadTooLarge", tooLarge);
}

/** The text of a form field, of the first one if there are several; undefined for a file. */
function textOf(formPart: MultipartFile["fields"][string]): string | undefined {
  const [part] = [formPart].flat();
  return part?.type === "field" && typeof part.value === "string" ? part.value : undefined;
}

/** The files of a multipart request. Their content is streamed to disk, so that no file is in memory as a whole. */
export async function* uploadedFiles(request: FastifyRequest): AsyncIterable<UploadedFile> {
  try {
    for await (const part of request.files()) {
      yield {
        name: part.filename,
        type: part.mimetype,
        field: (name) => textOf(part.fields[name]),
        saveTo: (file) => savePart(part.file, file),
      };
    }
  } catch (error) {
    // An error with a status is a limit or a wrong type; any other parser error is the client's.
    throw error instanceof Error && !("statusCode" in error) ? new Problem("badRequest", incomplete) : error;
  } finally {
    // The rest of a refused upload is consumed, so that the client gets the response instead of a closed connection.
    request.raw.unpipe();
    request.raw.resume();
  }
}
