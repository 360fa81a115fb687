/** Configurations of a space: how calls answer them, and that no answer, file or table gives their secrets away. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { readSheet } from "read-excel-file/node";
import { beforeAll, describe, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { camelCase } from "#kit/json-object.ts";
import { unseal } from "#server/process/seal.server.ts";
import { type Answer, type Client, client, contentOf } from "./support/client.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { pepper } from "./support/program.ts";
import { grant, roleFactories } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
let owner: Person;
let admin: Client;
beforeAll(async () => {
  owner = await newSpaceOwner(server);
  admin = client(server, owner);
});

const type = "autoConfig";
const succeed = (answer: Answer): unknown => {
  expect(answer.status, answer.text).toBe(200);
  return contentOf(answer);
};
const save = async (values: object, api = admin) =>
  succeed(await api.send("POST Api/{type}/QuerySave", { type, ...values })) as AnyRow & { value: string };
const add = (configType: string, value: object, more: object = {}) =>
  save({ configType, value: JSON.stringify(value), ...more });
const contentOfRow = ({ value }: { value: string }) => JSON.parse(value) as Record<string, unknown>;

/** The secrets that are stored with a row, in the order of their numbers. */
async function storedSecrets({ id }: { id: string }): Promise<unknown[]> {
  const query = sql`select secrets from auto_config where id = ${id}::uuid`;
  const [row] = await server.database.read<{ secrets: string | null }>(owner.tenantId, query);
  if (row!.secrets === null) return [];
  const secrets = JSON.parse(unseal({ key: Buffer.from(pepper), previous: [] }, "configuration", row!.secrets)) as {
    byNumber: object;
  };
  return Object.values(secrets.byNumber);
}

describe("calls", () => {
  it("E-057, E-058, E-059, N-045: answer a configuration with its value in camel case, in the order of the positions", async () => {
    const second = await add("ShippingConfig", { Carrier: "SF", ServiceTimes: [{ DayOfWeek: 1 }] }, { sortOrder: 2 });
    const first = await add("ShippingConfig", { URLPath: "/a", free_from: 99 }, { sortOrder: 1 });
    const answers = [
      { type: "ShippingConfig", value: { urlPath: "/a", freeFrom: 99 }, sortOrder: 1, id: first.id },
      {
        type: "ShippingConfig",
        value: { carrier: "SF", serviceTimes: [{ dayOfWeek: 1 }] },
        sortOrder: 2,
        id: second.id,
      },
    ];
    const member = client(server, await newMember(server, owner.tenantId));
    expect(succeed(await member.send("GET Api/AutoConfig/GetAutoConfigList", { type: "shippingconfig" }))).toEqual(
      answers,
    );
    expect(succeed(await member.send("GET Api/AutoConfig/Get", { type: "ShippingConfig" }))).toEqual(answers[0]);
    const parameters = ["ShippingConfig", first.id, JSON.stringify({ key: "ShippingConfig", id: first.id })];
    for (const parameter of parameters)
      expect(succeed(await member.send("GET Api/AutoConfig/GetAutoConfig", { parameter }))).toEqual(answers[0]);
    const other = JSON.stringify({ key: "ShippingConfig", id: second.id });
    expect(succeed(await member.send("GET Api/AutoConfig/GetAutoConfig", { parameter: other }))).toEqual(answers[1]);
  });

  it("E-060: GetKeyValues gives id and name of each configuration of a type", async () => {
    const named = await add("Warehouse", { name: "by value" }, { name: "North", sortOrder: 1 });
    const byValue = await add("Warehouse", { Name: "South", color: "#07B1DC" }, { sortOrder: 2 });
    const unnamed = await add("Warehouse", {}, { sortOrder: 3 });
    expect(succeed(await admin.send("GET Api/AutoConfig/GetKeyValues", { type: "Warehouse" }))).toEqual([
      { key: named.id, name: "North" },
      { key: byValue.id, name: "South", color: "#07B1DC" },
      { key: unnamed.id, name: "Warehouse" },
    ]);
  });

  it("E-061: QueryList gives all configurations with their values as text, to administrators only", async () => {
    const { id } = await add("Tax", { Rate: 13 }, { sortOrder: 5 });
    const rows = succeed(await admin.send("GET Api/AutoConfig/QueryList", {})) as AnyRow[];
    expect(rows.find((row) => row.id === id)).toMatchObject({ type: "Tax", value: '{\n  "Rate": 13\n}', sortOrder: 5 });
    const member = client(server, await newMember(server, owner.tenantId));
    expect((await member.send("GET Api/AutoConfig/QueryList", {})).status).toBe(403);
  });

  it("B-234: a missing type is refused with 类型不能为空", async () => {
    for (const call of ["Get", "GetAutoConfigList", "GetKeyValues"] as const)
      for (const input of [{ type: "" }, { type: " " }, {}]) {
        const answer = await admin.send(`GET Api/AutoConfig/${call}`, input as { type: string }, {
          "accept-language": "zh",
        });
        expect([answer.status, answer.text]).toEqual([422, expect.stringContaining("类型不能为空")]);
      }
  });

  it("answer 404 for a configuration that does not exist, is deleted or belongs to another space", async () => {
    const stranger = client(server, await newSpaceOwner(server));
    const { id } = await add("Fleet", { size: 3 });
    const deleted = await add("Gone", { size: 3 });
    succeed(await admin.send("DELETE Api/{type}/QueryDelete", { type, ids: deleted.id }));
    const get = async (api: Client, parameter: string) =>
      (await api.send("GET Api/AutoConfig/GetAutoConfig", { parameter })).status;
    expect(await get(admin, id)).toBe(200);
    expect([await get(stranger, id), await get(stranger, "Fleet")]).toEqual([404, 404]);
    expect([await get(admin, deleted.id), await get(admin, "Nothing"), await get(admin, "{")]).toEqual([404, 404, 404]);
    expect(succeed(await stranger.send("GET Api/AutoConfig/GetAutoConfigList", { type: "Fleet" }))).toEqual([]);
  });

  it("T-66: give members only what is for all members, and others what their roles let them read", async () => {
    await add("Margin", { percent: 30 }, { audience: "administrators" });
    const { memberWith } = roleFactories(server, owner);
    const people = {
      member: client(server, await newMember(server, owner.tenantId)),
      reader: await memberWith([grant(type, ["read"])]),
      "reader without values": await memberWith([grant(type, ["read"], undefined, { read: ["configType"] })]),
      administrator: admin,
    };
    const statuses: Record<string, number> = {};
    for (const [name, api] of Object.entries(people))
      statuses[name] = (await api.send("GET Api/AutoConfig/Get", { type: "Margin" })).status;
    expect(statuses).toEqual({ member: 404, reader: 200, "reader without values": 404, administrator: 200 });
  });
});

describe("a value", () => {
  it.each([
    ["a list", "[1]"],
    ["no JSON", "{a: 1}"],
    ["a number that would lose digits", '{ "id": 12345678901234567890 }'],
    ["21 levels", `${'{"a":'.repeat(21)}1${"}".repeat(21)}`],
  ])("that is %s is refused", async (_name, value) => {
    const answer = await admin.send("POST Api/{type}/QueryAdd", { type, configType: "Bad", value });
    expect([answer.status, Object.keys(answer.body.fields as object)]).toEqual([422, ["value"]]);
  });

  it.each([
    ["AppId", "appId"],
    ["app_id", "appId"],
    ["APP-ID", "appId"],
    ["URLPath", "urlPath"],
    ["ID", "id"],
    ["already", "already"],
    ["__proto__", "proto"],
    ["名称", "名称"],
  ])("has its key %s as %s", (name, expected) => {
    expect(camelCase(name)).toBe(expected);
  });
});

describe("a secret", () => {
  it("is masked after the save, kept with its mask, replaced by another text and removed with its key", async () => {
    const row = await add(
      "Mail",
      { host: "smtp.example.org", password: "first one", auth: { ApiKey: "second", pin: 4711 } },
      { secretKeys: ["pin"] },
    );
    expect(contentOfRow(row)).toEqual({
      host: "smtp.example.org",
      password: "•••••••• #1",
      auth: { ApiKey: "•••••••• #2", pin: "•••••••• #3" },
    });
    expect(await storedSecrets(row)).toEqual(["first one", "second", 4711]);
    const changed = contentOfRow(row);
    const replaced = await save({
      id: row.id,
      version: row.version,
      value: JSON.stringify({
        ...changed,
        host: "smtp2.example.org",
        password: "third",
        auth: { ApiKey: "•••••••• #2" },
      }),
    });
    expect(contentOfRow(replaced)).toEqual({
      host: "smtp2.example.org",
      password: "•••••••• #4",
      auth: { ApiKey: "•••••••• #2" },
    });
    expect(await storedSecrets(row)).toEqual(["second", "third"]);
    // Other fields leave the secrets as they are.
    const renamed = await save({ id: row.id, version: replaced.version, name: "Mail server" });
    expect([renamed.value, await storedSecrets(row)]).toEqual([replaced.value, ["second", "third"]]);
  });

  it("stays the present one when an earlier version is restored, and is cleared in a copy", async () => {
    const row = await add("Map", { token: "old token", zoom: 3 });
    const later = await save({ id: row.id, version: row.version, value: '{ "token": "new token", "zoom": 5 }' });
    const restored = succeed(
      await admin.send("POST Api/{type}/RestoreVersion", { type, id: row.id, version: later.version, to: row.version }),
    ) as { value: string };
    expect(contentOfRow(restored)).toEqual({ token: "•••••••• #2", zoom: 3 });
    expect(await storedSecrets(row)).toEqual(["new token"]);
    const copy = await save({ configType: "Map", value: restored.value });
    expect([contentOfRow(copy), await storedSecrets(copy)]).toEqual([{ token: "", zoom: 3 }, []]);
  });

  it("never stands in the text beside its mask, even under a key that stands there twice", async () => {
    const row = await save({ configType: "Twice", value: '{ "password": "shadowed", "password": "kept" }' });
    expect(row.value).toBe('{\n  "password": "•••••••• #1"\n}');
    expect(await storedSecrets(row)).toEqual(["kept"]);
  });

  it("that comes by a batch is refused, with the name of its key", async () => {
    const row = await add("Batch", { retries: 3 });
    const answer = await admin.send("POST Api/{type}/QueryUpdate", {
      type,
      ids: [row.id],
      fields: { value: '{ "clientSecret": "by batch" }' },
    } as never);
    expect(answer.status).not.toBe(200);
    expect(answer.text).toContain("clientSecret");
    expect(await storedSecrets(row)).toEqual([]);
  });

  it("is told by the name of its key: not a number, an address or a flag beside it", async () => {
    const plain = {
      maxTokens: 4096,
      tokenUrl: "https://auth.example.org",
      usesPassword: true,
      keyboard: "qwerty",
      password: "",
    };
    expect(contentOfRow(await add("Names", plain))).toEqual(plain);
    const secret = {
      client_secret: "a",
      "access-key": "b",
      密码: "c",
      credentials: { user: "d", list: ["e"] },
      password: 1234,
    };
    const masked = await add("Names", secret);
    expect(await storedSecrets(masked)).toEqual(["a", "b", "c", "d", "e", 1234]);
  });
});

describe("T-66, E-057: secrets in every answer", () => {
  const canary = `canary${randomUUID().replaceAll("-", "")}`;
  const content = {
    host: "host.example.org",
    password: canary,
    nested: [{ apiKey: `${canary}-2` }],
    pin: `${canary}-3`,
  };
  let row: AnyRow & { value: string };
  let people: Record<string, Client & { person?: Pick<Person, "token"> }>;

  beforeAll(async () => {
    row = await add("Canary", content, { secretKeys: ["pin"], name: "Guarded" });
    row = await save({ id: row.id, version: row.version, value: row.value.replace("host.example", "host2.example") });
    const { addRole, memberWith } = roleFactories(server, owner);
    const reading = [grant(type, ["read", "export"])];
    const key = succeed(
      await admin.send("POST paas/apiKey/make", {
        name: "Program",
        roles: [await addRole(reading)],
        days: 30,
        requestId: randomUUID(),
      }),
    ) as { key: string };
    const plainMember = await newMember(server, owner.tenantId);
    people = {
      visitor: client(server),
      member: { ...client(server, plainMember), person: plainMember },
      "reader of the types": await memberWith([grant(type, ["read"], undefined, { read: ["configType"] })]),
      "reader of all": await memberWith(reading),
      editor: await memberWith([grant(type, ["read", "update", "export"])]),
      "API key": client(server, { token: key.key }),
      "another space": client(server, await newSpaceOwner(server)),
      administrator: { ...admin, person: owner },
    };
  });

  const paraModel = { url: "/admin/autoConfig/list" };
  const requests: Record<string, (api: Client & { person?: Pick<Person, "token"> }) => Promise<string>> = {
    GetAutoConfig: async ({ send }) => (await send("GET Api/AutoConfig/GetAutoConfig", { parameter: row.id })).text,
    GetAutoConfigList: async ({ send }) =>
      (await send("GET Api/AutoConfig/GetAutoConfigList", { type: "Canary" })).text,
    Get: async ({ send }) => (await send("GET Api/AutoConfig/Get", { type: "Canary" })).text,
    GetKeyValues: async ({ send }) => (await send("GET Api/AutoConfig/GetKeyValues", { type: "Canary" })).text,
    QueryList: async ({ send }) => (await send("GET Api/AutoConfig/QueryList", {})).text,
    QueryById: async ({ send }) => (await send("GET Api/{type}/QueryById", { type, id: row.id })).text,
    QuerySingle: async ({ send }) => (await send("GET Api/{type}/QuerySingle", { type, configType: "Canary" })).text,
    QueryPageList: async ({ send }) => (await send("GET Api/{type}/QueryPageList", { type, pageIndex: 1 })).text,
    form: async ({ send }) => (await send("GET Api/Ui/AutoForm", { type, id: row.id })).text,
    "form as JSON": async ({ send }) => (await send("GET Api/Ui/JsonForm", { type, id: row.id })).text,
    copy: async ({ send }) => (await send("GET Api/Ui/AutoForm", { type, from: row.id })).text,
    list: async ({ send }) => (await send("POST paas/table/search", { paraModel })).text,
    history: async ({ send }) => (await send("GET Api/{type}/QueryHistory", { type, id: row.id })).text,
    options: async ({ send }) => (await send("GET Api/Relation/GetKeyValues", { type })).text,
    palette: async ({ send }) => (await send("GET paas/palette/find", { q: "Guarded" } as never)).text,
    "audit log": async ({ send }) => (await send("GET Api/Audit/List", {})).text,
    async export({ send, person }) {
      const answer = await send("GET api/Auto/ToExcel", { type });
      if (answer.status !== 200 || person === undefined) return answer.text;
      const headers = { authorization: `Bearer ${person.token}` };
      const file = await fetch(server.url + (contentOf(answer) as { value: string }).value, { headers });
      return JSON.stringify(await readSheet(Buffer.from(await file.arrayBuffer())));
    },
    "save of another field": async ({ send }) =>
      (await send("POST Api/{type}/QuerySave", { type, id: row.id, version: row.version, sortOrder: row.sortOrder }))
        .text,
    "save of a clashing version": async ({ send }) =>
      (await send("POST Api/{type}/QuerySave", { type, id: row.id, version: 1, value: "{}" })).text,
  };
  const names = [
    "visitor",
    "member",
    "reader of the types",
    "reader of all",
    "editor",
    "API key",
    "another space",
    "administrator",
  ];

  it.each(Object.keys(requests).flatMap((request) => names.map((name) => [request, name] as const)))(
    "%s gives none to: %s",
    async (request, name) => {
      const text = await requests[request]!(people[name]!);
      expect(text).not.toBe("");
      expect(text).not.toContain(canary);
    },
  );

  it("show administrators the configuration with masks, and other members without the keys", async () => {
    for (const request of ["QueryList", "QueryById", "form", "list", "history", "export"])
      expect([request, (await requests[request]!(people.administrator!)).includes("host2.example.org")]).toEqual([
        request,
        true,
      ]);
    expect(await requests.QueryById!(people.administrator!)).toContain("•••••••• #1");
    const { value } = succeed(await people.member!.send("GET Api/AutoConfig/Get", { type: "Canary" })) as {
      value: object;
    };
    expect(value).toEqual({ host: "host2.example.org", nested: [{}] });
  });

  it("cannot be searched for", async () => {
    for (const filter of [
      { field: "value", op: "contains", value: canary },
      { field: "secrets", op: "contains", value: canary },
      { field: "secrets", op: "eq", value: canary },
    ] as const)
      expect((await admin.send("POST paas/table/search", { paraModel: { ...paraModel, filter } })).status).toBe(400);
  });

  it("stand in no table as text: history, deliveries, answers of repeated requests, imports", async () => {
    succeed(
      await admin.send(
        "POST Api/{type}/QuerySave",
        { type, configType: "Canary", value: JSON.stringify(content), secretKeys: ["pin"] },
        { "idempotency-key": randomUUID() },
      ),
    );
    const tables = await server.database.system((tx) =>
      tx.rows<{ name: string }>(sql`select quote_ident(relname) as name from pg_class
          where relnamespace = 'public'::regnamespace and relkind = 'r' and has_table_privilege(oid, 'select')`),
    );
    expect(tables.length).toBeGreaterThan(30);
    const found: string[] = [];
    for (const { name } of tables) {
      const query = sql`select count(*)::int as n from ${sql.raw(name)} t where t::text like ${`%${canary}%`}`;
      const [{ n } = { n: 0 }] = await server.database.system((tx) => tx.rows<{ n: number }>(query));
      if (n > 0) found.push(name);
    }
    expect(found).toEqual([]);
  });
});

it("S-050, S-053, S-054: the page of a configuration's address is that of the admin area; with the key of the forgotten password, the sign-in page", async () => {
  const screenAt = async (address: string) =>
    /data-screen="([^"]*)"/.exec(await (await fetch(server.url + address)).text())?.[1];
  expect(await screenAt("/dev/AutoConfig/Edit?Key=FindLoginPasswordAutoForm")).toBe(
    "features/auth/sign-in/reset-password",
  );
  expect(await screenAt("/dev/autoconfig/edit?key=findloginpasswordautoform")).toBe(
    "features/auth/sign-in/reset-password",
  );
  expect(await screenAt("/dev/AutoConfig/edit?Key=ShippingConfig")).toBe("features/admin/configurations/configuration");
  expect(await screenAt("/dev/AutoConfig/edit?id=1")).toBe("features/admin/configurations/configuration");
  expect(await screenAt("/dev/AutoConfig/list")).toBe("features/admin/configurations/configurations");
});
