/** The size limits of request bodies. A larger body is refused before it is parsed. */
import { expect, it } from "vitest";
import { client } from "./support/client.ts";
import { newSpaceOwner } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const { send } = client(server, await newSpaceOwner(server));
const longText = "a".repeat(300_000);

it("accepts a quarter of a megabyte for most calls and a megabyte for rows and pages", async () => {
  for (const name of ["POST Api/Member/Login", "POST paas/table/search", "POST user/profile"])
    expect([name, (await send(name, { name: longText })).status]).toEqual([name, 413]);
  const title = { zh: "长文", en: "A long text" };
  const row = { type: "news", title, intro: title, body: { zh: longText, en: "" }, kind: "company", status: "draft" };
  expect((await send("POST Api/{type}/QueryAdd", row)).status).not.toBe(413);
  expect((await send("POST Api/{type}/QueryAdd", { ...row, body: { zh: longText.repeat(4) } })).status).toBe(413);
});
