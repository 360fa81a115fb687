/** Files other than images: their type follows from their content, and they are played or downloaded, never executed. */
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { downloadName } from "#server/files/file-name.server.ts";
import { aac, film, flac, mp3, mp4, ogg, ole, pdf, taggedMp3, wav, webm, zip } from "./support/media.ts";
import { newSpaceOwner } from "./support/people.ts";
import { startS3 } from "./support/s3.ts";
import { sharedServer, startServer } from "./support/server.ts";

it.each([
  ["报告 2026.pdf", "pdf", "报告 2026.pdf"],
  ["Report.PDF", "pdf", "Report.pdf"],
  ["report.exe", "pdf", "report.exe.pdf"],
  ["../../etc/passwd", "txt", "passwd.txt"],
  ["C:\\files\\a.docx", "docx", "a.docx"],
  ["a\r\nset-cookie: b\u0000.csv", "csv", "aset-cookie: b.csv"],
  ["a\u202Efdp.exe", "zip", "afdp.exe.zip"],
  ["photo.JPEG", "webp", "photo.webp"],
  ["...", "zip", "file.zip"],
  [".pdf", "pdf", "file.pdf"],
  ["", "mp4", "file.mp4"],
  ["\uD800x", "mp3", "x.mp3"],
  [`${"名".repeat(500)}.mp3`, "mp3", `${"名".repeat(120)}.mp3`],
] as const)("T-40: the name %j of a file with the content of %s becomes %j", (original, extension, name) => {
  expect(downloadName(original, extension)).toBe(name);
});

const docx = zip({ "[Content_Types].xml": "<Types/>", "word/document.xml": "<w/>" });
const samples: [what: string, bytes: Buffer, name: string, expected: object][] = [
  ["a video", film, "导览.mp4", { fileType: "video", extension: "mp4", width: 640, height: 360, duration: 12 }],
  ["a WebM video", webm, "tour", { fileType: "video", extension: "webm" }],
  [
    "audio in a video container",
    mp4([{ handler: "soun" }]),
    "a.mp4",
    { fileType: "audio", extension: "m4a", duration: 12 },
  ],
  ["MP3 audio", mp3, "a.mp3", { fileType: "audio", extension: "mp3" }],
  ["MP3 audio with a leading tag", taggedMp3, "a.mp3", { fileType: "audio", extension: "mp3" }],
  ["AAC audio", aac, "a.aac", { fileType: "audio", extension: "aac" }],
  ["Ogg audio", ogg, "a.ogg", { fileType: "audio", extension: "ogg" }],
  ["FLAC audio", flac, "a.flac", { fileType: "audio", extension: "flac", duration: 10 }],
  ["WAV audio", wav(2), "a.wav", { fileType: "audio", extension: "wav" }],
  ["a PDF that contains HTML", pdf, "合同 (终稿).pdf", { fileType: "document", extension: "pdf" }],
  ["a DOCX document", docx, "a.docx", { fileType: "document", extension: "docx" }],
  [
    "a workbook with the extension zip",
    zip({ "xl/workbook.xml": "" }),
    "a.zip",
    { fileType: "document", extension: "xlsx" },
  ],
  ["a presentation", zip({ "ppt/presentation.xml": "" }), "a.pptx", { fileType: "document", extension: "pptx" }],
  ["an OpenDocument text", zip({ mimetype: "application/vnd.oasis.opendocument.text" }), "a.odt", { extension: "odt" }],
  ["a ZIP archive", zip({ "a.txt": "a".repeat(50) }), "a.zip", { fileType: "document", extension: "zip" }],
  ["a DOC document", ole("WordDocument"), "a.doc", { fileType: "document", extension: "doc" }],
  ["an XLS workbook", ole("Workbook"), "a.xls", { extension: "xls" }],
  ["a PPT presentation", ole("PowerPoint Document"), "a.ppt", { extension: "ppt" }],
  ["a plain text", Buffer.from("第一行\r\n第二行\t1"), "说明.txt", { fileType: "document", extension: "txt" }],
  ["a CSV file in GB 18030", Buffer.from("c3fbb3c62cbcdbb8f10d0a", "hex"), "a.csv", { extension: "csv" }],
];

const circularFile = ole("x");
circularFile.writeUInt32LE(1, 516);

const refusedSamples: [what: string, bytes: Buffer | string, name: string][] = [
  ["HTML with the extension txt", "<!doctype html><script>alert(1)</script>", "a.txt"],
  ["SVG with the extension csv", "\uFEFF \n<svg onload='alert(1)'/>", "a.csv"],
  ["a shell script", "#!/bin/sh\nid\n", "a.txt"],
  ["an executable", Buffer.concat([Buffer.from("MZ"), Buffer.alloc(200)]), "a.exe"],
  ["an installer", ole("!_StringData"), "a.doc"],
  ["a script", "alert(document.cookie)", "script.js"],
  ["bytes with the extension txt", Buffer.from([0, 1, 2, 3]), "a.txt"],
  ["a video without tracks", Buffer.concat([mp4([]), Buffer.alloc(64)]), "a.mp4"],
  [
    "a video with boxes of endless size",
    Buffer.from(
      "00000018667479706973" + "6f6d0000000069736f6d69736f32".padEnd(32, "0") + "ffffffff6d6f6f76".repeat(9),
      "hex",
    ),
    "a.mp4",
  ],
  ["an AVIF image in a video container", mp4([{ handler: "vide" }], { brand: "avif" }), "a.mp4"],
  ["an archive without a directory", Buffer.from(`PK\x03\x04${"a".repeat(100)}`), "a.zip"],
  ["bytes with an audio header", Buffer.concat([Buffer.from("ID3"), Buffer.alloc(100)]), "a.mp3"],
  ["a compound file with a circular directory", circularFile, "a.doc"],
  ["an empty file", "", "a.txt"],
];

const s3 = await startS3();
describe.each([
  ["a folder", {}],
  ["a bucket", s3.settings],
])("a file in %s", async (_name, settings) => {
  const server = await startServer(settings);
  const person = await newSpaceOwner(server);
  const headers = { authorization: `Bearer ${person.token}`, "x-meridian": "1" };

  async function upload(bytes: Buffer | string, name: string, fileType?: string) {
    const body = new FormData();
    if (fileType !== undefined) body.set("fileType", fileType);
    body.set("file", new Blob([new Uint8Array(Buffer.from(bytes))], { type: "text/html" }), name);
    const answer = await fetch(`${server.url}/api/File/Upload?language=en`, { method: "POST", headers, body });
    const { message, result } = (await answer.json()) as { message: string; result: Record<string, string> };
    return { status: answer.status, message, result };
  }

  it.each(samples)(
    "E-117, N-048, T-36, T-39: %s is stored as it is, with the type of its content",
    async (_what, bytes, name, expected) => {
      const { extension, ...expectedFacts } = expected as { extension: string };
      const { status, message, result } = await upload(bytes, name);
      expect([status, message]).toEqual([200, expect.any(String)]);
      const savedName = downloadName(name, extension as "pdf");
      expect(result).toMatchObject({ ...expectedFacts, name: savedName, size: bytes.length, path: result.url });
      expect(path.posix.extname(result.url!)).toBe(`.${extension}`);
      const answer = await fetch(server.url + result.url);
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
      const isDownload = result.fileType === "document";
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
        "accept-ranges": "bytes",
      });
      expect(answer.headers.get("content-type")).not.toMatch(/html|xml(?!formats)|script|svg/);
      const disposition = answer.headers.get("content-disposition");
      expect(disposition === null ? undefined : decodeURIComponent(disposition.split("''")[1]!)).toBe(
        isDownload ? savedName : undefined,
      );
      expect(disposition?.startsWith("attachment; ") ?? false).toBe(isDownload);
      const part = await fetch(server.url + result.url, { headers: { range: "bytes=2-5" } });
      expect([part.status, Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(2, 6))]).toEqual([206, true]);
      const [row] = await server.database.read<object>(
        person.tenantId,
        sql`select name, sha256, size::int as bytes, member_id as "memberId" from storage_file where path = ${result.url!}`,
      );
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      expect(row).toEqual({ name: savedName, sha256, bytes: bytes.length, memberId: person.memberId });
    },
  );

  it.each(refusedSamples)("T-36, B-320: %s is refused", async (_what, bytes, name) => {
    expect((await upload(bytes, name)).status).toBe(415);
  });
});

describe("an upload for one kind of file", async () => {
  const server = await sharedServer();
  const person = await newSpaceOwner(server);
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#888" } })
    .png()
    .toBuffer();

  it.each([
    ["video", film, mp3, "Upload an MP4 or WebM video."],
    ["audio", mp3, film, "Upload an MP3, M4A, AAC, OGG, WAV or FLAC audio file."],
    ["document", pdf, picture, "Upload a PDF, an office document, ZIP, TXT or CSV."],
    ["image", picture, pdf, "Unrecognised image. Upload a PNG, JPG, WebP or GIF."],
  ] as const)(
    "B-101, B-102, B-110: accepts %s and refuses another kind with a message",
    async (kind, validFile, otherFile, message) => {
      const send = async (bytes: Buffer, fileType: string) => {
        const body = new FormData();
        body.set("fileType", fileType);
        body.set("file", new Blob([new Uint8Array(bytes)]), "a");
        const headers = { authorization: `Bearer ${person.token}`, "x-meridian": "1" };
        const answer = await fetch(`${server.url}/api/File/Upload?language=en`, { method: "POST", headers, body });
        return [answer.status, ((await answer.json()) as { message: string }).message];
      };
      expect((await send(validFile, kind))[0]).toBe(200);
      expect(await send(otherFile, kind)).toEqual([415, message]);
      expect((await send(validFile, "program"))[0]).toBe(422);
    },
  );

  it("E-034: a private file is not served under any public address", async () => {
    const key = "00000000-0000-7000-8000-000000000000.xlsx";
    await writeFile(path.join(server.dataFolder, "files", key), "private");
    await server.database.tenant(person.tenantId, (tx) =>
      tx.rows(sql`insert into private_file (id, tenant_id, account_id, key, type, bytes, name, expires_at)
        values (gen_random_uuid(), ${person.tenantId}::uuid, ${person.accountId}::uuid, ${key}, 'application/zip', 7, 'a.xlsx', now() + interval '1 hour')`),
    );
    expect((await fetch(`${server.url}/files/${key}`)).status).toBe(404);
  });
});
