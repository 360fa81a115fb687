/** Every storage of uploads: writes are atomic and visible to every process. */
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import { openStorage } from "#server/files/open-storage.server.ts";
import { readEnv } from "#server/env.server.ts";
import { createLog } from "#server/process/log.server.ts";
import { createOutcomes } from "#server/process/outcomes.server.ts";
import type { ByteRange } from "#server/files/storage.server.ts";
import { pepper } from "../support/program.ts";
import { type S3Mode, startS3 } from "../support/s3.ts";

const folder = await mkdtemp(path.join(tmpdir(), "meridian-storage-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
/** Writes these bytes to a local file and returns its path. */
async function fileWith(bytes: Buffer): Promise<string> {
  count += 1;
  const file = path.join(folder, `${count}.part`);
  await writeFile(file, bytes);
  return file;
}
const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

const s3 = await startS3();
const settings: Record<string, Record<string, string>> = {
  "a folder": {},
  "a bucket": { ...s3.settings, PEPPER: pepper },
};
const openByName = (name: string) =>
  openStorage(readEnv(settings[name]!), folder, { log: createLog("silent"), outcomes: createOutcomes() });

describe.each(Object.keys(settings))("%s as a storage", async (name) => {
  // Two instances, as in two processes.
  const [storage, secondStorage] = [await openByName(name), await openByName(name)];
  const put = async (key: string, bytes: Buffer) =>
    storage.put(key, await fileWith(bytes), { type: "application/octet-stream" });

  async function read(key: string, range?: ByteRange): Promise<Buffer | undefined> {
    const opened = await secondStorage.open(key, range);
    return opened && buffer(opened.stream);
  }

  it.each([0, 1, 30_000_000])("stores a file of %i bytes", async (length) => {
    const bytes = randomBytes(length);
    await put(`length-${length}.bin`, bytes);
    expect(await secondStorage.size(`length-${length}.bin`)).toBe(length);
    const opened = await secondStorage.open(`length-${length}.bin`);
    expect(opened!.size).toBe(length);
    expect(hash(await buffer(opened!.stream))).toBe(hash(bytes));
  });

  it("returns a range with the size of the whole file, and refuses a range that starts after its end", async () => {
    const bytes = randomBytes(1000);
    await put("range.bin", bytes);
    const ranges: [ByteRange, Buffer][] = [
      [{ start: 0, end: 0 }, bytes.subarray(0, 1)],
      [{ start: 0, end: 999 }, bytes],
      [{ start: 999, end: 999 }, bytes.subarray(999)],
      [{ start: 400, end: 499 }, bytes.subarray(400, 500)],
      [{ start: 900, end: 5000 }, bytes.subarray(900)],
    ];
    for (const [range, expected] of ranges) {
      const opened = await secondStorage.open("range.bin", range);
      expect(opened!.size).toBe(1000);
      expect(hash(await buffer(opened!.stream)), JSON.stringify(range)).toBe(hash(expected));
    }
    await expect(secondStorage.open("range.bin", { start: 1000, end: 1000 })).rejects.toThrow(RangeError);
  });

  it("returns undefined for a key that was never put", async () => {
    expect(await storage.open("missing.bin")).toBeUndefined();
    expect(await storage.open("missing.bin", { start: 0, end: 0 })).toBeUndefined();
    expect(await storage.size("missing.bin")).toBeUndefined();
  });

  it("keeps one whole file after two concurrent puts, and replaces it with a later one", async () => {
    const [a, b] = [Buffer.alloc(3_000_000, "a"), Buffer.alloc(2_000_000, "b")];
    await Promise.all([put("twice.bin", a), put("twice.bin", b)]);
    expect([hash(a), hash(b)]).toContain(hash((await read("twice.bin"))!));
    await put("twice.bin", Buffer.from("c"));
    expect(String(await read("twice.bin"))).toBe("c");
  });

  it("stores nothing under the key of a failed put and keeps the previous file", async () => {
    const missing = path.join(folder, "gone.part");
    await expect(storage.put("unborn.bin", missing, { type: "text/plain" })).rejects.toThrow("ENOENT");
    expect(await secondStorage.size("unborn.bin")).toBeUndefined();
    await put("old.bin", Buffer.from("old"));
    await expect(storage.put("old.bin", missing, { type: "text/plain" })).rejects.toThrow("ENOENT");
    expect(String(await read("old.bin"))).toBe("old");
  });

  it("removes files by their keys and ignores keys without a file", async () => {
    const keys = ["removed-1.bin", "removed-2.bin@320.webp"];
    for (const key of [...keys, "left.bin"]) await put(key, Buffer.from(key));
    await storage.remove(keys);
    expect([await read(keys[0]!), await read(keys[1]!), String(await read("left.bin"))]).toEqual([
      undefined,
      undefined,
      "left.bin",
    ]);
    await storage.remove([...keys, "left.bin"]);
    expect(await read("left.bin")).toBeUndefined();
    await storage.remove([]);
  });

  it.each(["", ".", "..", "../pepper", "a/b", "a\\b", ".hidden", "a.part", "名.webp", "a\0b", "a".repeat(201)])(
    "refuses the key %j",
    async (key) => {
      await expect(put(key, Buffer.from("x"))).rejects.toThrow(TypeError);
      await expect(storage.open(key)).rejects.toThrow(TypeError);
      await expect(storage.size(key)).rejects.toThrow(TypeError);
      await expect(storage.remove([key])).rejects.toThrow(TypeError);
    },
  );
});

describe("a bucket whose connection fails", async () => {
  const storage = await openByName("a bucket");
  const inMode = async (mode: S3Mode, work: () => Promise<void>) => {
    s3.mode = mode;
    await work().finally(() => (s3.mode = "ok"));
  };

  it("stores nothing of an upload that was cut off", async () => {
    const file = await fileWith(randomBytes(3_000_000));
    const put = () => storage.put("cut.bin", file, { type: "application/octet-stream" });
    await inMode("cut", () => expect(put()).rejects.toMatchObject({ code: "unavailable" }));
    expect(await storage.size("cut.bin")).toBeUndefined();
  });

  it("fails the read of a download that was cut off", async () => {
    await storage.put("half.bin", await fileWith(randomBytes(3_000_000)), { type: "application/octet-stream" });
    await inMode("cut", async () => {
      const opened = await storage.open("half.bin");
      await expect(buffer(opened!.stream)).rejects.toThrow("aborted");
    });
    expect(await storage.size("half.bin")).toBe(3_000_000);
  });

  it.each(["503", "stall"] as const)(
    "(%s) reports a bucket that does not answer as unavailable and reads from it again afterwards",
    async (mode) => {
      await storage.put("away.bin", await fileWith(Buffer.from("away")), { type: "application/octet-stream" });
      await inMode(mode, async () => {
        await expect(storage.open("away.bin")).rejects.toMatchObject({
          code: "unavailable",
          details: { retryAfter: 5 },
        });
      });
      expect(await storage.size("away.bin")).toBe(4);
    },
  );
});
