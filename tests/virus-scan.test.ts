/** Uploads are checked by the operator's virus scanner before they are stored. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { readEnv } from "#server/env.server.ts";
import { createScan, pingScanner } from "#server/files/scanner.server.ts";
import { createLog } from "#server/process/log.server.ts";
import { createOutcomes } from "#server/process/outcomes.server.ts";
import { client, contentOf } from "./support/client.ts";
import { malware, startMockScanner } from "./support/mock-scanner.ts";
import { pdf } from "./support/media.ts";
import { newSpaceOwner } from "./support/people.ts";
import { startServer } from "./support/server.ts";

const scanner = await startMockScanner();
const server = await startServer({ VIRUS_SCANNER: scanner.address });
const { send } = client(server, await newSpaceOwner(server));
beforeEach(() => {
  scanner.mode = "ok";
});

const upload = (content: Buffer, name: string, language = "en") =>
  send(
    "POST Api/File/UploadBase64",
    { size: content.length, data: content.toString("base64"), name },
    { "accept-language": language },
  );
const storedFiles = () => readdir(path.join(server.dataFolder, "files"));

it("a clean file is stored after all of it was checked, one with malware is refused in words and not stored", async () => {
  const long = Buffer.concat([Buffer.alloc(300_000, "a long text "), Buffer.from("the end")]);
  for (const [content, name] of [
    [pdf, "a.pdf"],
    [long, "a.txt"],
  ] as const) {
    const stored = await upload(content, name);
    expect(stored.status, stored.text).toBe(200);
    const { url } = contentOf(stored) as { url: string };
    expect((await fetch(server.url + url)).status).toBe(200);
  }
  expect(scanner.scanned).toEqual([pdf.length, long.length]);
  const before = await storedFiles();
  const bad = Buffer.concat([Buffer.alloc(200_000, "x"), Buffer.from(malware)]);
  const [inEnglish, inChinese] = [await upload(bad, "b.txt"), await upload(bad, "b.txt", "zh")];
  expect([inEnglish.status, inChinese.status]).toEqual([422, 422]);
  expect([inEnglish.body.message, inChinese.body.message]).toEqual([
    "This file contains malware and was not saved.",
    "文件含有病毒或恶意内容，未保存",
  ]);
  expect(await storedFiles()).toEqual(before);
  expect(server.output()).toContain("Test.Malware");
});

it.each(["mute", "tooLarge"] as const)("a file that is not checked is refused and not stored: %s", async (mode) => {
  scanner.mode = mode;
  const before = await storedFiles();
  const refused = await upload(Buffer.from("a text"), "c.txt");
  expect([refused.status, refused.body.message]).toEqual([
    503,
    "Files cannot be checked for malware right now, so this one was not saved. Try again later.",
  ]);
  expect(await storedFiles()).toEqual(before);
});

it("a scanner that cannot be reached lets files pass only if the operator says so, and never malware that it finds", async () => {
  const scanWith = (settings: Record<string, string>) =>
    createScan(readEnv(settings), { log: createLog("silent"), outcomes: createOutcomes() });
  const file = path.resolve("package.json");
  const unreachable = { VIRUS_SCANNER: "tcp://127.0.0.1:1" };
  await expect(scanWith(unreachable)(file)).rejects.toMatchObject({ code: "unavailable" });
  await expect(scanWith({ ...unreachable, VIRUS_SCANNER_DOWN: "allow" })(file)).resolves.toBeUndefined();
  const found = scanWith({ VIRUS_SCANNER: scanner.address, VIRUS_SCANNER_DOWN: "allow" });
  await expect(found(path.resolve("tests/support/mock-scanner.ts"))).rejects.toMatchObject({ code: "invalid" });
  await expect(scanWith({})(file)).resolves.toBeUndefined();
  await expect(pingScanner(scanner.address)).resolves.toBeUndefined();
});

it.each(["http://127.0.0.1:3310", "tcp://127.0.0.1", "tcp://user@127.0.0.1:3310", "127.0.0.1:3310"])(
  "an address such as %s is refused at the start",
  (VIRUS_SCANNER) => {
    expect(() => readEnv({ VIRUS_SCANNER })).toThrow("VIRUS_SCANNER");
  },
);
