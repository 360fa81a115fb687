/** Files that come in parts: cut off and gone on with, sent twice, given up; they are there as a whole or not at all. */
import { createHash, randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { client, contentOf } from "./support/client.ts";
import { mp3, mp4 } from "./support/media.ts";
import { newMember, newSpace, type Person } from "./support/people.ts";
import { startS3 } from "./support/s3.ts";
import { type Server, startServer } from "./support/server.ts";
import { doUpkeep } from "./support/upkeep.ts";

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;
/** A film whose bytes are like no other's. */
const filmOf = (bytes: number) => {
  const film = mp4([{ handler: "vide", width: 320, height: 180 }], { bytes });
  randomBytes(bytes).copy(film, film.length - bytes);
  return film;
};

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
  async function begin(about: { name: string; size: number; modified?: number; fileType?: string }) {
    const answer = await send("POST Api/File/Begin", about);
    return { status: answer.status, ...(contentOf(answer) as { id: string; received: number }) };
  }
  const end = async (id: string) => {
    const answer = await send("POST Api/File/End", { id });
    return { status: answer.status, file: contentOf(answer) as { url: string; name: string; size: number } };
  };
  return { begin, part, end, cancel: (id: string) => send("POST Api/File/Cancel", { id }) };
}

const uploadsOf = (server: Server, person: Person) =>
  server.database.read<{ id: string }>(person.tenantId, sql`select id from file_upload`);
const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

const s3 = await startS3();
describe.each([
  ["a folder", {}],
  ["a bucket", s3.settings],
])("an upload into %s", async (storage, settings) => {
  const server = await startServer(settings);
  const person = await newSpace(server);
  const { begin, part, end, cancel } = uploader(server, person);
  const stored = async () =>
    storage === "a folder"
      ? readdir(path.join(server.dataFolder, "files"))
      : s3.asked.filter((line) => line.startsWith("PUT ")).map((line) => line.slice(4));

  it("goes on where it was cut off, takes each part once, and arrives whole", async () => {
    const film = filmOf(3 * megabyte);
    const about = { name: "导览.mp4", size: film.length, modified: 7, fileType: "video" };
    const { id, received } = await begin(about);
    expect(received).toBe(0);
    expect(await part(id, 0, film.subarray(0, megabyte))).toEqual([200, megabyte]);
    // The answer was lost, so it comes again; and a part of later on comes too early.
    expect(await part(id, 0, film.subarray(0, megabyte))).toEqual([409, megabyte]);
    expect(await part(id, 2 * megabyte, film.subarray(2 * megabyte))).toEqual([409, megabyte]);
    expect((await end(id)).status).toBe(409);
    // The page was closed: the same file, chosen once more, is the same upload; another one is not.
    expect(await begin(about)).toMatchObject({ id, received: megabyte });
    const other = await begin({ ...about, modified: 8 });
    expect([other.id === id, other.received]).toEqual([false, 0]);
    await cancel(other.id);
    const twice = [1, 2].map(() => part(id, megabyte, film.subarray(megabyte, 2 * megabyte)));
    expect((await Promise.all(twice)).toSorted()).toEqual([
      [200, 2 * megabyte],
      [409, 2 * megabyte],
    ]);
    expect(await part(id, 2 * megabyte, film.subarray(2 * megabyte))).toEqual([200, film.length]);

    const ends = await Promise.all([end(id), end(id)]);
    expect(ends.map(({ status }) => status)).toEqual([200, 200]);
    const { file } = await end(id);
    for (const one of ends) expect(one.file).toEqual(file);
    expect(file).toMatchObject({ name: "导览.mp4", size: film.length, fileType: "video", width: 320, duration: 12 });
    const answer = await fetch(server.url + file.url);
    expect(hash(Buffer.from(await answer.arrayBuffer()))).toBe(hash(film));
    expect(await uploadsOf(server, person)).toEqual([]);
    const rows = await server.database.read(person.tenantId, sql`select 1 from stored_file where expires_at is null`);
    expect(rows).toHaveLength(1);
    if (storage === "a folder") expect((await stored()).filter((name) => name.includes("piece"))).toEqual([]);
  });

  it("of what is no film is refused where a film is wanted, and takes no room", async () => {
    const { id } = await begin({ name: "a.mp4", size: mp3.length, fileType: "video" });
    expect(await part(id, 0, mp3)).toEqual([200, mp3.length]);
    expect((await end(id)).status).toBe(415);
    expect(await uploadsOf(server, person)).toEqual([]);
    expect((await end(id)).status).toBe(404);
  });
});

describe("a file of many megabytes", async () => {
  const server = await startServer(s3.settings);
  const person = await newSpace(server);

  it("never is in memory as a whole: a bucket gets it in parts", async () => {
    const { begin, part, end } = uploader(server, person);
    const film = filmOf(20 * megabyte);
    const { id } = await begin({ name: "a.mp4", size: film.length });
    for (let offset = 0; offset < film.length; offset += 8 * megabyte)
      await part(id, offset, film.subarray(offset, offset + 8 * megabyte));
    const { file } = await end(id);
    const key = path.posix.basename(file.url);
    expect(s3.asked.filter((line) => line.endsWith(key)).map((line) => line.split(" ")[0])).toEqual([
      "POST",
      "PUT",
      "PUT",
      "PUT",
      "POST",
    ]);
    expect(hash(Buffer.from(await (await fetch(server.url + file.url)).arrayBuffer()))).toBe(hash(film));
  });
});

describe("an upload", async () => {
  const server = await startServer({ SPACE_FILES_MB: "4", SPACE_FILES_COUNT: "3" });

  it("is its sender's alone", async () => {
    const owner = await newSpace(server);
    const [colleague, stranger] = [await newMember(server, owner.tenantId), await newSpace(server)];
    const { begin, part, end } = uploader(server, owner);
    const { id } = await begin({ name: "a.mp3", size: mp3.length });
    for (const other of [colleague, stranger].map((who) => uploader(server, who))) {
      expect(await other.part(id, 0, mp3)).toEqual([404, undefined]);
      expect((await other.end(id)).status).toBe(404);
      expect((await other.cancel(id)).status).toBe(200);
    }
    expect(await part(id, 0, mp3)).toEqual([200, mp3.length]);
    expect((await end(id)).status).toBe(200);
  });

  it("has parts of a size that few requests carry, and no more bytes than it said", async () => {
    const { begin, part } = uploader(server, await newSpace(server));
    const { id } = await begin({ name: "a.mp4", size: 2 * megabyte });
    expect((await part(id, 0, Buffer.alloc(1000)))[0]).toBe(422);
    expect((await part(id, 0, Buffer.alloc(3 * megabyte)))[0]).toBe(422);
    expect((await part("../../etc/passwd", 0, Buffer.alloc(10)))[0]).toBe(422);
    expect((await part(id, -1, Buffer.alloc(256 * kilobyte)))[0]).toBe(422);
    expect(await part(id, 0, Buffer.alloc(256 * kilobyte))).toEqual([200, 256 * kilobyte]);
    expect(
      await readdir(path.join(server.dataFolder, "files")).then((names) =>
        names.filter((name) => name.endsWith(".part")),
      ),
    ).toEqual([]);
  });

  it("T-41: counts towards what its space may store from its beginning on, until it is given up", async () => {
    const owner = await newSpace(server);
    const colleague = await newMember(server, owner.tenantId);
    const [mine, theirs] = [uploader(server, owner), uploader(server, colleague)];
    const { id } = await mine.begin({ name: "a.mp4", size: 3 * megabyte });
    expect((await theirs.begin({ name: "b.mp4", size: 2 * megabyte })).status).toBe(413);
    expect((await theirs.begin({ name: "b.mp4", size: megabyte })).status).toBe(200);
    const before = (await readdir(path.join(server.dataFolder, "files"))).length;
    expect((await mine.part(id, 0, Buffer.alloc(megabyte)))[0]).toBe(200);
    await mine.cancel(id);
    expect(await readdir(path.join(server.dataFolder, "files"))).toHaveLength(before);
    expect((await theirs.begin({ name: "c.mp4", size: 2 * megabyte })).status).toBe(200);
    // A film beyond what any place takes is refused whatever room there is.
    expect((await mine.begin({ name: "a.mp4", size: 501 * megabyte, fileType: "video" })).status).toBe(413);
    expect((await mine.begin({ name: "a.zip", size: 101 * megabyte })).status).toBe(413);
  });

  it("that nobody goes on with is forgotten, with its bytes; others stay", async () => {
    const owner = await newSpace(server);
    const { begin, part } = uploader(server, owner);
    const [old, current] = [await begin({ name: "a", size: megabyte }), await begin({ name: "b", size: megabyte })];
    const before = await readdir(path.join(server.dataFolder, "files"));
    expect((await part(old.id, 0, Buffer.alloc(megabyte)))[0]).toBe(200);
    await server.database.tenant(owner.tenantId, (tx) =>
      tx.rows(sql`update file_upload set touched_at = now() - interval '7 hours' where id = ${old.id}::uuid`),
    );
    await doUpkeep(server, "purgeUploads");
    expect(await uploadsOf(server, owner)).toEqual([{ id: current.id }]);
    expect(await readdir(path.join(server.dataFolder, "files"))).toEqual(before);
    expect((await part(old.id, megabyte, Buffer.alloc(10)))[0]).toBe(404);
  });
});
