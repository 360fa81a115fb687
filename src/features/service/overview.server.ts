import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { LocalizedValue, Text } from "#kit/text.ts";
import type { WorkState } from "#kit/work.ts";
import paasWork from "#entities/paasWork.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { rowsFor } from "#records/query/row.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { completeText } from "./packages.server.ts";

type OpeningRow = {
  id: string;
  name: LocalizedValue<string> | null;
  provider: LocalizedValue<string> | null;
  openedAt: string;
  endsAt: string;
  daysLeft: number;
  daysInAll: number;
  devices: number | null;
  responseHours: number;
};
export type ActivePackage = Omit<OpeningRow, "name" | "provider"> & { name: Text; provider: Text };
export type LatestWork = {
  id: string;
  title: string;
  status: WorkState;
  updatedAt: string;
  /** The provider of the order, and the deadline for an answer while there is none. */
  provider: Text | null;
  dueAt: string | null;
};
export type Overview = {
  packages: ActivePackage[];
  /** Whether the space ever opened one: "expired" reads differently from "not started". */
  hasOpened: boolean;
  work: { open: number; latest: LatestWork[] };
};

/** Packages and work orders shown on the service home; the lists have all. */
const maxPackages = 12;
const maxOrders = 5;

/** The active subscriptions of a space, and the state of its work orders. A started day counts as one left. */
export async function overviewOf(tx: Tx, principal: UserPrincipal): Promise<Overview> {
  const { tenantId } = principal;
  // Only orders that this person may read (T-57).
  const readableRows = rowsFor(principal, paasWork, "read");
  // A role that opens only some fields shows the titles of the person's own orders only.
  const memberRows = sql`${readableRows} and member_id = ${principal.memberId}::uuid`;
  const readable = viewOf(principal, paasWork).readsWhole ? readableRows : memberRows;
  // Orders from customers are in the lists; here are those that the space itself filed.
  const orders = sql`${readable} and (counterpart_id is null or opening_id is not null)`;
  const packages =
    await tx.rows<OpeningRow>(sql`select id, name, provider, opened_at as "openedAt", ends_at as "endsAt",
      ceil(extract(epoch from ends_at - now()) / 86400)::int as "daysLeft",
      ceil(extract(epoch from ends_at - opened_at) / 86400)::int as "daysInAll", devices, response_hours as "responseHours"
    from service_opening where tenant_id = ${tenantId}::uuid and ends_at > now() and deleted_at is null
    order by ends_at, id limit ${maxPackages}`);
  const [state] = await tx.rows<{ hasOpened: boolean; open: number }>(sql`select
    exists (select 1 from service_opening where tenant_id = ${tenantId}::uuid and deleted_at is null) as "hasOpened",
    (select count(*)::int from paas_work where ${orders}
      and status not in ('closed', 'cancelled')) as open`);
  type LatestRow = Omit<LatestWork, "provider"> & { provider: LocalizedValue<string> | null };
  const latest = await tx.rows<LatestRow>(sql`select id, title, status, updated_at as "updatedAt",
      party as provider, due_at as "dueAt" from paas_work
    where ${orders} order by created_at desc, id desc limit ${maxOrders}`);
  return {
    packages: packages.map((row) => ({ ...row, name: completeText(row.name), provider: completeText(row.provider) })),
    hasOpened: state!.hasOpened,
    work: {
      open: state!.open,
      latest: latest.map((row) => ({ ...row, provider: row.provider === null ? null : completeText(row.provider) })),
    },
  };
}
