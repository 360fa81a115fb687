/** The queue of webhooks: many webhooks that wait for the same change. */
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { client } from "./support/client.ts";
import { newSpaceOwner } from "./support/people.ts";
import { startReceiver } from "./support/receiver.ts";
import { startServer } from "./support/server.ts";

const server = await startServer({ WEBHOOK_HOSTS: "127.0.0.1" });
const { origin, received } = await startReceiver();

it("delivers a change to every webhook of a space, although only some are worked on at a time", async () => {
  const { call } = client(server, await newSpaceOwner(server));
  const grants = [{ entity: "news", verbs: ["read"], read: null, write: null }];
  const name = { zh: "读者", en: "Reader" };
  const role = (await call("POST Api/{type}/QueryAdd", { type: "role", name, grants })) as AnyRow;
  const paths = Array.from({ length: 12 }, (_, index) => `/hook${index}`);
  for (const path of paths)
    await call("POST paas/webhook/make", {
      name: path,
      address: origin + path,
      events: [{ entity: "news", events: ["created"] }],
      roles: [role.id],
      requestId: randomUUID(),
    });
  const title = { zh: "新闻", en: "News" };
  const row = (await call("POST Api/{type}/QueryAdd", { type: "news", title, kind: "company" })) as AnyRow;
  await expect.poll(() => received.map(({ path }) => path).toSorted(), { timeout: 60_000 }).toEqual(paths.toSorted());
  for (const { text } of received)
    expect(JSON.parse(text)).toMatchObject({ type: "news.created", data: { id: row.id } });
});
