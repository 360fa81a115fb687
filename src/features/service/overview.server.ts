import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { LocalizedValue, Text } from "#kit/text.ts";
import type { WorkState } from "#kit/work.ts";
import paasWork from "#entities/paasWork.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
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
/** An active plan of the space. `daysInAll`: from activation to the end; days are rounded up. */
export type ActivePackage = Omit<OpeningRow, "name" | "provider"> & { name: Text; provider: Text };
/** A work order that the space submitted. */
export type LatestWork = {
  id: string;
  title: string;
  status: WorkState;
  updatedAt: string;
  /** The provider that handles the order; null for the space itself. */
  provider: Text | null;
  /** The deadline of the first answer; null once it was given. */
  dueAt: string | null;
};
export type Overview = {
  packages: ActivePackage[];
  /** Whether the space ever activated a plan: without an active one, the screen then says "expired" instead of "none yet". */
  hasOpened: boolean;
  work: { open: number; latest: LatestWork[] };
};

/** Maximum packages and work orders on the services home; the lists show all. */
const maxPackages = 12;
const maxOrders = 5;

/** The active plans and latest work orders of a space. Days are rounded up. */
export async function readOverview(tx: Tx, principal: UserPrincipal): Promise<Overview> {
  const { tenantId } = principal;
  // Only work orders that this person may read (T-57).
  const readableRows = permittedRowsSql(principal, paasWork, "read");
  // People whose roles allow reading only some of the fields see the titles of their own work orders only.
  const memberRows = sql`${readableRows} and member_id = ${principal.memberId}::uuid`;
  const readable = viewOf(principal, paasWork).readsAllFields ? readableRows : memberRows;
  // Only work orders that the space itself submitted, not those of its customers.
  const orders = sql`${readable} and (counterpart_id is null or opening_id is not null)`;
  const packages =
    await tx.rows<OpeningRow>(sql`select id, name, provider, opened_at as "openedAt", ends_at as "endsAt",
      ceil(extract(epoch from ends_at - now()) / 86400)::int as "daysLeft",
      ceil(extract(epoch from ends_at - opened_at) / 86400)::int as "daysInAll", devices, response_hours as "responseHours"
    from service_opening where tenant_id = ${tenantId}::uuid and ends_at > now() and deleted_at is null
    order by ends_at, id limit ${maxPackages}`);
  const [counts] = await tx.rows<{ hasOpened: boolean; open: number }>(sql`select
    exists (select 1 from service_opening where tenant_id = ${tenantId}::uuid and deleted_at is null) as "hasOpened",
    (select count(*)::int from paas_work where ${orders}
      and status not in ('closed', 'cancelled')) as open`);
  type LatestRow = Omit<LatestWork, "provider"> & { provider: LocalizedValue<string> | null };
  const latest = await tx.rows<LatestRow>(sql`select id, title, status, updated_at as "updatedAt",
      party as provider, due_at as "dueAt" from paas_work
    where ${orders} order by created_at desc, id desc limit ${maxOrders}`);
  return {
    packages: packages.map((row) => ({ ...row, name: completeText(row.name), provider: completeText(row.provider) })),
    hasOpened: counts!.hasOpened,
    work: {
      open: counts!.open,
      latest: latest.map((row) => ({ ...row, provider: row.provider === null ? null : completeText(row.provider) })),
    },
  };
}
