/** Uploads as base64, and the rows of uploads: naming, search, uses, deletion and restoring. */
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path/posix";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { expect, it } from "vitest";
import type { TableResult } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import type { FileUses } from "#kit/stored-file.ts";
import { client, contentOf } from "./support/client.ts";
import { pdf } from "./support/media.ts";
import { newMember, newSpaceOwner } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";
import { runUpkeep } from "./support/upkeep.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const { send } = client(server, owner);
type Uploaded = { url: string; path: string; name: string; size: number; fileType: string };

it("E-118: accepts a base64 upload with or without a data URL prefix, and refuses a wrong size", async () => {
  const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: "#345" } })
    .png()
    .toBuffer();
  const data = `data:image/png;base64,${png.toString("base64")}`;
  const picture = await send("POST Api/File/UploadBase64", { size: png.length, data });
  expect(picture.status, picture.text).toBe(200);
  expect(contentOf(picture)).toMatchObject({ fileType: "image", width: 20, height: 10 });
  const plain = { size: pdf.length, data: pdf.toString("base64"), name: "合同.pdf" };
  const document = contentOf(await send("POST Api/File/UploadBase64", plain)) as Uploaded;
  expect(document).toMatchObject({ name: "合同.pdf", size: pdf.length, fileType: "document" });
  const saved = await fetch(server.url + document.url);
  expect(Buffer.from(await saved.arrayBuffer()).equals(pdf)).toBe(true);
  expect((await send("POST Api/File/UploadBase64", { ...plain, size: pdf.length + 1 })).status).toBe(422);
  expect((await send("POST Api/File/UploadBase64", { size: 5, data: "aGVsbG8=", name: "run.exe" })).status).toBe(415);
});

it("B-273, E-119, N-048: renames the record of an upload for its owner only, says to others why it is not saved, and keeps the facts of its content", async () => {
  const upload = { size: pdf.length, data: pdf.toString("base64"), name: "scan.pdf" };
  const { path } = contentOf(await send("POST Api/File/UploadBase64", upload)) as Uploaded;
  const record = { name: "../Lease 2026.exe", path, size: 1, fileType: "video" };
  const answer = await send("POST Api/StorageFile/QuerySave", record);
  expect(answer.status, answer.text).toBe(200);
  const name = "Lease 2026.exe.pdf";
  expect(contentOf(answer)).toMatchObject({
    id: expect.any(String),
    name,
    path,
    size: pdf.length,
    fileType: "document",
  });
  expect((await fetch(server.url + path)).headers.get("content-disposition")).toContain("Lease%202026.exe.pdf");
  const colleague = await newMember(server, owner.tenantId);
  for (const person of [colleague, await newSpaceOwner(server)]) {
    const inChinese = { "accept-language": "zh" };
    const refused = await client(server, person).send("POST Api/StorageFile/QuerySave", record, inChinese);
    expect([refused.status, refused.body.message]).toEqual([404, "上传成功，保存失败：文件不存在，或不是您上传的"]);
  }
});

type Searched = { result: TableResult };
const uploadAs = async (sendAs: typeof send, name: string): Promise<Uploaded> => {
  const answer = await sendAs("POST Api/File/UploadBase64", { size: pdf.length, data: pdf.toString("base64"), name });
  expect(answer.status, answer.text).toBe(200);
  return contentOf(answer) as Uploaded;
};
/** The id of an upload, which its path contains. */
const idOf = ({ path: address }: Uploaded) => basename(address).slice(0, 36);
const filesOf = async (sendAs: typeof send, fields: object = {}) =>
  (
    contentOf(
      await sendAs("POST paas/table/search", { paraModel: { url: "/admin/storageFile/list", fields } }),
    ) as Searched
  ).result.rows;
const namesOf = async (sendAs: typeof send, fields: object = {}) =>
  (await filesOf(sendAs, fields)).map(({ name }) => name).toSorted();
const usesOf = async (sendAs: typeof send, id: string) =>
  contentOf(await sendAs("GET Api/StorageFile/Uses", { id })) as FileUses;
const news = (text: string) => ({
  type: "news",
  title: { zh: "新闻", en: "Launch day" },
  kind: "company",
  status: "draft",
  intro: { zh: `见 ${text}`, en: `See ${text}` },
});

it("N-048: lists files by name, kind, size, time and use; members see only their own", async () => {
  const admin = await newSpaceOwner(server);
  const colleague = await newMember(server, admin.tenantId);
  const [asAdmin, asColleague] = [client(server, admin).send, client(server, colleague).send];
  const lease = await uploadAs(asAdmin, "lease.pdf");
  await uploadAs(asColleague, "plan.pdf");
  expect(await namesOf(asAdmin)).toEqual(["lease.pdf", "plan.pdf"]);
  expect(await namesOf(asColleague)).toEqual(["plan.pdf"]);
  const [row] = await filesOf(asAdmin, { name: "lease" });
  expect(row).toMatchObject({ path: lease.path, fileType: "document", size: pdf.length, isUsed: false });
  expect(Date.parse(String(row!.uploadedAt))).toBeGreaterThan(0);
  expect(await namesOf(asAdmin, { fileType: "image" })).toEqual([]);
  expect(await namesOf(asAdmin, { size: [pdf.length, null], fileType: "document" })).toHaveLength(2);
  expect(await namesOf(asAdmin, { size: [pdf.length + 1, null] })).toEqual([]);
  expect(await namesOf(asAdmin, { uploadedAt: [null, "2020-01-01T00:00:00.000Z"] })).toEqual([]);
  const added = await asAdmin("POST Api/{type}/QueryAdd", news(lease.path));
  expect(added.status, added.text).toBe(200);
  expect(await namesOf(asAdmin, { isUsed: true })).toEqual(["lease.pdf"]);
  expect(await namesOf(asAdmin, { isUsed: false })).toEqual(["plan.pdf"]);
  // Name and description can be changed; the type follows from the content.
  const id = idOf(lease);
  const version = row!.version as number;
  const values = { name: "lease.exe", alt: { zh: "租约", en: "Lease" } };
  const saved = await asAdmin("POST Api/{type}/QuerySave", { type: "storageFile", id, version, ...values });
  expect(saved.status, saved.text).toBe(200);
  expect((await fetch(server.url + lease.path)).headers.get("content-disposition")).toContain("lease.exe.pdf");
  for (const readOnlyValue of [{ path: "/files/x.pdf" }, { isUsed: false }, { size: 1 }])
    expect(
      (
        await asAdmin("POST Api/{type}/QueryUpdate", {
          type: "storageFile",
          id,
          version: version + 1,
          ...readOnlyValue,
        })
      ).status,
    ).toBe(422);
});

it("shows the uses of a file to those who may read them, and refuses to delete it while it is used", async () => {
  const admin = await newSpaceOwner(server);
  const colleague = await newMember(server, admin.tenantId);
  const [asAdmin, asColleague] = [client(server, admin).send, client(server, colleague).send];
  const file = await uploadAs(asColleague, "plan.pdf");
  const id = idOf(file);
  const row = contentOf(await asAdmin("POST Api/{type}/QueryAdd", news(file.path))) as AnyRow;
  const stranger = await newSpaceOwner(server);
  await client(server, stranger).call("POST Api/{type}/QueryAdd", news(file.path) as never);
  const use = { entity: "News", title: "Launch day", isDeleted: false, kinds: ["content"] };
  expect(await usesOf(asAdmin, id)).toEqual({
    uses: [{ ...use, url: expect.stringContaining(row.id) }],
    hidden: 1,
    hasMore: false,
  });
  expect((await client(server, stranger).send("GET Api/StorageFile/Uses", { id })).status).toBe(404);
  const refused = await asAdmin("DELETE Api/{type}/QueryDelete", { type: "storageFile", id });
  expect([refused.status, refused.text]).toEqual([409, expect.stringMatching(/in use|正在使用/)]);
  // Rows in the trash and the history of rows count as uses.
  await asAdmin("DELETE Api/{type}/QueryDelete", { type: "news", id: row.id });
  expect(await usesOf(asAdmin, id)).toMatchObject({ uses: [{ ...use, isDeleted: true, url: null }] });
  await asAdmin("POST Api/{type}/Erase", { type: "news", ids: [row.id] });
  expect(await usesOf(asAdmin, id)).toEqual({ uses: [], hidden: 1, hasMore: false });
  expect(await usesOf(asColleague, id)).toEqual({ uses: [], hidden: 1, hasMore: false });
});

it("restores a deleted file from the trash, and removes its bytes when it is erased and unused", async () => {
  const admin = await newSpaceOwner(server);
  const { send: asAdmin } = client(server, admin);
  const file = await uploadAs(asAdmin, "old.pdf");
  const id = idOf(file);
  const statusOf = async () => (await fetch(server.url + file.path)).status;
  const remove = () => asAdmin("DELETE Api/{type}/QueryDelete", { type: "storageFile", id });
  expect((await remove()).status).toBe(200);
  expect([await namesOf(asAdmin), await statusOf()]).toEqual([[], 404]);
  expect((await asAdmin("POST Api/{type}/RestoreDeleted", { type: "storageFile", ids: [id] })).status).toBe(200);
  expect([await namesOf(asAdmin), await statusOf()]).toEqual([["old.pdf"], 200]);
  await remove();
  const row = contentOf(await asAdmin("POST Api/{type}/QueryAdd", news(file.path))) as AnyRow;
  const erase = () => asAdmin("POST Api/{type}/Erase", { type: "storageFile", ids: [id] });
  expect((await erase()).status).toBe(409);
  await expect(
    server.database.system((tx) => tx.rows(sql`delete from storage_file where id = ${id}::uuid`)),
  ).rejects.toMatchObject({ code: "23503" });
  await server.database.system((tx) => tx.rows(sql`delete from news where id = ${row.id}::uuid`));
  expect((await erase()).status).toBe(200);
  await runUpkeep(server, "removeBytes");
  expect(await readdir(join(server.dataFolder, "files"))).not.toContain(basename(file.path));
  expect(await server.database.read("*", sql`select 1 from file_removal`)).toEqual([]);
});
