/** The quota of a space's uploads, computed from their rows. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { client, contentOf } from "./support/client.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { startServer } from "./support/server.ts";

const createPicture = (side: number) =>
  sharp({
    create: { width: side, height: side, channels: 3, background: "#888", noise: { type: "gaussian", sigma: 90 } },
  })
    .png()
    .toBuffer();

type Server = Awaited<ReturnType<typeof startServer>>;
async function upload(server: Server, person: Person, bytes: Buffer, language = "en") {
  const body = new FormData();
  body.set("file", new Blob([new Uint8Array(bytes)]), "picture.png");
  const answer = await fetch(`${server.url}/api/File/Upload?language=${language}`, {
    method: "POST",
    headers: { authorization: `Bearer ${person.token}`, "x-meridian": "1" },
    body,
  });
  const { message, result } = (await answer.json()) as { message: string; result: { url: string; size: number } };
  return { status: answer.status, message, result };
}
const rowsOf = (server: Server, person: Person) =>
  server.database.read<{ key: string; bytes: number; memberId: string }>(
    person.tenantId,
    sql`select split_part(path, '/', 3) as key, size::int as bytes, member_id as "memberId" from storage_file order by created_at`,
  );

describe("a space with a limit of three files", async () => {
  const server = await startServer({ SPACE_FILES_COUNT: "3" });
  const smallPicture = await createPicture(40);

  it("stores who uploaded each file and its size, and refuses a fourth by any member", async () => {
    const owner = await newSpaceOwner(server);
    const colleague = await newMember(server, owner.tenantId);
    const uploads = [];
    for (const person of [owner, colleague, owner])
      uploads.push({ person, ...(await upload(server, person, smallPicture)) });
    expect(uploads.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await rowsOf(server, owner)).toEqual(
      uploads.map(({ person, result }) => ({
        key: path.posix.basename(result.url),
        bytes: result.size,
        memberId: person.memberId,
      })),
    );
    const notices = contentOf(
      await client(server, owner).send("GET Api/Notice/Mine"),
    ) as CallOutput<"GET Api/Notice/Mine">;
    expect(notices.notices.map(({ text }) => text)).toEqual(["Files take up 100% of the limit of this space"]);
    const before = await readdir(path.join(server.dataFolder, "files"));
    const refused = await upload(server, colleague, smallPicture);
    expect([refused.status, refused.message]).toEqual([
      413,
      "This space has reached its file limit (1,024 MB, 3 files). Contact the platform for more.",
    ]);
    expect((await upload(server, owner, smallPicture, "zh")).message).toBe(
      "空间的文件已达上限（容量 1024 MB，数量 3 个）。请联系平台扩容",
    );
    expect(await readdir(path.join(server.dataFolder, "files"))).toEqual(before);
    expect((await fetch(server.url + uploads[0]!.result.url)).status).toBe(200);
  });

  it("does not affect other spaces", async () => {
    const otherOwner = await newSpaceOwner(server);
    expect((await upload(server, otherOwner, smallPicture)).status).toBe(200);
    expect(await rowsOf(server, otherOwner)).toHaveLength(1);
  });

  it("keeps its limit when two uploads compete for the last place", async () => {
    const owner = await newSpaceOwner(server);
    for (const _ of [1, 2]) expect((await upload(server, owner, smallPicture)).status).toBe(200);
    let concurrentUpload: ReturnType<typeof upload> | undefined;
    // This transaction is like an upload in another process that is not committed yet.
    await server.database.tenant(owner.tenantId, async (tx) => {
      await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`stored files ${owner.tenantId}`}, 0))`);
      await tx.rows(sql`insert into storage_file (id, tenant_id, member_id, path, file_type, size)
        values (gen_random_uuid(), ${owner.tenantId}::uuid, ${owner.memberId}::uuid, '/files/third.webp', 'image', 10)`);
      concurrentUpload = upload(server, owner, smallPicture);
      const waitingLocks = sql`select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
      await expect.poll(async () => (await tx.rows(waitingLocks)).length).toBe(1);
    });
    expect((await concurrentUpload!).status).toBe(413);
    expect(await rowsOf(server, owner)).toHaveLength(3);
  });
});

describe("a space with a limit of one megabyte", async () => {
  const server = await startServer({ SPACE_FILES_MB: "1", SPACE_FILES_COUNT: "0" });

  it("refuses a file that does not fit, stores nothing of it, and accepts one that fits", async () => {
    const owner = await newSpaceOwner(server);
    expect((await upload(server, owner, await createPicture(100))).status).toBe(200);
    const before = await readdir(path.join(server.dataFolder, "files"));
    const refused = await upload(server, owner, await createPicture(2000));
    expect([refused.status, refused.message]).toEqual([
      413,
      "This space has reached its file limit (1 MB). Contact the platform for more.",
    ]);
    expect(await readdir(path.join(server.dataFolder, "files"))).toEqual(before);
    expect(await rowsOf(server, owner)).toHaveLength(1);
    expect((await upload(server, owner, await createPicture(100))).status).toBe(200);
  });
});

describe("a platform without limits", async () => {
  const server = await startServer({ SPACE_FILES_MB: "0", SPACE_FILES_COUNT: "0" });

  it("accepts every upload", async () => {
    expect((await upload(server, await newSpaceOwner(server), await createPicture(40))).status).toBe(200);
  });
});
