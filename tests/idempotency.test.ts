/** A request with an Idempotency-Key takes effect once: retries, concurrent requests, other content and other people (R-13, R-14, R-16). */
import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { type Answer, client, contentOf } from "./support/client.ts";
import { lastCode } from "./support/mailbox.ts";
import { newSpaceOwner, nextMobile } from "./support/people.ts";
import { startServer } from "./support/server.ts";
import { createSpaceOwner } from "./support/space-owner.ts";

const server = await startServer({ TRUST_PROXY: "127.0.0.1" });
const keyHeader = (key: string) => ({ "idempotency-key": key });
const count = async (table: ReturnType<typeof sql>) => {
  const [row] = await server.database.system((tx) =>
    tx.rows<{ n: number }>(sql`select count(*)::int as n from ${table}`),
  );
  return row!.n;
};
const statuses = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))].toSorted();
const parallel = <T>(times: number, run: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, n) => run(n)));

/** Sends a request that adds a row, and closes the connection before the response. */
function addAndHangUp(token: string, row: object, key: string): Promise<void> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", "idempotency-key": key };
    const outgoing = request(`${server.url}/api/news/QueryAdd`, { method: "POST", headers });
    outgoing.on("error", () => undefined).on("close", resolve);
    outgoing.end(JSON.stringify(row), () => outgoing.destroy());
  });
}

let requestCount = 0;
/** A new IP address for each request, so that limits per network do not apply. */
const newNetwork = () => {
  requestCount += 1;
  return { "x-forwarded-for": `10.${requestCount >> 16}.${(requestCount >> 8) & 255}.${requestCount & 255}` };
};

let networks = 0;
/** Requests a code for a new mobile number from a new IP address. */
async function requestCode(): Promise<{ mobile: string; verifyCode: string; from: Record<string, string> }> {
  const mobile = nextMobile();
  networks += 1;
  const from = { "x-forwarded-for": `198.51.100.${networks}` };
  const sent = await client(server).send("POST Api/Sms/SendVerifiyCode", { mobile }, from);
  expect(sent.status, sent.text).toBe(200);
  return { mobile, verifyCode: await lastCode(server.url, mobile), from };
}
const spacesOf = (mobile: string) =>
  sql`tenant t join account a on a.id = t.owner_account_id where a.mobile = ${mobile}`;
const orphans = sql`(select 1 from tenant t where not exists (select 1 from member m where m.tenant_id = t.id)
  union all select 1 from account a where not exists (select 1 from member m where m.account_id = a.id)) lost`;

describe("R-13: registration", () => {
  it("a hundred concurrent requests with one key create one account and space, and retries get the same response", async () => {
    const { mobile, verifyCode, from } = await requestCode();
    const input = { mobile, verifyCode, password: "Harbour7x" };
    const headers = { ...from, ...keyHeader(randomUUID()), "x-meridian-client": "bearer" };
    const anonymous = client(server);
    const first = await parallel(100, () => anonymous.send("POST Api/Member/Reg", input, headers));
    // Requests during the first one are refused as concurrent or rate limited; all others get its response.
    expect(statuses(first).every((status) => [200, 409, 429].includes(status))).toBe(true);
    const succeeded = first.filter(({ status }) => status === 200);
    expect(succeeded.length).toBeGreaterThan(0);
    expect(await count(sql`account where mobile = ${mobile}`)).toBe(1);
    expect(await count(spacesOf(mobile))).toBe(1);
    const ids = new Set(succeeded.map((answer) => (contentOf(answer) as { id: string }).id));
    for (let retry = 0; retry < 5; retry += 1) {
      const retried = await anonymous.send("POST Api/Member/Reg", input, {
        ...headers,
        "x-forwarded-for": `198.51.101.${retry}`,
      });
      expect(retried.status, retried.text).toBe(200);
      const { id, token } = contentOf(retried) as { id: string; token: string };
      ids.add(id);
      expect((await client(server, { token }).send("GET api/user/View")).status).toBe(200);
    }
    expect(ids.size).toBe(1);
    expect(await count(orphans)).toBe(0);
  });

  it("a hundred concurrent requests without a key create one account too (T-17)", async () => {
    const { mobile, verifyCode, from } = await requestCode();
    const input = { mobile, verifyCode, password: "Harbour7x" };
    const answers = await parallel(100, () => client(server).send("POST user/reg", input, from));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await count(sql`account where mobile = ${mobile}`)).toBe(1);
    expect(await count(spacesOf(mobile))).toBe(1);
    expect(await count(orphans)).toBe(0);
  });
});

describe("R-14: saving a payout account", () => {
  // bench/retries.ts does the same with ten times as many requests.
  it("900 mixed retries of 30 changes by ten people save 30 changes, and the last of each person counts", async () => {
    const people = await parallel(10, async () => {
      const person = await createSpaceOwner(server);
      await person.setPayPassword("482913");
      return person;
    });
    const changes = people.flatMap((person, index) => {
      const ownChanges = Array.from({ length: 3 }, (_, turn) => ({
        person,
        body: { kind: "alipay", holder: "Ada", bank: "", number: `${index}-${turn}@example.org` },
        key: `${randomUUID()}.${turn}`,
      }));
      return [ownChanges];
    });
    const savedIds = new Set<unknown>();
    let requestsSent = 0;
    let duplicates = 0;
    await Promise.all(
      changes.map(async (ownChanges) => {
        for (const { person, body, key } of ownChanges) {
          const confirmed = await person.send(
            "POST Api/User/ConfirmPayPassword",
            { payPassWord: "482913", userId: person.person.accountId, form: "payee", body },
            newNetwork(),
          );
          const { confirmToken } = contentOf(confirmed) as { confirmToken: string };
          const save = (overrides: object = {}) =>
            person.send(
              "POST paas/user/payee/save",
              { ...body, ...overrides, confirmToken },
              { ...newNetwork(), ...keyHeader(key) },
            );
          const ids = new Set<unknown>();
          for (let round = 0; round < 3; round += 1) {
            const answers = await parallel(10, (n) => (n === 9 && round > 0 ? save({ holder: "Eve" }) : save()));
            requestsSent += answers.length;
            const saved = answers.filter(({ status }) => status === 200);
            for (const answer of saved) ids.add((contentOf(answer) as { id: string }).id);
            const others = statuses(answers).filter((status) => status !== 200);
            expect(others.every((status) => [409, 422].includes(status))).toBe(true);
            if (round > 0) expect(answers[9]!.status).not.toBe(200);
          }
          duplicates += ids.size - 1;
          for (const id of ids) savedIds.add(id);
        }
      }),
    );
    expect(requestsSent).toBe(900);
    expect(duplicates).toBe(0);
    // Every change creates a payout account, so the number of ids is the number of saved changes.
    expect(savedIds.size).toBe(30);
    for (const [index, person] of people.entries()) {
      const [payee] = (await person.call("GET paas/user/payees", {})) as { number: string }[];
      expect([index, payee!.number]).toEqual([index, `**** ${`${index}-2@example.org`.slice(-4)}`]);
    }
  });
});

describe("an idempotency key", () => {
  const news = (title: string) => ({ type: "news", title: { zh: title, en: title }, kind: "company", status: "draft" });
  const rows = (title: string) => sql`news where title ->> 'en' = ${title}`;

  it("R-08: returns the same response again, also after a lost one", async () => {
    const person = await newSpaceOwner(server);
    const owner = client(server, person);
    const key = randomUUID();
    const { type: _type, ...row } = news("lost");
    for (let turn = 0; turn < 5; turn += 1) await addAndHangUp(person.token, row, key);
    const add = () => owner.send("POST Api/{type}/QueryAdd", news("lost"), keyHeader(key));
    // One of the interrupted requests may still be running.
    const answer = await vi.waitFor(async () => {
      const retry = await add();
      expect(retry.status).toBe(200);
      return retry;
    }, 20_000);
    expect(contentOf(await add())).toEqual(contentOf(answer));
    expect(await count(rows("lost"))).toBe(1);
  });

  it("may be quoted, as in the draft standard", async () => {
    const owner = client(server, await newSpaceOwner(server));
    const key = randomUUID();
    const answers = [`"${key}"`, key].map((value) =>
      owner.send("POST Api/{type}/QueryAdd", news("quoted"), keyHeader(value)),
    );
    expect(statuses(await Promise.all(answers)).every((status) => [200, 409].includes(status))).toBe(true);
    expect(await count(rows("quoted"))).toBe(1);
  });

  it("R-14: is valid for one person, one space, one call and one content", async () => {
    const [ada, eve] = [client(server, await newSpaceOwner(server)), client(server, await newSpaceOwner(server))];
    const key = keyHeader(randomUUID());
    expect((await ada.send("POST Api/{type}/QueryAdd", news("mine"), key)).status).toBe(200);
    const otherContent = await ada.send("POST Api/{type}/QueryAdd", news("other"), key);
    expect([otherContent.status, otherContent.body.message]).toEqual([
      422,
      "This idempotency key was already used for different content",
    ]);
    expect((await eve.send("POST Api/{type}/QueryAdd", news("mine"), key)).status).toBe(200);
    expect((await ada.send("POST Api/{type}/QuerySave", news("mine"), key)).status).toBe(200);
    expect(await count(rows("mine"))).toBe(3);
  });

  it("may be used again after a refusal", async () => {
    const owner = client(server, await newSpaceOwner(server));
    const key = keyHeader(randomUUID());
    const invalidRow = { ...news("later"), kind: "nonsense" };
    expect((await owner.send("POST Api/{type}/QueryAdd", invalidRow, key)).status).toBe(422);
    expect((await owner.send("POST Api/{type}/QueryAdd", news("later"), key)).status).toBe(200);
  });

  it("R-08: of a process that died is taken over, and the row is added once", async () => {
    const owner = client(server, await newSpaceOwner(server));
    const key = randomUUID();
    expect((await owner.send("POST Api/{type}/QueryAdd", news("again"), keyHeader(key))).status).toBe(200);
    // The state that a process leaves when it dies before its transaction: claimed, not done, no row.
    await server.database.system(async (tx) => {
      await tx.rows(sql`delete from ${rows("again")}`);
      await tx.rows(
        sql`update idempotency set done_at = null, answer = null where created_at > now() - interval '5 seconds'`,
      );
    });
    expect((await owner.send("POST Api/{type}/QueryAdd", news("again"), keyHeader(key))).status).toBe(409);
    await server.database.system((tx) =>
      tx.rows(sql`update idempotency set claimed_at = now() - interval '31 seconds'`),
    );
    const answers = await parallel(10, () => owner.send("POST Api/{type}/QueryAdd", news("again"), keyHeader(key)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(await count(rows("again"))).toBe(1);
  });

  // Cyrillic text as its UTF-8 bytes, because a header is sent as bytes.
  const cyrillic = Buffer.from("ключ-ключ").toString("latin1");
  it.each(["short", "with space in it", "x".repeat(201), "semi;colon", cyrillic])("refuses %j", async (key) => {
    const owner = client(server, await newSpaceOwner(server));
    const refused = await owner.send("POST Api/{type}/QueryAdd", news("odd"), keyHeader(key));
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([400, ["Idempotency-Key"]]);
  });
});

describe("R-16: twenty concurrent submissions of a form", () => {
  it.each([
    [
      "an address",
      "POST api/useraddress/SaveOrderAddress",
      { name: "Ada", mobile: "13700000005", regionId: 110101, address: "1 Harbour Road" },
      "user_address",
    ],
    [
      "a work order",
      "POST Api/{type}/QuerySave",
      { type: "paasWork", title: "lift", kind: "fault", priority: "normal", description: "stuck" },
      "paas_work",
    ],
    [
      "a news item",
      "POST Api/{type}/QuerySave",
      { type: "news", title: { zh: "一", en: "one" }, kind: "company", status: "draft" },
      "news",
    ],
    ["a role", "POST Api/{type}/QuerySave", { type: "role", name: { zh: "一", en: "one" }, grants: [] }, "role"],
    ["a page", "POST Api/{type}/QuerySave", { type: "page", path: "/twice", title: { zh: "一", en: "one" } }, "page"],
    ["an invitation", "POST paas/member/invite", { mobile: "13900001234" }, "member"],
  ] as const)("add %s once", async (_, name, input, table) => {
    const owner = await newSpaceOwner(server);
    const person = client(server, owner);
    const spaceRows = sql`${sql.identifier(table)} where tenant_id = ${owner.tenantId}::uuid`;
    const before = await count(spaceRows);
    const answers = await parallel(20, () => person.send(name, input, keyHeader(`form-of-${owner.accountId}`)));
    expect(
      statuses(answers).every((status) => [200, 409].includes(status)),
      answers.map(({ text }) => text).join("\n"),
    ).toBe(true);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect((await count(spaceRows)) - before).toBe(1);
  });
});
