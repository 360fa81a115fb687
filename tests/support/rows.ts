import { sql } from "drizzle-orm";
import type { AnyValues, EntityType } from "#kit/entity.ts";
import { addPage } from "#records/site/add-page.server.ts";
import { entityOf } from "#records/registry/definitions.server.ts";
import { documentOf } from "#records/site/document.server.ts";
import { insertRow } from "#records/change/save.server.ts";
import { newId } from "#server/process/id.server.ts";
import { newAccount } from "./people.ts";
import type { Rows } from "./permission-table.ts";
import type { Server } from "./server.ts";

let made = 0;
/** A row of every entity in a space, whose texts all carry `mark`; added by `memberId` where entities keep that, by its own member unless said. */
export async function makeRows(server: Server, tenantId: string, mark: string, memberId?: string): Promise<Rows> {
  made += 1;
  const who = { kind: "system", tenantId } as const;
  const path = `/row-${made}`;
  const text = { zh: mark, en: mark };
  const accountId = await newAccount(server);
  return server.database.tenant(tenantId, async (tx) => {
    const add = async (type: EntityType, values: AnyValues, internal: AnyValues = {}) =>
      (await insertRow(tx, who, entityOf(type), { values, internal })).id;
    const news = await add("news", {
      title: text,
      intro: text,
      kind: "company",
      status: "published",
      publishedAt: "2026-01-01T00:00:00.000Z",
    });
    const wiki = await add("wiki", { slug: `row-${made}`, title: text, text, status: "published" });
    const contract = await add("contract", { number: made, title: text, text, status: "published" });
    const contactMessage = await add("contactMessage", {
      name: mark,
      contact: "a@example.org",
      message: mark,
      status: "new",
    });
    const person = { userName: mark, mobile: "13700000009", name: mark, isAdministrator: false, status: "active" };
    const member = await add("member", person, { accountId });
    const work = { title: mark, kind: "fault", priority: "normal", description: mark };
    const paasWork = await add("paasWork", work, { memberId: memberId ?? member });
    const theme = await add("theme", { name: text, description: text, menu: [] });
    const role = await add("role", {
      name: text,
      description: text,
      grants: [{ entity: "news", verbs: ["read"], read: null, write: null }],
    });
    const offer = { name: text, devices: 1, responseHours: 24 };
    const servicePackage = await add("servicePackage", {
      ...offer,
      slug: `row-${made}`,
      price: text,
      days: 30,
      status: "published",
    });
    const code = { ending: "7KMX", packageId: servicePackage, packageName: text, note: mark };
    const serviceCode = await add("serviceCode", code, { codeHash: mark + made });
    const period = { openedAt: "2026-01-01T00:00:00.000Z", endsAt: "2126-01-01T00:00:00.000Z", source: "free" };
    const serviceOpening = await add("serviceOpening", { ...offer, ...period, provider: text });
    const serviceOrder = await add("serviceOrder", { ...period, customer: text, person: mark, responseHours: 24 });
    const service = { servicePackage, serviceCode, serviceOpening, serviceOrder };
    const setting = { title: text, description: text };
    const notice = { code: null, heading: text, lead: null, button: null, url: null };
    await addPage(tx, who, { path, ...setting, document: documentOf(setting, [{ name: "notice", value: notice }]) });
    const [found] = await tx.rows<{ page: string; snapshot: string }>(
      sql`select id as page, snapshot_id as snapshot from page where path = ${path}`,
    );
    return { news, wiki, contract, contactMessage, paasWork, member, role, theme, path, ...service, ...found! };
  });
}

/** Ids that nothing has. */
export const missingRows = (): Rows => ({
  news: newId(),
  wiki: newId(),
  contract: newId(),
  contactMessage: newId(),
  paasWork: newId(),
  member: newId(),
  role: newId(),
  theme: newId(),
  servicePackage: newId(),
  serviceCode: newId(),
  serviceOpening: newId(),
  serviceOrder: newId(),
  page: newId(),
  snapshot: newId(),
  path: "/missing",
});

/** Everything of a space that a call could change. */
export const stateOf = (server: Server, tenantId: string) =>
  server.database.system((tx) =>
    tx.rows(sql`select 'news' as type, id, version, deleted_at from news where tenant_id = ${tenantId}::uuid
      union all select 'wiki', id, version, deleted_at from wiki where tenant_id = ${tenantId}::uuid
      union all select 'contract', id, version, deleted_at from contract where tenant_id = ${tenantId}::uuid
      union all select 'message', id, version, deleted_at from contact_message where tenant_id = ${tenantId}::uuid
      union all select 'work ' || status, id, version, deleted_at from paas_work where tenant_id = ${tenantId}::uuid
      union all select 'work message', id, 1, null from work_message where tenant_id = ${tenantId}::uuid
      union all select 'member', id, version, deleted_at from member where tenant_id = ${tenantId}::uuid
      union all select 'role', id, version, deleted_at from role where tenant_id = ${tenantId}::uuid
      union all select 'theme', id, version, deleted_at from theme where tenant_id = ${tenantId}::uuid
      union all select 'package', id, version, deleted_at from service_package where tenant_id = ${tenantId}::uuid
      union all select 'code ' || status, id, version, deleted_at from service_code where tenant_id = ${tenantId}::uuid
      union all select 'opening', id, version, deleted_at from service_opening where tenant_id = ${tenantId}::uuid
      union all select 'order', id, version, deleted_at from service_order where tenant_id = ${tenantId}::uuid
      union all select 'page ' || coalesce(snapshot_id::text, ''), id, version, deleted_at from page where tenant_id = ${tenantId}::uuid
      union all select 'snapshot', id, number, null from page_snapshot where tenant_id = ${tenantId}::uuid
      order by 1, 2`),
  );
