import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext, Services } from "#kit/call.ts";
import type { Entities, Row } from "#kit/entity.ts";
import type { ActivationMode } from "#kit/service.ts";
import { type LocalizedValue, type Text, textIn } from "#kit/text.ts";
import servicePackage from "#entities/servicePackage.ts";
import { readRows } from "#records/query/list.server.ts";
import { readSite } from "#records/site/site.server.ts";
import type { Read, Tx } from "#server/postgres/database.server.ts";

/** A plan of a provider, which the contract calls a package. */
export type ServicePackage = Row<Entities["servicePackage"]>;

/** A text in both languages; a missing language is filled from the other one. */
export const completeText = (value: LocalizedValue<string> | null): Text => ({
  zh: textIn(value, "zh"),
  en: textIn(value, "en"),
});

/** A package for customers, and whether their space has activated it. */
export type Offer = {
  id: string;
  key: string;
  name: Text;
  intro: Text;
  price: Text;
  days: number;
  devices: number | null;
  responseHours: number;
  activation: ActivationMode;
  /** The end of the period for which the space has or last had the package; null if it was never activated. */
  endsAt: string | null;
  isActive: boolean;
  /** False for a free package that this space has already activated. */
  canOpen: boolean;
};

/** The maximum number of listed packages; the maximum of `readRows`. */
const maxOffers = 120;

type PlanState = { packageId: string; endsAt: string; isActive: boolean };

/** The state of the packages that a space has activated, by package. The database's clock determines which are active. */
async function planStatesByPackage(tx: Tx, tenantId: string): Promise<Map<string, PlanState>> {
  const rows = await tx.rows<PlanState>(sql`select package_id as "packageId", max(ends_at) as "endsAt",
      max(ends_at) > now() as "isActive"
    from service_opening where tenant_id = ${tenantId}::uuid and package_id is not null group by package_id`);
  return new Map(rows.map((row) => [row.packageId, row]));
}

/**
 * The ids of packages that a customer has activated for free. Read from the provider's orders, because the customer's row records only the first
 * activation, which may have been with a code.
 */
export async function readFreePackageIds(
  read: Read,
  { providerId, customerId }: { providerId: string; customerId: string },
): Promise<Set<string>> {
  const rows = await read<{ packageId: string }>(sql`select package_id as "packageId" from service_order
    where tenant_id = ${providerId}::uuid and customer_id = ${customerId}::uuid and source = 'free' and deleted_at is null`);
  return new Set(rows.map(({ packageId }) => packageId));
}

/** The published packages of the site's owner, in the owner's order, for the caller's space. */
export async function listOffers({
  services,
  principal,
  siteTenantId: providerId,
}: CallContext<UserPrincipal>): Promise<{ provider: Text; contactUrl: string; packages: Offer[] }> {
  const { database } = services;
  const { tenantId } = principal;
  const program = { kind: "system", tenantId: providerId } as const;
  const published = { field: "status", op: "eq", value: "published" } as const;
  const readProvider: Read = (query) => database.read(providerId, query);
  const [rows, planStates, freeIds, site] = await Promise.all([
    readRows(database, program, servicePackage, { filter: published, pageSize: maxOffers }),
    database.tenant(tenantId, (tx) => planStatesByPackage(tx, tenantId)),
    readFreePackageIds(readProvider, { providerId, customerId: tenantId }),
    readSite(readProvider, providerId),
  ]);
  const packages = (rows as unknown as ServicePackage[]).map((row): Offer => {
    const { endsAt = null, isActive = false } = planStates.get(row.id) ?? {};
    const activation = row.activation as ActivationMode;
    return {
      id: row.id,
      key: row.slug,
      name: completeText(row.name),
      intro: completeText(row.intro),
      price: completeText(row.price),
      days: row.days,
      devices: row.devices,
      responseHours: row.responseHours,
      activation,
      endsAt,
      isActive,
      canOpen: activation === "code" || !freeIds.has(row.id),
    };
  });
  return { provider: site.name, contactUrl: site.contactUrl, packages };
}

/** The public part of a published package by its slug, for visitors without an account; null if there is none. */
export async function readOffer(
  { database }: Services,
  providerId: string,
  key: string,
): Promise<Pick<Offer, "name" | "price" | "days"> | null> {
  const [row] = await database.read<Pick<ServicePackage, "name" | "price" | "days">>(
    providerId,
    sql`select name, price, days from service_package
      where tenant_id = ${providerId}::uuid and slug = ${key} and status = 'published' and deleted_at is null`,
  );
  return row === undefined ? null : { name: completeText(row.name), price: completeText(row.price), days: row.days };
}
