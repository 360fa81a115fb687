/** What the calls of the builder leave alone: components of a program that is newer than this one. */
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { client } from "./support/client.ts";
import { canvas, node, texts, widget } from "./support/hostile-pages.ts";
import { newSpaceOwner } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const { call } = client(server, owner);
const [titleId, canvasId, textId] = ["wd_aaaaaaaaaa", "wd_bbbbbbbbbb", "nd_cccccccccc"];

it("R-36, N-020: a saved list of widgets leaves a widget that this program does not know where it is", async () => {
  const row = { type: "page", path: "/later", title: texts, description: texts };
  const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
  const records = [widget(titleId), canvas(canvasId, { order: "a1" }), node(textId, canvasId)];
  const changes = records.map((after) => ({ id: after.id, after }));
  await call("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: 0, changes });
  const readInfo = () =>
    call("POST Api/SitePage/GetPageInfo", { id: pageId, diyPageInfo: {} }) as Promise<
      CallOutput<"POST Api/SitePage/GetPageInfo">
    >;
  await server.database.tenant(owner.tenantId, (tx) =>
    tx.rows(sql`update page set document = jsonb_set(document, ${`{records,${canvasId},name}`}::text[], '"of-a-later-program"')
      where id = ${pageId}::uuid`),
  );
  const { diyPageInfo: info } = await readInfo();
  expect(info.page.widgets!.map(({ widgetId }) => widgetId)).toEqual(["page-title"]);
  await call("POST api/sitepage/save", { diyPageInfo: { pageId, rev: info.rev, page: { widgets: [] } } });
  expect(Object.keys((await readInfo()).diyPageInfo.page.records).toSorted()).toEqual([textId, canvasId]);
});
