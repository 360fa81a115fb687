/** Uploads in a bucket: shared by processes on several machines, an unreachable bucket, and the check of settings at start. */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { readEnv } from "#server/env.server.ts";
import { newSpaceOwner } from "./support/people.ts";
import { launch, pepper, type Program } from "./support/program.ts";
import { startS3 } from "./support/s3.ts";
import { startServer } from "./support/server.ts";

const s3 = await startS3();
const server = await startServer(s3.settings);
const person = await newSpaceOwner(server);

/** Starts another process on the same database, with its own data folder. */
async function startProcess(settings: Record<string, string> = {}): Promise<Program & { dataFolder: string }> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), "meridian-test-"));
  afterAll(() => rm(dataFolder, { recursive: true, force: true }));
  const program = await launch({ ...s3.settings, DATA_DIR: dataFolder, DATABASE_URL: server.databaseUrl, ...settings });
  afterAll(program.stop);
  return { ...program, dataFolder };
}

const picture = await sharp({ create: { width: 1600, height: 900, channels: 3, background: "#864" } })
  .png()
  .toBuffer();

async function upload(program: Program) {
  const body = new FormData();
  body.set("file", new Blob([new Uint8Array(picture)]), "picture.png");
  const headers = { authorization: `Bearer ${person.token}`, "x-meridian": "1" };
  const answer = await fetch(`${program.url}/api/File/Upload?language=en`, { method: "POST", headers, body });
  const { message, result } = (await answer.json()) as { message: string; result: { url: string } | null };
  return { status: answer.status, message, url: result?.url ?? "", retryAfter: answer.headers.get("retry-after") };
}
const get = (program: Program, url: string) => fetch(program.url + url, { headers: { accept: "image/webp" } });
async function widthOf(answer: Response): Promise<[number, number | undefined]> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  return [answer.status, answer.status === 200 ? (await sharp(bytes).metadata()).width : undefined];
}

describe("three processes with separate folders", async () => {
  const [second, third] = await Promise.all([startProcess(), startProcess()]);

  it("share files on an S3-compatible server, in every image width", async () => {
    const { url } = await upload(server);
    expect(await widthOf(await get(second, url))).toEqual([200, 1600]);
    expect(await widthOf(await get(third, `${url}?w=640`))).toEqual([200, 640]);
    const name = path.posix.basename(url);
    const creationCount = s3.requests.filter((line) => line === `PUT ${name}@640.webp`).length;
    expect(await widthOf(await get(server, `${url}?w=640`))).toEqual([200, 640]);
    // A width that one process created is not created again.
    expect([creationCount, s3.requests.filter((line) => line === `PUT ${name}@640.webp`).length]).toEqual([1, 1]);
    for (const { dataFolder } of [server, second, third])
      expect(await readdir(path.join(dataFolder, "files"))).toEqual([]);
    expect((await get(second, url.replace(/[0-9a-f]{8}-/, "00000000-"))).status).toBe(404);
  });
});

describe("while the bucket is unavailable", () => {
  it("files are unavailable, everything else works, and files are available again afterwards", async () => {
    const { url } = await upload(server);
    try {
      s3.mode = "503";
      const refused = await get(server, url);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
      expect(await upload(server)).toMatchObject({
        status: 503,
        message: "Files cannot be read or saved right now. Try again in a moment.",
        retryAfter: "5",
      });
      expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
      expect((await fetch(`${server.url}/`)).status).toBe(200);
    } finally {
      s3.mode = "ok";
    }
    expect((await get(server, url)).status).toBe(200);
    expect((await upload(server)).status).toBe(200);
    expect(await readdir(path.join(server.dataFolder, "files"))).toEqual([]);
  });

  it("a truncated download is not taken for a complete file", async () => {
    const { url } = await upload(server);
    try {
      s3.mode = "cut";
      await expect(get(server, url).then((answer) => answer.arrayBuffer())).rejects.toThrow("terminated");
    } finally {
      s3.mode = "ok";
    }
  });
});

describe("the settings at start", () => {
  const validSettings = { ...s3.settings, PEPPER: pepper };
  const refusals: [string, Record<string, string>, string][] = [
    ["without a bucket", { S3_BUCKET: "" }, "S3_BUCKET: FILES=s3 needs it"],
    ["without a region", { S3_REGION: "" }, "S3_REGION: FILES=s3 needs it"],
    ["without a key", { S3_KEY_ID: "", S3_KEY_SECRET: "" }, "S3_KEY_SECRET: FILES=s3 needs it"],
    ["without a pepper", { PEPPER: "" }, "PEPPER: FILES=s3 needs it"],
    ["with an unencrypted endpoint", { S3_ENDPOINT: "http://s3.example.com" }, "S3_ENDPOINT: it has to be https"],
    ["with an unencrypted public IP address", { S3_ENDPOINT: "http://8.8.8.8" }, "S3_ENDPOINT: it has to be https"],
    ["with an unknown storage", { FILES: "ftp" }, "FILES: "],
  ];
  it.each(refusals)("%s are refused with the name of the setting", (_when, settings, problem) => {
    expect(() => readEnv({ ...validSettings, ...settings })).toThrow(problem);
  });

  it.each([
    "https://s3.example.com",
    "http://minio:9000",
    "http://10.1.2.3",
    "http://[fd00::1]:9000",
    "http://localhost",
  ])("may have the endpoint %s", (S3_ENDPOINT) => {
    expect(readEnv({ ...validSettings, S3_ENDPOINT }).S3_ENDPOINT).toBe(S3_ENDPOINT);
  });

  it.each([
    ["a wrong secret", { S3_KEY_SECRET: "wrong" }, "SignatureDoesNotMatch"],
    ["a missing bucket", { S3_BUCKET: "elsewhere" }, "NoSuchBucket"],
  ])("with %s stop the program with the provider's error", async (_what, settings, word) => {
    await expect(startProcess(settings)).rejects.toThrow(word);
  });

  it("leave no probes in the bucket", () => {
    const probes = s3.requests.filter((line) => line.includes("probe-"));
    const keys = new Set(probes.map((line) => line.split(" ")[1]!));
    expect(keys.size).toBeGreaterThanOrEqual(3);
    for (const key of [...keys].slice(0, 3)) expect(probes).toContain(`DELETE ${key}`);
  });
});
