/** Files that come as base64, and the records of uploads. */
import sharp from "sharp";
import { expect, it } from "vitest";
import { client, contentOf } from "./support/client.ts";
import { pdf } from "./support/media.ts";
import { newMember, newSpace } from "./support/people.ts";
import { startServer } from "./support/server.ts";

const server = await startServer();
const owner = await newSpace(server);
const { send } = client(server, owner);
type Uploaded = { url: string; path: string; name: string; size: number; fileType: string };

it("E-118: a file comes as base64, with or without what browsers put in front; it is as long as it says, or refused", async () => {
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

it("E-119, N-048: the record of an upload gives what the file is, under the name that its owner wants; nobody else saves it", async () => {
  const upload = { size: pdf.length, data: pdf.toString("base64"), name: "scan.pdf" };
  const { path } = contentOf(await send("POST Api/File/UploadBase64", upload)) as Uploaded;
  const record = { name: "../Lease 2026.exe", path, size: 1, fileType: "video" };
  const answer = await send("POST Api/StorageFile/QuerySave", record);
  expect(answer.status, answer.text).toBe(200);
  const name = "Lease 2026.exe.pdf";
  expect(contentOf(answer)).toEqual({ id: expect.any(String), name, path, size: pdf.length, fileType: "document" });
  expect((await fetch(server.url + path)).headers.get("content-disposition")).toContain("Lease%202026.exe.pdf");
  const colleague = await newMember(server, owner.tenantId);
  for (const other of [colleague, await newSpace(server)]) {
    const refused = await client(server, other).send("POST Api/StorageFile/QuerySave", record);
    expect(refused.status).toBe(404);
    expect(refused.text).toMatch(/上传成功，保存失败|Uploaded, but not saved/);
  }
});
