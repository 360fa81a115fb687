import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { forbiddenText, type UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { addPrivateFile, type PrivateFile, removePrivateFiles } from "#server/files/private-files.server.ts";
import { findMember } from "#server/identity/member-principal.server.ts";
import { joinZipParts, type StoredPart, writeZipPart, type ZipInput } from "#server/spreadsheet/zip-part.server.ts";

const tooLargeText = {
  zh: "生成的文件超过 4 GB，请减少图片和视频",
  en: "The ZIP would be larger than 4 GB. Use fewer images and videos.",
};

/** A part of a ZIP that is stored as a private file until the ZIP is complete. */
export const zipPart = z.object({ key: z.string(), entries: z.number(), content: z.number(), directory: z.number() });
export type ZipPartFile = z.output<typeof zipPart>;

/** The lifetime of the parts of an abandoned ZIP, a PostgreSQL interval. */
const partLifetime = "1 day";

/** The member who makes files of the site; asked for again at each slice. @throws {Problem} forbidden when they do not administer the space any more */
export async function requireMaker(
  { database }: Services,
  person: { tenantId: string; memberId: string },
): Promise<UserPrincipal> {
  const principal = await findMember(database, person);
  if (principal === undefined || !(principal.isAdministrator || principal.isSuperAdmin))
    throw new Problem("forbidden", forbiddenText);
  return principal;
}

/** A file that would be too large for a zip. */
const asProblem = (error: unknown) =>
  error instanceof RangeError ? new Problem("payloadTooLarge", tooLargeText) : error;

/** Stores a part of a ZIP. @throws {Problem} payloadTooLarge */
export async function storePart(
  services: Services,
  maker: UserPrincipal,
  files: AsyncIterable<ZipInput> | Iterable<ZipInput>,
): Promise<ZipPartFile> {
  let written = { entries: 0, content: 0, directory: 0 };
  const file = { name: "", extension: "piece", type: "application/octet-stream", lifetime: partLifetime };
  const { key } = await addPrivateFile(services, maker, file, async (path) => {
    written = await writeZipPart(path, files).catch((error: unknown) => {
      throw asProblem(error);
    });
  });
  return { key, ...written };
}

/** A stored part, read in ranges. */
const storedPart = ({ files }: Services, { key, ...measures }: ZipPartFile): StoredPart => ({
  ...measures,
  async read(range) {
    const stream = await files.read(key, range);
    if (stream === undefined) throw new Error(`The part ${key} of a ZIP is missing`);
    return stream as AsyncIterable<Uint8Array>;
  },
});

/** The kind of file that `writeParts` writes. */
export const zipFile = { extension: "zip", type: "application/zip" };

/** Returns a function that joins the parts of a ZIP to a file. It throws a `Problem` (payloadTooLarge). */
export function writeParts(services: Services, parts: readonly ZipPartFile[]): (path: string) => Promise<void> {
  return async (path) => {
    const stored = parts.map((part) => storedPart(services, part));
    await pipeline(joinZipParts(stored), createWriteStream(path)).catch((error: unknown) => {
      throw asProblem(error);
    });
  };
}

/** Removes the parts of a ZIP that is complete. */
export const removeParts = (services: Services, parts: readonly ZipPartFile[]): Promise<number> =>
  removePrivateFiles(
    services,
    parts.map(({ key }) => key),
  );

/** Joins the parts of a ZIP to a private file of its maker, and removes them. @throws {Problem} payloadTooLarge */
export async function joinParts(
  services: Services,
  maker: UserPrincipal,
  name: string,
  parts: readonly ZipPartFile[],
): Promise<PrivateFile> {
  const file = await addPrivateFile(services, maker, { ...zipFile, name }, writeParts(services, parts));
  await removeParts(services, parts);
  return file;
}
