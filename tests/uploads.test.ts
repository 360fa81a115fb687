/** Uploads of images: expensive ones, many at once, and files that are not images. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { pdf } from "./support/media.ts";
import { newSpaceOwner, type Person } from "./support/people.ts";
import { startServer } from "./support/server.ts";

const server = await startServer();
const person = await newSpaceOwner(server);

/** An image of one colour: small to send, large to decode. */
const plainImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#888" } })
    .png()
    .toBuffer();

async function upload(bytes: Buffer, uploader: Person = person, headers: Record<string, string> = {}) {
  const body = new FormData();
  body.set("file", new Blob([new Uint8Array(bytes)]), "picture");
  const answer = await fetch(`${server.url}/api/File/Upload?language=en`, {
    method: "POST",
    headers: { authorization: `Bearer ${uploader.token}`, "x-meridian": "1", ...headers },
    body,
  });
  const { message, result } = (await answer.json()) as {
    message: string;
    result: { width: number; url: string } | null;
  };
  return { status: answer.status, message, result, retryAfter: answer.headers.get("retry-after") };
}

/** The command lines of the program's child processes. */
async function childCommands(): Promise<string[]> {
  const { pid } = server.process;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  const commands = children.trim().split(" ").filter(Boolean);
  return Promise.all(commands.map((child) => readFile(`/proc/${child}/cmdline`, "utf8").catch(() => "")));
}

describe("an uploaded image", () => {
  it("may have up to 25 megapixels, and is refused with a message beyond that (T-38)", async () => {
    expect(await upload(await plainImage(5712, 4284))).toMatchObject({ status: 200, result: { width: 2560 } });
    const { status, message } = await upload(await plainImage(6300, 6300));
    expect([status, message]).toEqual([413, "This image is too large. Upload one of up to 25 megapixels."]);
  });

  it("may have 10 megapixels as a progressive JPG, which is decoded in memory, and is refused beyond that (T-38)", async () => {
    const progressive = (side: number) =>
      sharp({ create: { width: side, height: side, channels: 3, background: "#888" } })
        .jpeg({ progressive: true })
        .toBuffer();
    expect((await upload(await progressive(3100))).status).toBe(200);
    const { status, message } = await upload(await progressive(3300));
    expect([status, message.startsWith("Progressive JPG")]).toEqual([413, true]);
  });

  it.each(["avif", "tiff"] as const)("is not decoded in the format %s, whatever its name (T-38)", async (format) => {
    const picture = sharp({ create: { width: 40, height: 40, channels: 3, background: "#888" } });
    expect((await upload(await picture.toFormat(format).toBuffer())).status).toBe(415);
  });

  it.each(["png", "jpeg", "webp", "gif"] as const)("may be %s", async (format) => {
    const picture = sharp({ create: { width: 40, height: 40, channels: 3, background: "#888" } });
    expect((await upload(await picture.toFormat(format).toBuffer())).status).toBe(200);
  });

  it.each([
    ["HTML", "<!doctype html><script>alert(1)</script>"],
    ["SVG with a script", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ["a script", "alert(document.cookie)"],
    ["HTML with a GIF header", "GIF89a<script>alert(1)</script>"],
    ["a shell script", "#!/bin/sh\nid\n"],
    ["empty", ""],
  ])("T-36, B-320: is refused if it is %s, whatever its name and type", async (_what, text) => {
    for (const type of ["image/png", "text/html", ""]) {
      const body = new FormData();
      body.set("file", new Blob([text], { type }), "picture.png");
      const headers = { authorization: `Bearer ${person.token}`, "x-meridian": "1" };
      const answer = await fetch(`${server.url}/api/File/Upload`, { method: "POST", headers, body });
      expect([type, answer.status]).toEqual([type, 415]);
    }
  });

  it("T-36, T-42, B-320: is encoded again without metadata, and served with a safe type", async () => {
    const script = "<script>alert(1)</script>";
    const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#888" } })
      .withExif({ IFD0: { Copyright: "Ada was here" }, IFD3: { GPSLatitude: "31/1 14/1 0/1", GPSLatitudeRef: "N" } })
      .jpeg()
      .toBuffer();
    expect((await sharp(picture).metadata()).exif).toBeDefined();
    const { status, result } = await upload(Buffer.concat([picture, Buffer.from(script)]));
    expect([status, result!.url]).toEqual([200, expect.stringMatching(/^\/files\/[\w-]{20,}\.webp$/)]);
    const answer = await fetch(server.url + result!.url);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.includes(script)).toBe(false);
    expect(bytes.includes("Ada was here")).toBe(false);
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    const headersOf = (names: string[]) => names.map((name) => answer.headers.get(name));
    expect(headersOf(["content-type", "x-content-type-options"])).toEqual(["image/webp", "nosniff"]);
  });

  it("T-40: can be uploaded only by signed-in people, and cannot be changed or deleted by URL", async () => {
    const picture = await plainImage(40, 40);
    const body = new FormData();
    body.set("file", new Blob([new Uint8Array(picture)]), "picture.png");
    const anonymous = await fetch(`${server.url}/api/File/Upload`, {
      method: "POST",
      headers: { "x-meridian": "1" },
      body,
    });
    expect(anonymous.status).toBe(401);
    const { result } = await upload(picture);
    const read = async () => Buffer.from(await (await fetch(server.url + result!.url)).arrayBuffer()).toString("hex");
    const before = await read();
    const other = await newSpaceOwner(server);
    for (const { token } of [person, other])
      for (const method of ["PUT", "POST", "PATCH", "DELETE"]) {
        const headers = { authorization: `Bearer ${token}`, "x-meridian": "1" };
        const answer = await fetch(server.url + result!.url, {
          method,
          headers,
          ...(method === "DELETE" ? {} : { body: "other" }),
        });
        expect([method, answer.status >= 400 && answer.status < 500]).toEqual([method, true]);
      }
    expect(await read()).toBe(before);
  });

  it("T-38, R-34: is refused when truncated, corrupt or larger than 20 MB, without leftovers", async () => {
    const completeImage = await plainImage(900, 900);
    expect((await upload(completeImage.subarray(0, completeImage.length / 2))).status).toBe(415);
    expect((await upload(Buffer.alloc(21 * 1024 * 1024))).status).toBe(413);
    const truncated = await fetch(`${server.url}/api/File/Upload`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${person.token}`,
        "x-meridian": "1",
        "content-type": "multipart/form-data; boundary=b",
      },
      body: '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nbytes without an end',
    });
    expect(truncated.status).toBe(400);
    const withoutBoundary = await fetch(`${server.url}/api/File/Upload`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${person.token}`,
        "x-meridian": "1",
        "content-type": "multipart/form-data; boundary=b",
      },
      body: "-".repeat(1_000_000),
    });
    expect(withoutBoundary.status).toBe(400);
    const remaining = await readdir(path.join(server.dataFolder, "files"));
    expect(remaining.filter((name) => name.endsWith(".part"))).toEqual([]);
  });
});

describe("many concurrent images", () => {
  it("of one person are accepted up to a limit; the others are told to wait", async () => {
    const picture = await plainImage(4000, 4000);
    const answers = await Promise.all(Array.from({ length: 30 }, () => upload(picture)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(10);
    expect(refused.length + answers.filter(({ status }) => status === 200).length).toBe(30);
    expect(refused[0]).toMatchObject({
      message: "Your other files are still being processed. Try again in a moment.",
      retryAfter: "5",
    });
    // After these images are processed, another one is accepted.
    expect((await upload(picture)).status).toBe(200);
  });

  it("R-28: of many people are queued up to a limit; the others are told to retry", async () => {
    const people: Person[] = [];
    for (let n = 0; n < 21; n += 1) people.push(await newSpaceOwner(server));
    const picture = await plainImage(3000, 3000);
    const pdfUploader = people.pop()!;
    const sent = people.map((uploader) => upload(picture, uploader));
    // Waits until the queue is full.
    await Promise.any(
      sent.map(async (answer) => {
        if ((await answer).status !== 429) throw new Error("The image was accepted.");
      }),
    );
    // Other files do not wait for images.
    expect((await upload(pdf, pdfUploader)).status).toBe(200);
    const answers = await Promise.all(sent);
    const [accepted, refused] = [200, 429].map((status) => answers.filter((answer) => answer.status === status));
    expect(accepted!.length).toBeGreaterThanOrEqual(11);
    expect(accepted!.length + refused!.length).toBe(20);
    expect(new Set(refused!.map(({ message }) => message))).toEqual(
      new Set(["Many images are being uploaded right now. Try again in a moment."]),
    );
  });

  it("are decoded in a separate process, which ends when idle", async () => {
    await upload(await plainImage(400, 400));
    expect((await childCommands()).join()).toContain("picture-process");
    await expect.poll(async () => (await childCommands()).join()).not.toContain("picture-process");
    expect((await upload(await plainImage(400, 400))).status).toBe(200);
  });
});
