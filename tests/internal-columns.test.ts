/** Internal columns: their types and foreign keys in the database. They are hidden from every reader, filter, form and role. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import member from "#entities/member.ts";
import type page from "#entities/page.ts";
import type { StoredRow } from "#kit/entity.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";
import { tenantTables } from "#records/registry/schema.server.ts";
import { insertRow, updateRow } from "#records/change/save.server.ts";
import { snakeCase, tableName } from "#server/postgres/columns.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { client, contentOf } from "./support/client.ts";
import { makeOldDatabase, type OldDatabase } from "./support/old-database.ts";
import { newAccount, newSpaceOwner, type Person } from "./support/people.ts";
import { makeRows } from "./support/rows.ts";
import { programIn } from "./support/registries.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const entitiesWithInternal = codeEntities.filter(({ internal }) => internal !== undefined);
const columns = entitiesWithInternal.flatMap((entity) =>
  Object.keys(entity.internal!).map((name) => ({ entity, name })),
);

it("the expected entities have internal columns", () => {
  expect(entitiesWithInternal.map(({ type }) => type).toSorted()).toEqual(
    [
      "apiKey",
      "autoConfig",
      "marketItem",
      "member",
      "paasWork",
      "page",
      "savedView",
      "serviceCode",
      "serviceOpening",
      "serviceOrder",
      "storageFile",
      "theme",
      "webhook",
    ].toSorted(),
  );
});

describe("over HTTP", () => {
  let owner: Person;
  let send: ReturnType<typeof client>["send"];
  beforeAll(async () => {
    owner = await newSpaceOwner(server);
    ({ send } = client(server, owner));
    await makeRows(server, owner.tenantId, "own");
  });

  it.each(entitiesWithInternal.map(({ type }) => type))(
    "a row of %s is returned without internal columns",
    async (type) => {
      const entity = entitiesWithInternal.find((candidate) => candidate.type === type)!;
      const rows = contentOf(await send("GET Api/{type}/QueryList", { type })) as { id: string }[];
      expect(rows.length).toBeGreaterThan(0);
      const [first] = rows;
      const single = contentOf(await send("GET Api/{type}/QueryById", { type, id: first!.id })) as object;
      const form = contentOf(await send("GET Api/Ui/AutoForm", { type, id: first!.id })) as { row: object };
      // `type`: the list of configurations answers it (E-061); no internal column can have this name.
      const rowNames = ["id", "type", "version", "createdAt", "updatedAt"];
      const fieldNames = new Set([...rowNames, ...Object.keys(entity.fields)]);
      for (const row of [...rows, single, form.row])
        expect(Object.keys(row).filter((name) => !fieldNames.has(name))).toEqual([]);
    },
  );

  it.each(columns.map(({ entity, name }) => [entity.type, name]))(
    "%s cannot be filtered, sorted or written by its %s",
    async (type, name) => {
      expect((await send("GET Api/{type}/QueryPageList", { type, [name]: randomUUID() } as never)).status).toBe(400);
      expect((await send("GET Api/{type}/QueryPageList", { type, orderBy: name } as never)).status).toBe(400);
      const [row] = contentOf(await send("GET Api/{type}/QueryList", { type })) as { id: string; version: number }[];
      const { id, version } = row!;
      const saved = await send("POST Api/{type}/QueryUpdate", { type, id, version, [name]: randomUUID() } as never);
      const { access } = entitiesWithInternal.find((candidate) => candidate.type === type)!;
      expect(saved.status).toBe(access.update === "nobody" ? 403 : 422);
    },
  );
});

describe("in the database", () => {
  it("every internal column has the type and the key of its definition", async () => {
    const types = {
      uuid: "uuid",
      text: "text",
      integer: "integer",
      boolean: "boolean",
      timestamp: "timestamp(3) with time zone",
      timestamps: "timestamp(3) with time zone[]",
      json: "jsonb",
    };
    const expected = columns.map(({ entity, name }) => {
      const { type, required = false, references, deferred = false } = entity.internal![name]!;
      return { at: `${tableName(entity)}.${snakeCase(name)}`, type: types[type], required, references, deferred };
    });
    const found = await server.database.system((tx) =>
      tx.rows<{ at: string; type: string; required: boolean; other: string | null; deferred: boolean }>(sql`
        select c.relname || '.' || a.attname as at, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
          k.confrelid::regclass::text as other, coalesce(k.condeferrable and k.condeferred, false) as deferred
        from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
          left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f' and k.conname = c.relname || '_' || a.attname || '_fk'
            and k.convalidated and a.attnum = any(k.conkey)
        where a.attnum > 0`),
    );
    const columnsByName = new Map(found.map((column) => [column.at, column]));
    for (const { at, references, ...column } of expected) {
      const table =
        references === undefined
          ? null
          : "table" in references
            ? references.table
            : tableName({ type: references.entity });
      expect(columnsByName.get(at)).toEqual({ at, ...column, other: table });
    }
  });

  it("a reference to a missing row or to another space is refused", async () => {
    const [owner, otherOwner] = [await newSpaceOwner(server), await newSpaceOwner(server)];
    const inSpace = <T>(run: (tx: Tx) => Promise<T>) => server.database.tenant(owner.tenantId, run);
    const refused = (column: string, value: string) =>
      inSpace((tx) => tx.rows(sql`update paas_work set ${sql.identifier(column)} = ${value}::uuid`));
    await makeRows(server, owner.tenantId, "own", { memberId: owner.memberId });
    await expect(refused("member_id", randomUUID())).rejects.toMatchObject({ constraint: "paas_work_member_id_fk" });
    await expect(refused("member_id", otherOwner.memberId)).rejects.toMatchObject({
      constraint: "paas_work_member_id_fk",
    });
    // The id of a counterpart without the id of its space is refused.
    await expect(refused("counterpart_id", randomUUID())).rejects.toMatchObject({
      constraint: "paas_work_counterpart_id_whole",
    });
  });

  it("T-01: row security separates every table of tenants, even for its owner", async () => {
    const protectedTables = await server.database.system((tx) =>
      tx.rows<{ name: string }>(sql`select c.relname as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relname = any(${sql.param(tenantTables())}::text[])
          and c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_policy p where p.polrelid = c.oid)`),
    );
    expect(protectedTables.map(({ name }) => name).toSorted()).toEqual(tenantTables().toSorted());
    // Each has the same condition: a migration that changes it must change it everywhere.
    const conditions = await server.database.system((tx) =>
      tx.rows(sql`select distinct coalesce(qual, with_check) from pg_policies
        where tablename = any(${sql.param(tenantTables())}::text[]) and cmd <> 'DELETE'`),
    );
    expect(conditions).toHaveLength(1);
  });
});

describe("in the program", () => {
  it("a written row returns its typed values, and an equal value is not a change", async () => {
    const owner = await newSpaceOwner(server);
    const program = programIn(owner.tenantId);
    const accountId = await newAccount(server);
    const times = ["2026-01-02T03:04:05.678Z", "2026-11-22T00:00:00.000Z"];
    await server.database.tenant(owner.tenantId, async (tx) => {
      const added = await insertRow(tx, program, member, {
        values: { name: "Ada", mobile: "137****0000", status: "active" },
        internal: { accountId, invitationSentAt: times },
      });
      const stored: StoredRow<typeof member> = added;
      expect(stored).toMatchObject({ accountId, invitation: null, invitedMobile: null, invitationSentAt: times });
      const { id, version } = added;
      const unchanged = await updateRow(tx, program, member, {
        id,
        version,
        internal: { accountId, invitationSentAt: times },
      });
      expect(unchanged.version).toBe(version);
      const changed = await updateRow(tx, program, member, { id, version, internal: { invitationSentAt: [] } });
      expect([changed.version, changed.invitationSentAt]).toEqual([version + 1, []]);
      const [savedRow] = await tx.rows<{ versions: object }>(
        sql`select field_versions as versions from member where id = ${id}::uuid`,
      );
      // Internal columns have no field versions, so edits cannot conflict with them.
      expect(savedRow!.versions).toEqual({});
    });
  });

  it("an unknown name and a value of another type do not compile (checked by tsc)", () => {
    type Member = Parameters<typeof insertRow<typeof member>>[3];
    type Added = Parameters<typeof insertRow<typeof page>>[3];
    type Changed = Parameters<typeof updateRow<typeof page>>[3];
    expectTypeOf<NonNullable<Member["values"]>>().toHaveProperty("name");
    expectTypeOf<NonNullable<Member["values"]>>().not.toHaveProperty("surname");
    // A field is no internal column, and an internal column is no field.
    expectTypeOf<NonNullable<Member["internal"]>>().not.toHaveProperty("name");
    expectTypeOf<NonNullable<Added["values"]>>().not.toHaveProperty("rev");
    expectTypeOf<{ rev: number }>().toExtend<NonNullable<Added["internal"]>>();
    expectTypeOf<{ document: string }>().not.toExtend<NonNullable<Added["internal"]>>();
    expectTypeOf<{ rev: number }>().toExtend<NonNullable<Changed["internal"]>>();
    expectTypeOf<{ rev: string }>().not.toExtend<NonNullable<Changed["internal"]>>();
    // A revision is always there.
    expectTypeOf<{ rev: null }>().not.toExtend<NonNullable<Changed["internal"]>>();
  });
});

describe("the migration of an old database converts", () => {
  let oldDatabase: OldDatabase;
  const rows = async (query: string) => (await oldDatabase.client.query(query)).rows;
  const [space, otherSpace, account, administratorId, package_, localOrder, remoteOrder, missingId, snapshot] =
    Array.from({ length: 9 }, () => randomUUID());

  beforeAll(async () => {
    oldDatabase = await makeOldDatabase("_internal_columns.sql");
    await oldDatabase.client.query(`
      insert into tenant (id, code, name) values ('${space}', 'one', '{}'), ('${otherSpace}', 'two', '{}');
      insert into account (id, mobile, user_name) values ('${account}', '1', '1');
      insert into member (id, tenant_id, user_name, account_id, invitation, invited_mobile, field_versions) values
        ('${administratorId}', '${space}', 'boss', '${account}', null, null, '{"accountId": 2, "name": 3, "invitation": 2, "invitedMobile": 2}'),
        (gen_random_uuid(), '${space}', 'empty', '', null, null, '{}'),
        (gen_random_uuid(), '${space}', 'gone', '${missingId}', null, null, '{}'),
        (gen_random_uuid(), '${space}', 'invited', null, '"hash"', '{"sealed": "box", "sentAt": ["2026-01-02T03:04:05.678Z", "2026-02-02T00:00:00Z"]}', '{}'),
        (gen_random_uuid(), '${space}', 'answered', null, null, '{"sealed": null, "sentAt": ["2026-01-02T03:04:05.678Z"]}', '{}'),
        (gen_random_uuid(), '${space}', 'joined', null, null, 'null', '{}');
      insert into paas_work (id, tenant_id, title, member_id, counterpart, field_versions) values
        ('${localOrder}', '${space}', 'here', '"${administratorId}"', '{"tenantId": "${otherSpace}", "id": "${remoteOrder}"}', '{"counterpart": 1, "memberId": 1, "title": 2}'),
        ('${remoteOrder}', '${otherSpace}', 'there', null, '{"tenantId": "${space}", "id": "${localOrder}"}', '{}'),
        (gen_random_uuid(), '${space}', 'lost', '"${missingId}"', '{"tenantId": "${otherSpace}", "id": "${missingId}"}', '{}'),
        (gen_random_uuid(), '${otherSpace}', 'foreign', '"${administratorId}"', 'null', '{}');
      insert into page (id, tenant_id, path, rev, document, snapshot_id, field_versions) values
        (gen_random_uuid(), '${space}', '/published', 7, '{"a": 1}', '${snapshot}', '{"rev": 2, "document": 3, "snapshotId": 4, "title": 5}'),
        (gen_random_uuid(), '${space}', '/draft', null, null, '', '{}'),
        (gen_random_uuid(), '${space}', '/lost', 1, null, '${missingId}', '{}');
      insert into page_snapshot (id, tenant_id, page_id, number, path, document, rev, theme_version, member_name)
        select '${snapshot}', tenant_id, id, 1, path, '{}', 1, 1, '' from page where path = '/published';
      insert into service_package (id, tenant_id) values ('${package_}', '${otherSpace}');
      insert into service_opening (id, tenant_id, source, package_id, provider_id, field_versions) values
        (gen_random_uuid(), '${space}', 'a', '"${package_}"', '"${otherSpace}"', '{"packageId": 1, "providerId": 1, "status": 2}'),
        (gen_random_uuid(), '${space}', 'b', '"${missingId}"', '"${otherSpace}"', '{}'),
        (gen_random_uuid(), '${space}', 'c', '"${package_}"', '"${missingId}"', '{}'),
        (gen_random_uuid(), '${space}', 'd', null, null, '{}');
      insert into service_order (id, tenant_id, source, customer_id, request_id, package_id, field_versions) values
        (gen_random_uuid(), '${otherSpace}', 'a', '"${space}"', '"${localOrder}"', '${package_}', '{"customerId": 1, "requestId": 1, "packageId": 2}'),
        (gen_random_uuid(), '${otherSpace}', 'b', '"${missingId}"', '"${remoteOrder}"', null, '{}');
      insert into service_code (id, tenant_id, code_hash, field_versions) values
        (gen_random_uuid(), '${otherSpace}', '"c0de"', '{"codeHash": 1, "packageId": 2}');
      insert into role (id, tenant_id, grants) values (gen_random_uuid(), '${space}', null), (gen_random_uuid(), '${space}', '[]'),
        (gen_random_uuid(), '${space}', '[
          {"entity": "page", "verbs": ["read"], "read": ["title", "rev"], "write": null},
          {"entity": "page", "verbs": ["read"], "read": ["rev", "snapshotId"], "write": []},
          {"entity": "news", "verbs": [], "read": ["rev"], "write": ["snapshotId"]}]')`);
    await oldDatabase.migrate();
  });
  afterAll(() => oldDatabase.drop());

  it("members: accounts, invitations and their times", async () => {
    const expectedMember = (userName: string, row: object) => ({
      userName,
      account: null,
      invitation: null,
      mobile: null,
      sent: [],
      ...row,
    });
    const [early, late] = ["2026-01-02T03:04:05.678Z", "2026-02-02T00:00:00.000Z"];
    expect(
      await rows(`select user_name as "userName", account_id as account, invitation, invited_mobile as mobile, invitation_sent_at as sent
        from member order by user_name`),
    ).toEqual([
      expectedMember("answered", { sent: [early] }),
      expectedMember("boss", { account }),
      expectedMember("empty", {}),
      expectedMember("gone", {}),
      expectedMember("invited", { invitation: "hash", mobile: "box", sent: [early, late] }),
      expectedMember("joined", {}),
    ]);
    expect(await rows("select field_versions from member where user_name = 'boss'")).toEqual([
      { field_versions: { name: 3 } },
    ]);
  });

  it("work orders: the member and the counterpart", async () => {
    expect(
      await rows(
        `select title, member_id, counterpart_tenant_id, counterpart_id, field_versions from paas_work order by title`,
      ),
    ).toEqual([
      { title: "foreign", member_id: null, counterpart_tenant_id: null, counterpart_id: null, field_versions: {} },
      {
        title: "here",
        member_id: administratorId,
        counterpart_tenant_id: otherSpace,
        counterpart_id: remoteOrder,
        field_versions: { title: 2 },
      },
      { title: "lost", member_id: null, counterpart_tenant_id: null, counterpart_id: null, field_versions: {} },
      { title: "there", member_id: null, counterpart_tenant_id: space, counterpart_id: localOrder, field_versions: {} },
    ]);
    expect(
      await rows("select 1 from pg_attribute where attrelid = 'paas_work'::regclass and attname = 'counterpart'"),
    ).toEqual([]);
  });

  it("pages: draft, revision and published snapshot", async () => {
    expect(await rows("select path, rev, document, snapshot_id, field_versions from page order by path")).toEqual([
      { path: "/draft", rev: 0, document: null, snapshot_id: null, field_versions: {} },
      { path: "/lost", rev: 1, document: null, snapshot_id: null, field_versions: {} },
      { path: "/published", rev: 7, document: { a: 1 }, snapshot_id: snapshot, field_versions: { title: 5 } },
    ]);
  });

  it("openings, orders and codes of plans", async () => {
    expect(
      await rows("select source, package_id, provider_id, field_versions from service_opening order by source"),
    ).toEqual([
      { source: "a", package_id: package_, provider_id: otherSpace, field_versions: { status: 2 } },
      { source: "b", package_id: null, provider_id: otherSpace, field_versions: {} },
      { source: "c", package_id: null, provider_id: null, field_versions: {} },
      { source: "d", package_id: null, provider_id: null, field_versions: {} },
    ]);
    expect(
      await rows(
        "select source, customer_id, request_id, package_id, field_versions from service_order order by source",
      ),
    ).toEqual([
      {
        source: "a",
        customer_id: space,
        request_id: localOrder,
        package_id: package_,
        field_versions: { packageId: 2 },
      },
      { source: "b", customer_id: null, request_id: remoteOrder, package_id: null, field_versions: {} },
    ]);
    expect(await rows("select code_hash, field_versions from service_code")).toEqual([
      { code_hash: "c0de", field_versions: { packageId: 2 } },
    ]);
  });

  it("roles: names of former fields are removed, and an emptied list stays a list", async () => {
    expect(await rows("select grants from role order by grants is null desc, jsonb_array_length(grants)")).toEqual([
      { grants: null },
      { grants: [] },
      {
        grants: [
          { entity: "page", verbs: ["read"], read: ["title"], write: null },
          { entity: "page", verbs: ["read"], read: [], write: [] },
          { entity: "news", verbs: [], read: ["rev"], write: ["snapshotId"] },
        ],
      },
    ]);
  });
});
