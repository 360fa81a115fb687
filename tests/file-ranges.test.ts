/** Range and conditional requests for stored files, as from players and resumed downloads. */
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { rangeOf } from "#server/http/byte-range.server.ts";
import { newSpaceOwner } from "./support/people.ts";
import { startS3 } from "./support/s3.ts";
import { sharedServer, startServer } from "./support/server.ts";

it.each([
  ["bytes=0-0", { start: 0, end: 0 }],
  ["bytes=0-", { start: 0, end: 99 }],
  ["bytes=10-19", { start: 10, end: 19 }],
  ["bytes=90-500", { start: 90, end: 99 }],
  ["bytes=-1", { start: 99, end: 99 }],
  ["bytes=-500", { start: 0, end: 99 }],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=100-200", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=-", "whole"],
  ["bytes=20-10", "whole"],
  ["bytes=0-1,5-6", "whole"],
  ["lines=0-1", "whole"],
  ["bytes=a-b", "whole"],
  [`bytes=0-${"9".repeat(400)}`, "whole"],
])("parses the range %s of 100 bytes", (header, expected) => {
  expect(rangeOf(header, 100)).toEqual(expected);
});

it("refuses every range of an empty file", () => {
  expect(rangeOf("bytes=0-", 0)).toBe("unsatisfiable");
  expect(rangeOf("bytes=-5", 0)).toBe("unsatisfiable");
});

const s3 = await startS3();
describe.each([
  ["a folder", {}],
  ["a bucket", s3.settings],
])("a file in %s", async (_name, settings) => {
  const server = await startServer(settings);
  const person = await newSpaceOwner(server);
  const noise = sharp({
    create: { width: 400, height: 300, channels: 3, background: "#888", noise: { type: "gaussian", sigma: 60 } },
  });
  const body = new FormData();
  body.set("file", new Blob([new Uint8Array(await noise.png().toBuffer())]), "noise.png");
  const upload = await fetch(`${server.url}/api/File/Upload`, {
    method: "POST",
    headers: { authorization: `Bearer ${person.token}`, "x-meridian": "1" },
    body,
  });
  const { result } = (await upload.json()) as { result: { url: string; size: number } };
  const get = (headers: Record<string, string> = {}, query = "", method = "GET") =>
    fetch(server.url + result.url + query, { method, headers: { accept: "image/webp", ...headers } });
  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
  const fullResponse = await get();
  const fullBytes = await bytesOf(fullResponse);
  const etag = fullResponse.headers.get("etag")!;

  it("is sent as a whole with Accept-Ranges and a sandboxing policy", async () => {
    expect([fullResponse.status, fullBytes.length]).toEqual([200, result.size]);
    expect(Object.fromEntries(fullResponse.headers)).toMatchObject({
      "accept-ranges": "bytes",
      "content-length": String(result.size),
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
  });

  it("is sent in the requested range, for every image width", async () => {
    for (const [range, start, end] of [
      ["bytes=0-0", 0, 0],
      ["bytes=100-199", 100, 199],
      ["bytes=-10", fullBytes.length - 10, fullBytes.length - 1],
      [`bytes=${fullBytes.length - 1}-`, fullBytes.length - 1, fullBytes.length - 1],
      ["bytes=50-99999999", 50, fullBytes.length - 1],
    ] as const) {
      const answer = await get({ range });
      expect([answer.status, answer.headers.get("content-range")]).toEqual([
        206,
        `bytes ${start}-${end}/${fullBytes.length}`,
      ]);
      expect((await bytesOf(answer)).equals(fullBytes.subarray(start, end + 1)), range).toBe(true);
    }
    const small = await bytesOf(await get({}, "?w=320"));
    const part = await get({ range: "bytes=10-29" }, "?w=320");
    expect((await bytesOf(part)).equals(small.subarray(10, 30))).toBe(true);
    expect(part.headers.get("etag")).not.toBe(etag);
  });

  it("answers a range beyond its end with 416", async () => {
    const answer = await get({ range: `bytes=${fullBytes.length}-` });
    expect([answer.status, answer.headers.get("content-range")]).toEqual([416, `bytes */${fullBytes.length}`]);
    expect((await bytesOf(answer)).length).toBe(0);
  });

  it("is continued if the client's part is of the same version, and otherwise sent as a whole", async () => {
    expect((await get({ range: "bytes=5-9", "if-range": etag })).status).toBe(206);
    const changedFile = await get({ range: "bytes=5-9", "if-range": '"another"' });
    expect([changedFile.status, (await bytesOf(changedFile)).equals(fullBytes)]).toEqual([200, true]);
    expect((await get({ range: "bytes=0-1,5-6" })).status).toBe(200);
  });

  it("is not sent again to a client that has it, nor for HEAD", async () => {
    const notModified = await get({ "if-none-match": `"another", ${etag}` });
    expect([notModified.status, notModified.headers.get("etag"), (await bytesOf(notModified)).length]).toEqual([
      304,
      etag,
      0,
    ]);
    for (const matchingTags of [`W/${etag}`, `"a, b" , W/"c",${etag}`, "*"])
      expect([matchingTags, (await get({ "if-none-match": matchingTags })).status]).toEqual([matchingTags, 304]);
    for (const otherTags of ['"another"', `"a ${etag.slice(1)}`, `${etag.slice(0, -1)} b"`, etag.slice(1, -1), '"*"'])
      expect([otherTags, (await get({ "if-none-match": otherTags })).status]).toEqual([otherTags, 200]);
    const head = await get({}, "", "HEAD");
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(fullBytes.length)]);
    expect((await get({}, "?w=321", "HEAD")).status).toBe(404);
  });
});

describe("the URL of a document", async () => {
  const server = await sharedServer();

  it("that does not exist needs no database query", async () => {
    const address = `${server.url}/files/${crypto.randomUUID()}.pdf`;
    // The first request of a program reads the site of its host.
    expect((await fetch(`${server.url}/files/${crypto.randomUUID()}.pdf`)).status).toBe(404);
    // A request that reads the table would wait for this lock.
    await server.database.system(async (tx) => {
      await tx.rows(sql`lock table storage_file in access exclusive mode`);
      for (const method of ["GET", "HEAD"]) {
        const answer = await fetch(address, { method, signal: AbortSignal.timeout(60_000) });
        expect(answer.status).toBe(404);
      }
    });
  });
});
