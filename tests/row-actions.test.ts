/** Actions of rows that a definition declares: how they are offered, run on one row or on all rows of a filter, and undone. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { actionsByRow, type AutoForm, type ListDescription, type RowActions, type TableResult } from "#kit/auto.ts";
import type { BatchPreview } from "#kit/batch.ts";
import type { AnyRow } from "#kit/entity.ts";
import { definitionProblems } from "#records/definitions/definition-check.server.ts";
import type { StoredDefinition } from "#records/registry/stored-definition.server.ts";
import { sql } from "drizzle-orm";
import { type Client, client, contentOf } from "./support/client.ts";
import { newMember, newSpaceOwner, type Person, signInAgain } from "./support/people.ts";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";
import { definitionOf, publish } from "./support/stored-entities.ts";

const server = await sharedServer();
let owner: Person;
let admin: Client;
beforeAll(async () => {
  owner = await newSpaceOwner(server);
  admin = client(server, owner);
});

async function addNews(more: object = {}, api = admin): Promise<AnyRow> {
  const values = { title: sameText("Item"), kind: "company", status: "draft", ...more };
  return (await api.call("POST Api/{type}/QueryAdd", { type: "news", ...values })) as AnyRow;
}
const readNews = async (id: string) => (await admin.call("GET Api/{type}/QueryById", { type: "news", id })) as AnyRow;
const runCommand = (api: Client, command: string, ids: string[], type = "news") =>
  api.send("POST Api/{type}/Command", { type, command, ids });
const selectionOf = (rows: readonly AnyRow[]) => ({
  filter: { field: "id", op: "in", value: rows.map(({ id }) => id) } as const,
});

type List = { play: ListDescription; rowActions: RowActions; result: TableResult };
const listOf = async (api: Client, type = "news") =>
  contentOf(
    await api.send("POST paas/table/search", { paraModel: { url: `/admin/${type}/list`, pageSize: 120 } }),
  ) as List;
/** The names of the actions offered for a row, unavailable ones with their reason. */
const offeredActions = ({ play, rowActions, result }: List, id: string) =>
  (actionsByRow(rowActions, result.rows).get(id) ?? play.actions).map((action) => {
    const name = "command" in action ? action.command : action.event;
    return action.disabled === undefined ? name : `${name}: ${action.disabled}`;
  });

describe("the actions of a definition", () => {
  it("B-161: are offered for matching rows in lists and forms, unavailable ones with a reason", async () => {
    const [draft, published] = [await addNews(), await addNews({ status: "published", pinned: true })];
    const list = await listOf(admin);
    const reason = "pin: Publish this item before you pin it";
    expect(offeredActions(list, draft.id)).toEqual(["publish", reason, "edit", "delete"]);
    expect(offeredActions(list, published.id)).toEqual(["unpublish", "archive", "unpin", "edit", "delete"]);
    expect(list.play.actions.find((action) => "command" in action && action.command === "unpublish")).toMatchObject({
      type: "request",
      method: "POST",
      url: "Api/news/Command",
      isBatch: true,
      question: { title: "Unpublish {name}? Visitors will no longer see it.", isDangerous: false },
    });
    const form = (await admin.call("GET Api/Ui/AutoForm", { type: "news", id: draft.id })) as AutoForm;
    expect([form.rowName, form.actions!.map((action) => "command" in action && action.command)]).toEqual([
      "Item",
      ["publish", "pin", "copy"],
    ]);
  });

  it("set values like a save in one row or several, all or none, and are undone", async () => {
    const [first, second] = [await addNews(), await addNews()];
    const outcome = contentOf(await runCommand(admin, "publish", [first.id, second.id])) as {
      text: string;
      undo: string;
    };
    expect(outcome).toMatchObject({ text: "Published", kind: "success" });
    const after = await readNews(first.id);
    expect([after.status, typeof after.publishedAt, after.version]).toEqual(["published", "string", 2]);
    // The rows no longer satisfy the condition of the action.
    expect((await runCommand(admin, "publish", [first.id, second.id])).status).toBe(409);
    const draft = await addNews();
    expect((await runCommand(admin, "pin", [first.id, draft.id])).body).toMatchObject({
      status: 409,
      message: "Publish this item before you pin it",
    });
    expect((await readNews(first.id)).pinned).not.toBe(true);
    expect((await admin.send("POST Api/{type}/Undo", { type: "news", undo: outcome.undo })).status).toBe(200);
    expect((await readNews(second.id)).status).toBe("draft");
    for (const name of ["edit", "details", "__proto__"])
      expect((await runCommand(admin, name, [first.id])).status).toBe(404);
  });

  it("T-02: require the right to write their values, in rows of the space", async () => {
    const row = await addNews();
    const reader = await newMember(server, owner.tenantId);
    const grants = [{ entity: "news", verbs: ["read", "update"], read: null, write: ["pinned"] }];
    const role = (await admin.call("POST Api/{type}/QueryAdd", {
      type: "role",
      name: sameText("Pins"),
      grants,
    })) as AnyRow;
    const readerClient = client(server, reader);
    expect(offeredActions(await listOf(readerClient), row.id)).toEqual(["view"]);
    expect((await runCommand(readerClient, "publish", [row.id])).status).toBe(403);
    const member = { type: "member", id: reader.memberId };
    const { version } = (await admin.call("GET Api/{type}/QueryById", member)) as AnyRow;
    await admin.call("POST Api/{type}/QueryUpdate", { ...member, version, roles: [role.id] });
    expect(offeredActions(await listOf(readerClient), row.id)).toEqual([
      "pin: Publish this item before you pin it",
      "edit",
    ]);
    expect((await runCommand(readerClient, "publish", [row.id])).status).toBe(422);
    await runCommand(admin, "publish", [row.id]);
    expect((await runCommand(readerClient, "pin", [row.id])).status).toBe(200);
    const stranger = client(server, await newSpaceOwner(server));
    expect((await runCommand(stranger, "unpublish", [row.id])).status).toBe(404);
    expect((await runCommand(client(server), "unpublish", [row.id])).status).toBe(401);
    expect(await readNews(row.id)).toMatchObject({ status: "published", pinned: true });
  });

  it("T-25: require a recent verification of identity where a save does", async () => {
    const newSession = await signInAgain(server, owner);
    await server.database.system((tx) =>
      tx.rows(sql`update session set proved_at = now() - interval '13 hours'
        where id = (select id from session where account_id = ${owner.accountId}::uuid order by id desc limit 1)`),
    );
    const row = await addNews();
    const answer = await runCommand(client(server, newSession), "publish", [row.id]);
    expect([answer.status, answer.text.includes("stepUp")]).toEqual([403, true]);
    expect((await readNews(row.id)).status).toBe("draft");
  });

  it("run on all rows of a filter after a preview, unless the rows have changed, and are undone as a whole", async () => {
    const rows = [await addNews(), await addNews(), await addNews({ status: "published" })];
    const input = { type: "news", verb: "command", command: "publish", selection: selectionOf(rows) } as const;
    const preview = contentOf(await admin.send("POST Api/{type}/BatchPreview", input)) as BatchPreview;
    expect(preview).toMatchObject({
      count: 3,
      possible: 2,
      refusals: [{ reason: "This cannot be done with this record", count: 1, names: ["Item"] }],
    });
    expect((await admin.send("POST Api/{type}/Batch", { ...input, stamp: "1" })).status).toBe(409);
    const answer = await admin.send("POST Api/{type}/Batch", { ...input, stamp: preview.stamp });
    const outcome = contentOf(answer) as { changed: number; refused: number; undo: string };
    expect(outcome).toMatchObject({ changed: 2, refused: 1 });
    expect((await readNews(rows[1]!.id)).status).toBe("published");
    await admin.call("POST Api/{type}/Undo", { type: "news", undo: outcome.undo });
    expect((await readNews(rows[1]!.id)).status).toBe("draft");
    const unknownCommand = { ...input, command: "nothing" };
    expect((await admin.send("POST Api/{type}/BatchPreview", unknownCommand)).status).toBe(404);
  });

  it("run as a job on many rows", async () => {
    const { tenantId } = owner;
    await server.database.tenant(tenantId, (tx) =>
      tx.rows(sql`insert into news (id, tenant_id, title, kind, status, sort)
        select gen_random_uuid(), ${tenantId}::uuid, '{"en":"many"}', 'company', 'draft', 9000 from generate_series(1, 2100)`),
    );
    const input = {
      type: "news",
      verb: "command",
      command: "publish",
      selection: { filter: { field: "sort", op: "eq", value: 9000 } },
    } as const;
    const { stamp } = contentOf(await admin.send("POST Api/{type}/BatchPreview", input)) as BatchPreview;
    expect((await admin.send("POST Api/{type}/Batch", { ...input, stamp })).status).toBe(400);
    const started = await admin.send("POST Api/Job/Start", { name: "changeRows", input: { ...input, stamp } });
    expect(started.status, started.text).toBe(200);
    const countPublished = async () =>
      (
        await server.database.tenant(tenantId, (tx) =>
          tx.rows<{ n: number }>(sql`select count(*)::int as n from news where sort = 9000 and status = 'published'`),
        )
      )[0]!.n;
    await expect.poll(countPublished, { timeout: 60_000, interval: 500 }).toBe(2100);
  });
});

describe("an action that the program implements", () => {
  it("is previewed, run on all rows of a filter, and reports its own result", async () => {
    const space = await newSpaceOwner(server);
    const api = client(server, space);
    for (const mobile of ["13700990001", "13700990002"]) await api.call("POST paas/member/invite", { mobile });
    const input = { type: "member", verb: "command", command: "revokeInvitation", selection: {} } as const;
    const preview = contentOf(await api.send("POST Api/{type}/BatchPreview", input)) as BatchPreview;
    expect(preview).toMatchObject({ count: 3, possible: 2 });
    const outcome = contentOf(await api.send("POST Api/{type}/Batch", { ...input, stamp: preview.stamp }));
    expect(outcome).toEqual({ changed: 2, refused: 1, text: "Invitation revoked" });
  });
});

describe("the actions of a runtime entity", () => {
  const fields = {
    title: { type: "textbox", name: sameText("Title"), required: true },
    state: {
      type: "dropdownlist",
      name: sameText("State"),
      value: "open",
      options: ["open", "done"].map((key) => ({ key, name: sameText(key) })),
    },
  } as const;
  const finish = {
    id: "finish",
    kind: "request",
    name: sameText("Finish"),
    icon: "check",
    if: { field: "state", op: "eq", value: "open" },
    set: { state: "done" },
    done: sameText("Finished"),
  } as const;
  const guide = { id: "guide", kind: "link", name: sameText("Guide"), icon: "open", url: "/wiki?task={id}" } as const;

  it("work like those of code entities", async () => {
    await publish(server, owner.tenantId, definitionOf("task", fields, { actions: [finish, guide] }));
    const add = () => admin.send("POST Api/{type}/QueryAdd", { type: "task", title: "One" } as never);
    await vi.waitFor(async () => expect((await listOf(admin, "task")).play).toBeDefined(), 20_000);
    const { id } = contentOf(await add()) as AnyRow;
    expect(offeredActions(await listOf(admin, "task"), id)).toEqual(["finish", "guide", "edit", "delete"]);
    expect((await runCommand(admin, "finish", [id], "task")).body).toMatchObject({ result: { text: "Finished" } });
    expect(offeredActions(await listOf(admin, "task"), id)).toEqual(["guide", "edit", "delete"]);
  });

  it.each([
    ["the name of a call", { ...finish, id: "delete" }, "actions.0.id"],
    ["an unknown field", { ...finish, set: { owner: "x" } }, "actions.0.set.owner"],
    ["an invalid value", { ...finish, set: { state: "lost" } }, "actions.0.set.state"],
    ["a condition on an unknown field", { ...finish, if: { field: "owner", op: "eq", value: 1 } }, "actions.0.if"],
  ])("are refused with %s", (_what, action, path) => {
    const definition = definitionOf("task", fields, { actions: [action] } as Partial<StoredDefinition>);
    expect(Object.keys(definitionProblems(definition))).toEqual([path]);
  });

  it("link only into the app", async () => {
    for (const url of ["https://x.example", "//x.example", "javascript:alert(1)", "/\\x.example"]) {
      const definition = definitionOf("task2", fields, { actions: [{ ...guide, url }] });
      await expect(publish(server, owner.tenantId, definition)).rejects.toMatchObject({ code: "invalid" });
    }
  });
});

it("actions are tools and API operations for keys that may use them", async () => {
  const row = await addNews();
  const grants = [{ entity: "news", verbs: ["read", "update"], read: null, write: null }];
  const role = (await admin.call("POST Api/{type}/QueryAdd", {
    type: "role",
    name: sameText("Editor"),
    grants,
  })) as AnyRow;
  const keyRequest = { name: "program", roles: [role.id], days: 7, requestId: randomUUID() };
  const { key } = contentOf(await admin.send("POST paas/apiKey/make", keyRequest)) as { key: string };
  const requestMcp = async (method: string, params: object) => {
    const answer = await fetch(`${server.url}/api/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "accept-language": "en",
        authorization: `Bearer ${key}`,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return JSON.parse(/^(?:data: )?(\{.*\})$/m.exec(await answer.text())![1]!) as { result: Record<string, unknown> };
  };
  const { tools } = (await requestMcp("tools/list", {})).result as { tools: { name: string; inputSchema: object }[] };
  expect(tools.find(({ name }) => name === "publish_news")!.inputSchema).toMatchObject({ required: ["ids"] });
  const { result } = await requestMcp("tools/call", { name: "publish_news", arguments: { ids: [row.id] } });
  expect(result.isError).toBe(false);
  expect((await readNews(row.id)).status).toBe("published");
  const description = (await (
    await fetch(`${server.url}/api/openapi.json`, { headers: { authorization: `Bearer ${key}` } })
  ).json()) as { paths: Record<string, { post?: object }> };
  expect(JSON.stringify(description.paths["/api/news/Command"]!.post)).toContain('"const":"unpublish"');
  expect(description.paths).not.toHaveProperty("/api/member/Command");
});

describe("quick actions", () => {
  const add = (values: object) => admin.send("POST Api/{type}/QueryAdd", { type: "quickAction", ...values });
  const eventsFor = async (api: Client) =>
    ((await api.call("GET paas/quickActions", {})) as { name: string }[]).map(({ name, ...event }) => ({
      name,
      ...event,
    }));

  it("B-060, B-061, B-062, B-063, B-064, N-054, Q-12: are listed in order as events, for people with the rights to use them", async () => {
    const quickActions = [
      { name: sameText("Files"), opens: "action", action: "deleteUnusedFiles", position: 5 },
      { name: sameText("Read"), opens: "action", action: "markNoticesRead", position: 4 },
      { name: sameText("Publish"), opens: "action", action: "publishAllPages", position: 3 },
      { name: sameText("Partner"), opens: "link", link: "https://partner.example/", position: 2 },
      { name: sameText("News"), opens: "page", page: "/admin/news/list", position: 1 },
    ];
    for (const values of quickActions) expect((await add(values)).status).toBe(200);
    const id = expect.any(String) as string;
    const commonEvents = [
      { id, name: "News", type: 1, url: "/admin/news/list" },
      { id, name: "Partner", type: 30, url: "https://partner.example/" },
    ];
    const readNoticesEvent = { id, name: "Read", type: 2, url: "/api/Notice/Read", apiType: 3 };
    expect(await eventsFor(admin)).toEqual([
      ...commonEvents,
      { id, name: "Publish", type: 2, url: "/api/Job/Start?name=publishAll", apiType: 2 },
      readNoticesEvent,
      { id, name: "Files", type: 2, url: "/api/File/RemoveUnused", apiType: 4 },
    ]);
    const colleague = client(server, await newMember(server, owner.tenantId));
    expect(await eventsFor(colleague)).toEqual([...commonEvents, readNoticesEvent]);
    expect((await colleague.send("PUT Api/Notice/Read")).status).toBe(200);
    expect((await colleague.send("DELETE Api/File/RemoveUnused")).status).toBe(403);
    expect(contentOf(await admin.send("DELETE Api/File/RemoveUnused"))).toEqual({ removed: 0 });
  });

  it.each([
    ["page", { opens: "page", page: "https://example.org/" }],
    ["page", { opens: "page", page: "//example.org" }],
    ["page", { opens: "page" }],
    ["link", { opens: "link", link: "javascript:alert(1)" }],
    ["link", { opens: "link", link: "/admin/news/list" }],
    ["action", { opens: "action", action: "closeAccount" }],
  ])("Q-12: are refused at the %s: %j", async (field, values) => {
    const answer = await add({ name: sameText("Wrong"), ...values });
    expect([answer.status, Object.keys(answer.body.fields as object)]).toEqual([422, [field]]);
  });
});
