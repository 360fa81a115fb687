/** Chunked uploads: interrupted, resumed, repeated and cancelled. The result is complete or absent. */
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { Tx } from "#server/postgres/database.server.ts";
import { addCleanUp } from "./support/clean-up.ts";
import { client, contentOf } from "./support/client.ts";
import { mp3, mp4 } from "./support/media.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { launch } from "./support/program.ts";
import { startS3 } from "./support/s3.ts";
import { type Server, sharedServer, startServer } from "./support/server.ts";
import { runUpkeep } from "./support/upkeep.ts";

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;
/** A video with random content. */
const createVideo = (bytes: number) => {
  const video = mp4([{ handler: "vide", width: 320, height: 180 }], { bytes });
  randomBytes(bytes).copy(video, video.length - bytes);
  return video;
};

/** The upload calls of a person. */
function uploader(server: Server, person: Person) {
  const { send } = client(server, person);
  async function part(id: string, offset: number, bytes: Buffer) {
    const body = new FormData();
    body.set("id", id);
    body.set("offset", String(offset));
    body.set("file", new Blob([new Uint8Array(bytes)]), "part");
    const headers = { authorization: `Bearer ${person.token}`, "x-meridian": "1", "accept-language": "en" };
    const answer = await fetch(`${server.url}/api/File/Part`, { method: "POST", headers, body });
    const { result, details } = (await answer.json()) as Record<string, { received: number } | undefined>;
    return [answer.status, (result ?? details)?.received];
  }
  async function begin(announcement: { name: string; size: number; modified?: number; fileType?: string }) {
    const answer = await send("POST Api/File/Begin", announcement);
    const { message } = answer.body;
    return { status: answer.status, message, ...(contentOf(answer) as { id: string; received: number }) };
  }
  const end = async (id: string) => {
    const answer = await send("POST Api/File/End", { id });
    return { status: answer.status, file: contentOf(answer) as { url: string; name: string; size: number } };
  };
  return { begin, part, end, cancel: (id: string) => send("POST Api/File/Cancel", { id }) };
}

const uploadsOf = (server: Server, person: Person) =>
  server.database.read<{ id: string }>(person.tenantId, sql`select id from file_upload`);
const fileNames = (server: Server) => readdir(path.join(server.dataFolder, "files"));
/** Waits until this many connections wait for locks. */
async function waitForLocks(tx: Tx, count: number): Promise<void> {
  await expect
    .poll(async () => {
      const ownDatabase = sql`select pid from pg_locks where database = (select oid from pg_database where datname = current_database())`;
      return (await tx.rows(sql`select distinct pid from pg_locks where not granted and pid in (${ownDatabase})`))
        .length;
    })
    .toBe(count);
}
const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

const s3 = await startS3();
describe.each([
  ["a folder", {}],
  ["a bucket", s3.settings],
])("an upload into %s", async (storage, settings) => {
  const server = await startServer(settings);
  const person = await newSpaceOwner(server);
  const { begin, part, end, cancel } = uploader(server, person);
  const storedNames = async () =>
    storage === "a folder"
      ? readdir(path.join(server.dataFolder, "files"))
      : s3.requests.filter((line) => line.startsWith("PUT ")).map((line) => line.slice(4));

  it("resumes after an interruption, accepts each part once, and stores the whole file", async () => {
    const video = createVideo(3 * megabyte);
    const announcement = { name: "导览.mp4", size: video.length, modified: 7, fileType: "video" };
    const { id, received } = await begin(announcement);
    expect(received).toBe(0);
    expect(await part(id, 0, video.subarray(0, megabyte))).toEqual([200, megabyte]);
    // The part is sent again after a lost response, and a later part arrives too early.
    expect(await part(id, 0, video.subarray(0, megabyte))).toEqual([409, megabyte]);
    expect(await part(id, 2 * megabyte, video.subarray(2 * megabyte))).toEqual([409, megabyte]);
    expect((await end(id)).status).toBe(409);
    // After a reload, the same file resumes the same upload; another file does not.
    expect(await begin(announcement)).toMatchObject({ id, received: megabyte });
    const otherUpload = await begin({ ...announcement, modified: 8 });
    expect([otherUpload.id === id, otherUpload.received]).toEqual([false, 0]);
    await cancel(otherUpload.id);
    const duplicates = [1, 2].map(() => part(id, megabyte, video.subarray(megabyte, 2 * megabyte)));
    expect((await Promise.all(duplicates)).toSorted()).toEqual([
      [200, 2 * megabyte],
      [409, 2 * megabyte],
    ]);
    expect(await part(id, 2 * megabyte, video.subarray(2 * megabyte))).toEqual([200, video.length]);

    const ends = await Promise.all([end(id), end(id)]);
    expect(ends.map(({ status }) => status)).toEqual([200, 200]);
    const { file } = await end(id);
    for (const result of ends) expect(result.file).toEqual(file);
    expect(file).toMatchObject({ name: "导览.mp4", size: video.length, fileType: "video", width: 320, duration: 12 });
    const answer = await fetch(server.url + file.url);
    expect(hash(Buffer.from(await answer.arrayBuffer()))).toBe(hash(video));
    expect(await uploadsOf(server, person)).toEqual([]);
    const rows = await server.database.read(person.tenantId, sql`select 1 from storage_file`);
    expect(rows).toHaveLength(1);
    if (storage === "a folder") expect((await storedNames()).filter((name) => name.includes("piece"))).toEqual([]);
  });

  it("refuses a file of another kind than announced, and frees its space", async () => {
    const { id } = await begin({ name: "a.mp4", size: mp3.length, fileType: "video" });
    expect(await part(id, 0, mp3)).toEqual([200, mp3.length]);
    expect((await end(id)).status).toBe(415);
    expect(await uploadsOf(server, person)).toEqual([]);
    expect((await end(id)).status).toBe(404);
  });
});

describe("a large upload", async () => {
  const server = await startServer(s3.settings);
  const person = await newSpaceOwner(server);

  it("is never in memory as a whole: a bucket receives it in parts", async () => {
    const { begin, part, end } = uploader(server, person);
    const video = createVideo(20 * megabyte);
    const { id } = await begin({ name: "a.mp4", size: video.length });
    for (let offset = 0; offset < video.length; offset += 8 * megabyte)
      await part(id, offset, video.subarray(offset, offset + 8 * megabyte));
    const { file } = await end(id);
    const key = path.posix.basename(file.url);
    expect(s3.requests.filter((line) => line.endsWith(key)).map((line) => line.split(" ")[0])).toEqual([
      "POST",
      "PUT",
      "PUT",
      "PUT",
      "POST",
    ]);
    expect(hash(Buffer.from(await (await fetch(server.url + file.url)).arrayBuffer()))).toBe(hash(video));
  });
});

describe("an upload", async () => {
  const server = await startServer({ SPACE_FILES_MB: "4", SPACE_FILES_COUNT: "3" });

  it("is accessible only to its sender", async () => {
    const owner = await newSpaceOwner(server);
    const [colleague, stranger] = [await newMember(server, owner.tenantId), await newSpaceOwner(server)];
    const { begin, part, end } = uploader(server, owner);
    const { id } = await begin({ name: "a.mp3", size: mp3.length });
    for (const otherUploads of [colleague, stranger].map((person) => uploader(server, person))) {
      expect(await otherUploads.part(id, 0, mp3)).toEqual([404, undefined]);
      expect((await otherUploads.end(id)).status).toBe(404);
      expect((await otherUploads.cancel(id)).status).toBe(200);
    }
    expect(await part(id, 0, mp3)).toEqual([200, mp3.length]);
    expect((await end(id)).status).toBe(200);
  });

  it("accepts parts of a limited size and no more bytes than announced", async () => {
    const { begin, part } = uploader(server, await newSpaceOwner(server));
    const { id } = await begin({ name: "a.mp4", size: 2 * megabyte });
    expect((await part(id, 0, Buffer.alloc(1000)))[0]).toBe(422);
    expect((await part(id, 0, Buffer.alloc(3 * megabyte)))[0]).toBe(422);
    expect((await part("../../etc/passwd", 0, Buffer.alloc(10)))[0]).toBe(422);
    expect((await part(id, -1, Buffer.alloc(256 * kilobyte)))[0]).toBe(422);
    expect(await part(id, 0, Buffer.alloc(256 * kilobyte))).toEqual([200, 256 * kilobyte]);
    const upload = await begin({ name: "a.mp3", size: mp3.length });
    expect(await part(upload.id, 0, mp3)).toEqual([200, mp3.length]);
    expect((await part(upload.id, mp3.length, Buffer.alloc(0)))[0]).toBe(422);
    expect(
      await readdir(path.join(server.dataFolder, "files")).then((names) =>
        names.filter((name) => name.endsWith(".part")),
      ),
    ).toEqual([]);
  });

  it("counts towards the quota of the space until it is cancelled", async () => {
    const owner = await newSpaceOwner(server);
    const colleague = await newMember(server, owner.tenantId);
    const [ownUploads, colleagueUploads] = [uploader(server, owner), uploader(server, colleague)];
    const { id } = await ownUploads.begin({ name: "a.mp4", size: 3 * megabyte });
    expect((await colleagueUploads.begin({ name: "b.mp4", size: 2 * megabyte })).status).toBe(413);
    expect((await colleagueUploads.begin({ name: "b.mp4", size: megabyte })).status).toBe(200);
    const before = (await readdir(path.join(server.dataFolder, "files"))).length;
    expect((await ownUploads.part(id, 0, Buffer.alloc(megabyte)))[0]).toBe(200);
    await ownUploads.cancel(id);
    expect(await readdir(path.join(server.dataFolder, "files"))).toHaveLength(before);
    expect((await colleagueUploads.begin({ name: "c.mp4", size: 2 * megabyte })).status).toBe(200);
    // A file above the limit of its kind is refused, however much space is free.
    expect((await ownUploads.begin({ name: "a.mp4", size: 501 * megabyte, fileType: "video" })).status).toBe(413);
    expect((await ownUploads.begin({ name: "a.zip", size: 101 * megabyte })).status).toBe(413);
  });

  it("is deleted with its bytes when it is abandoned", async () => {
    const owner = await newSpaceOwner(server);
    const { begin, part } = uploader(server, owner);
    const [oldUpload, current] = [
      await begin({ name: "a", size: megabyte }),
      await begin({ name: "b", size: megabyte }),
    ];
    const before = await readdir(path.join(server.dataFolder, "files"));
    expect((await part(oldUpload.id, 0, Buffer.alloc(megabyte)))[0]).toBe(200);
    await server.database.tenant(owner.tenantId, (tx) =>
      tx.rows(sql`update file_upload set touched_at = now() - interval '7 hours' where id = ${oldUpload.id}::uuid`),
    );
    await runUpkeep(server, "purgeUploads");
    expect(await uploadsOf(server, owner)).toEqual([{ id: current.id }]);
    expect(await readdir(path.join(server.dataFolder, "files"))).toEqual(before);
    expect((await part(oldUpload.id, megabyte, Buffer.alloc(10)))[0]).toBe(404);
  });

  it("without any part reserves space for 15 minutes, however often it is begun", async () => {
    const owner = await newSpaceOwner(server);
    const colleague = await newMember(server, owner.tenantId);
    const [ownUploads, colleagueUploads] = [uploader(server, owner), uploader(server, colleague)];
    const makeOlder = (minutes: number) =>
      server.database.tenant(owner.tenantId, (tx) =>
        tx.rows(sql`update file_upload set touched_at = touched_at - make_interval(mins => ${minutes})`),
      );
    const announcement = { name: "a.mp4", size: 3 * megabyte };
    const { id } = await ownUploads.begin(announcement);
    expect(await colleagueUploads.begin({ name: "b.mp4", size: 2 * megabyte })).toMatchObject({
      status: 413,
      message: "Uploads in progress use the remaining storage of this space. Try again later.",
    });
    await makeOlder(14);
    expect((await ownUploads.begin(announcement)).id).toBe(id);
    await makeOlder(2);
    expect((await colleagueUploads.begin({ name: "b.mp4", size: 2 * megabyte })).status).toBe(200);
    expect((await ownUploads.part(id, 0, Buffer.alloc(megabyte)))[0]).toBe(404);
    expect((await ownUploads.begin(announcement)).status).toBe(413);
    await runUpkeep(server, "purgeUploads");
    expect(await uploadsOf(server, owner)).toHaveLength(1);
  });

  it("that is cancelled during its completion leaves no file", async () => {
    const owner = await newSpaceOwner(server);
    const { begin, part, end } = uploader(server, owner);
    const { id } = await begin({ name: "a.mp3", size: mp3.length });
    await part(id, 0, mp3);
    let completion: ReturnType<typeof end> | undefined;
    // It is cancelled after its parts were read, before the file is stored.
    await server.database.tenant(owner.tenantId, async (tx) => {
      await tx.rows(sql`select 1 from file_upload where id = ${id}::uuid for update`);
      completion = end(id);
      await waitForLocks(tx, 1);
      await tx.rows(sql`delete from file_upload where id = ${id}::uuid`);
    });
    expect((await completion!).status).toBe(404);
    expect((await fileNames(server)).filter((name) => name.startsWith(id))).toEqual([]);
  });

  it("that is cancelled removes all its parts, including one that arrives concurrently", async () => {
    const owner = await newSpaceOwner(server);
    const { begin, part, cancel } = uploader(server, owner);
    const announcement = { name: "a.mp4", size: megabyte };
    const before = await fileNames(server);
    const { id } = await begin(announcement);
    const bytes = Buffer.alloc(256 * kilobyte);
    await part(id, 0, bytes);
    const ends: Promise<unknown>[] = [];
    await server.database.tenant(owner.tenantId, async (tx) => {
      await tx.rows(sql`select 1 from file_upload where id = ${id}::uuid for update`);
      ends.push(part(id, bytes.length, bytes));
      await waitForLocks(tx, 1);
      ends.push(cancel(id));
      await waitForLocks(tx, 2);
    });
    await Promise.all(ends);
    expect(await uploadsOf(server, owner)).toEqual([]);
    expect(await fileNames(server)).toEqual(before);
    expect(await begin(announcement)).toMatchObject({ status: 200, received: 0 });
  });

  it("that lost a part starts over", async () => {
    const owner = await newSpaceOwner(server);
    const { begin, part, end } = uploader(server, owner);
    const before = new Set(await fileNames(server));
    const announcement = { name: "a.mp3", size: mp3.length };
    const { id } = await begin(announcement);
    await part(id, 0, mp3);
    for (const name of (await fileNames(server)).filter((file) => !before.has(file)))
      await rm(path.join(server.dataFolder, "files", name));
    expect((await end(id)).status).toBe(404);
    expect(await uploadsOf(server, owner)).toEqual([]);
    const secondUpload = await begin(announcement);
    expect([secondUpload.id === id, secondUpload.received]).toEqual([false, 0]);
    await part(secondUpload.id, 0, mp3);
    expect((await end(secondUpload.id)).status).toBe(200);
  });

  it("holds no lock while it waits for the files of its space, which prevents deadlocks", async () => {
    const owner = await newSpaceOwner(server);
    const { begin, part, end } = uploader(server, owner);
    const { id } = await begin({ name: "a.mp3", size: mp3.length });
    await part(id, 0, mp3);
    let completion: ReturnType<typeof end> | undefined;
    await server.database.tenant(owner.tenantId, async (tx) => {
      await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`stored files ${owner.tenantId}`}, 0))`);
      completion = end(id);
      await waitForLocks(tx, 1);
      const lockable = sql`select 1 from file_upload where id = ${id}::uuid for update skip locked`;
      expect(await tx.rows(lockable)).toHaveLength(1);
    });
    expect((await completion!).status).toBe(200);
  });
});

describe("a person", async () => {
  const server = await sharedServer();

  it("may send one gigabyte at a time, without affecting others", async () => {
    const owner = await newSpaceOwner(server);
    const [ownUploads, colleagueUploads] = [
      uploader(server, owner),
      uploader(server, await newMember(server, owner.tenantId)),
    ];
    const video = { name: "a.mp4", size: 500 * megabyte, fileType: "video" };
    for (const modified of [1, 2]) expect((await ownUploads.begin({ ...video, modified })).status).toBe(200);
    expect((await ownUploads.begin({ name: "a.pdf", size: megabyte })).status).toBe(429);
    expect((await colleagueUploads.begin({ name: "a.pdf", size: megabyte })).status).toBe(200);
  });

  it("T-38: may not upload an image of more than 20 MB as another kind of file", async () => {
    const { begin, part, end } = uploader(server, await newSpaceOwner(server));
    const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#888" } })
      .png()
      .toBuffer();
    const large = Buffer.concat([picture, Buffer.alloc(21 * megabyte)]);
    const { id } = await begin({ name: "a.png", size: large.length });
    for (let offset = 0; offset < large.length; offset += 8 * megabyte)
      await part(id, offset, large.subarray(offset, offset + 8 * megabyte));
    expect((await end(id)).status).toBe(413);
  });
});

it("R-09: an upload for which there is no space on the disk is refused with 507 and leaves no row and no file, and everything else works", async () => {
  const { databaseUrl, database } = await startServer();
  const dataFolder = await mkdtemp(path.join(tmpdir(), "meridian-full-"));
  const program = await launch({ DATA_DIR: dataFolder, DATABASE_URL: databaseUrl }, ".", { fileLimit: 2048 });
  addCleanUp(async () => {
    await program.stop();
    await rm(dataFolder, { recursive: true, force: true });
  });
  const server = { ...program, dataFolder, databaseUrl, database };
  const person = await newSpaceOwner(server);
  const upload = async (bytes: Buffer) => {
    const body = new FormData();
    body.set("file", new Blob([new Uint8Array(bytes)]), "a.mp4");
    const headers = { authorization: `Bearer ${person.token}`, "x-meridian": "1", "accept-language": "en" };
    const answer = await fetch(`${server.url}/api/File/Upload`, { method: "POST", headers, body });
    return [answer.status, ((await answer.json()) as { message: string }).message];
  };
  expect(await upload(createVideo(3 * megabyte))).toEqual([
    507,
    "The server is out of storage, and nothing was saved. Contact the platform administrator.",
  ]);
  const { begin, part, end } = uploader(server, person);
  const video = createVideo(1.5 * megabyte);
  const { id } = await begin({ name: "b.mp4", size: video.length });
  expect((await part(id, 0, video))[0]).toBe(507);
  expect([await part(id, 0, video.subarray(0, megabyte)), await part(id, megabyte, video.subarray(megabyte))]).toEqual([
    [200, megabyte],
    [200, video.length],
  ]);
  // The parts have space, but the file has not.
  expect((await end(id)).status).toBe(507);
  const rows = sql`select 1 from storage_file where tenant_id = ${person.tenantId}::uuid`;
  const names = await fileNames(server);
  expect([await database.read(person.tenantId, rows), names.length]).toEqual([[], 2]);
  expect(await upload(createVideo(megabyte / 2))).toEqual([200, "Success"]);
});
