/** Responses that may contain a secret are not stored for an Idempotency-Key or logged; other responses are stored completely. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import pg from "pg";
import { expect, it } from "vitest";
import { z } from "zod";
import type { CallDefinition } from "#kit/call.ts";
import { openApi } from "#features/platform/openapi.server.ts";
import { newId } from "#server/process/id.server.ts";
import { runIdempotent } from "#server/http/idempotency.server.ts";
import { client, contentOf } from "./support/client.ts";
import { lastCode } from "./support/mailbox.ts";
import { givePassword, newSpaceOwner, nextMobile, superAdministrator } from "./support/people.ts";
import { startServer } from "./support/server.ts";

const files = import.meta.glob<CallDefinition>("../src/features/**/calls/*.server.ts", {
  eager: true,
  import: "default",
});
const calls = Object.values(files);
const server = await startServer();

/** The names of all properties in a schema, at any depth. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties = {} } = schema as { properties?: Record<string, unknown> };
  return [...Object.keys(properties), ...Object.values(schema).flatMap(namesIn)];
}

it("every call that returns a secret is marked as sensitive", () => {
  const secret = /^(?:\w*token|\w*secret|codes|ticket|otpauth|uri)$/i;
  const secretCalls = calls.filter(({ output }) =>
    namesIn(z.toJSONSchema(output, { io: "output", unrepresentable: "any" })).some((name) => secret.test(name)),
  );
  expect(secretCalls.length).toBeGreaterThan(8);
  expect(secretCalls.filter(({ sensitive }) => sensitive !== true).map(({ path }) => path)).toEqual([]);
});

it("for a sensitive response, an Idempotency-Key stores only the values that its call declares", async () => {
  expect(calls.filter(({ sensitive, idempotent }) => sensitive === true && idempotent === true)).toEqual([]);
  const mobile = nextMobile();
  await client(server).send("POST Api/Sms/SendVerifiyCode", { mobile });
  const input = { mobile, verifyCode: await lastCode(server.url, mobile), password: "Harbour7x" };
  const headers = { "idempotency-key": randomUUID(), "x-meridian-client": "bearer" };
  const { id } = contentOf(await client(server).send("POST Api/Member/Reg", input, headers)) as { id: string };
  const stored = await server.database.system((tx) =>
    tx.rows<{ answer: unknown }>(sql`select answer from idempotency where answer is not null`),
  );
  expect(stored).toEqual([{ answer: { value: { id } } }]);
});

it("a response that is not sensitive is replayed completely, including fields named token", async () => {
  const answer = { token: "a field of an entity", row: { token: [1, { token: true }] } };
  const request = {
    id: newId(),
    bodyHash: "the same",
    run: async () => answer,
    keep: (value: typeof answer) => value,
    replay: async (stored: unknown) => stored as typeof answer,
  };
  expect(await runIdempotent(server.database, request)).toEqual(answer);
  expect(await runIdempotent(server.database, { ...request, run: () => Promise.reject(new Error("twice")) })).toEqual(
    answer,
  );
});

it("an error in a sensitive call is logged without its values", async () => {
  const owner = await newSpaceOwner(server);
  await givePassword(server, owner, "Harbour7x");
  const [row] = await server.database.system((tx) =>
    tx.rows<{ userName: string }>(sql`select user_name as "userName" from account where id = ${owner.accountId}::uuid`),
  );
  const admin = new pg.Client({ connectionString: server.databaseUrl });
  await admin.connect();
  await admin.query(`create function refuse_row() returns trigger language plpgsql as
    $$ begin raise exception 'refused: %', to_jsonb(new)::text; end $$;
    create trigger refuse_session before insert on session for each row execute function refuse_row();
    create trigger refuse_news before insert on news for each row execute function refuse_row()`);
  await admin.end();
  const login = { username: row!.userName, password: "Harbour7x" };
  const signIn = await client(server).send("POST Api/Member/Login", login, { "user-agent": "a-value-of-a-session" });
  const title = { zh: "题", en: "a-value-of-a-row" };
  const news = await client(server, owner).send("POST Api/{type}/QueryAdd", { type: "news", title, kind: "company" });
  expect([signIn.status, news.status]).toEqual([500, 500]);
  await expect.poll(() => server.output().match(/request failed/g)).toHaveLength(2);
  expect(server.output()).toContain("a-value-of-a-row");
  expect(server.output()).not.toContain("a-value-of-a-session");
});

/** Another server, because a trigger in the database of the first one now refuses sessions. */
const secondServer = await startServer();

it("the session cookie lasts as long as the session: twelve hours for platform administrators, a month for others", async () => {
  const cookieAge = async (token: string, tenantId: string) => {
    const headers = { cookie: `sid=${token}`, "x-meridian": "1", "content-type": "application/json" };
    const body = JSON.stringify({ tenantId });
    const answer = await fetch(`${secondServer.url}/api/user/spaces/enter`, { method: "POST", body, headers });
    return Number(/^sid=[\w-]+; Max-Age=(\d+)/.exec(answer.headers.getSetCookie()[0] ?? "")?.[1]);
  };
  const [administrator, owner] = [await superAdministrator(secondServer), await newSpaceOwner(secondServer)];
  const [administratorAge, memberAge] = [
    await cookieAge(administrator.token, administrator.tenantId),
    await cookieAge(owner.token, owner.tenantId),
  ];
  const hour = 3600;
  expect(administratorAge).toBeGreaterThan(11 * hour);
  expect(administratorAge).toBeLessThanOrEqual(12 * hour);
  expect(memberAge).toBeGreaterThan(29 * 24 * hour);
  expect(memberAge).toBeLessThanOrEqual(30 * 24 * hour);
});

it("the API description names the actual session cookie", async () => {
  type Description = { components: { securitySchemes: { session: { name: string } } } };
  const cookieIn = (description: unknown) => (description as Description).components.securitySchemes.session.name;
  expect(cookieIn(await (await fetch(`${server.url}/api/openapi.json`)).json())).toBe("sid");
  expect(cookieIn(openApi({ calls }, "https://meridian.test"))).toBe("__Host-sid");
});
