import { expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { client } from "./support/client.ts";
import { canvas, node } from "./support/hostile-pages.ts";
import { newSpaceOwner } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const { call } = client(server, await newSpaceOwner(server));

it("N-032: a QR code has its content, logo and colour, and its picture as returnImage, which is made and never stored", async () => {
  const texts = { zh: "码", en: "Code" };
  const row = { type: "page", path: "/codes", title: texts, description: texts };
  const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
  const value = { contentText: "https://example.com/a", logo: "/assets/icon.svg", color: "brand" };
  const records = [canvas("wd_aaaaaaaaaa"), node("nd_aaaaaaaaaa", "wd_aaaaaaaaaa", { type: "qrcode", value })];
  const changes = records.map((after) => ({ id: after.id, after }));
  await call("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: 0, changes });
  type Data = CallOutput<"GET Api/widgetData/QueryById">;
  const dataId = `${pageId}.nd_aaaaaaaaaa`;
  const read = (await call("GET Api/widgetData/QueryById", { id: dataId })) as Data;
  expect(read).toEqual({ dataId, widgetId: "qrcode", value: { ...value, returnImage: expect.any(String) } });
  const [type, content] = String(read.value.returnImage).split(";base64,");
  expect(type).toBe("data:image/svg+xml");
  expect(Buffer.from(content!, "base64").toString()).toMatch(
    /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg".*fill="#04674b"/,
  );
  const changed = { ...read.value, contentText: "https://example.com/b" };
  const saved = (await call("POST api/widgetdata/save", {
    ...read,
    diyPageInfo: { pageId },
    saveType: 1,
    value: changed,
  })) as Data;
  expect(saved.value.returnImage).not.toBe(read.value.returnImage);
  const info = (await call("POST Api/SitePage/GetPageInfo", {
    id: pageId,
    diyPageInfo: {},
  })) as CallOutput<"POST Api/SitePage/GetPageInfo">;
  expect(info.diyPageInfo.page.records.nd_aaaaaaaaaa!.value).toEqual({
    ...value,
    contentText: "https://example.com/b",
  });
});
