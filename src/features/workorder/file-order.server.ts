import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import type { RowValues, StoredRow } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import type { LocalizedValue } from "#kit/text.ts";
import paasWork from "#entities/paasWork.ts";
import serviceOpening from "#entities/serviceOpening.ts";
import { rowsFor } from "#records/query/row.server.ts";
import { insertRow } from "#records/change/save.server.ts";
import { asProgram } from "#records/registry/row-context.server.ts";
import { readSite } from "#records/site/site.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId, uuidPattern } from "#server/process/id.server.ts";
import { notifyOfWork } from "./tell.server.ts";
import { nameOf } from "./work.server.ts";

type Opening = {
  name: LocalizedValue<string> | null;
  provider: LocalizedValue<string> | null;
  providerId: string | null;
  responseHours: number;
  dueAt: string;
};

// One text for every invalid plan, so that it reveals nothing about other spaces.
const noPlan = {
  zh: "套餐不存在或已到期，请重新选择",
  en: "This plan does not exist or has expired. Choose another one.",
};

type Work = StoredRow<typeof paasWork>;

/** The part of an order that is shared with its provider; nothing else of the customer's space is. */
const sharedValues = ({ title, kind, priority, device, description, picture }: Work) => ({
  title,
  kind,
  priority,
  device,
  description,
  picture,
});

/** The plan in force, and until when an order that is filed now has to be answered. @throws {Problem} invalid */
async function readOpening(tx: Tx, principal: UserPrincipal, id: string): Promise<Opening & { providerId: string }> {
  const readableRows = rowsFor(principal, serviceOpening, "read");
  const [row] = uuidPattern.test(id.toLowerCase())
    ? await tx.rows<Opening>(sql`select name, provider, provider_id as "providerId", response_hours as "responseHours",
        now() + make_interval(hours => response_hours::int) as "dueAt"
      from service_opening where ${readableRows} and id = ${id}::uuid and ends_at > now()`)
    : [];
  if (row === undefined || row.providerId === null)
    throw new Problem("invalid", noPlan, { fields: { openingId: noPlan } });
  return { ...row, providerId: row.providerId };
}

/** Notifies the handlers of a space about a new work order. */
const tellOfOrder = (
  tx: Tx,
  principal: UserPrincipal,
  row: { tenantId: string; id: string },
  content: { title: string; name: string },
) => notifyOfWork(tx, row, { event: "work.filed", content, by: principal.memberId, notifiesHandlers: true });

/** Files a work order that the filer's own space handles. */
export async function fileInSpace(tx: Tx, principal: UserPrincipal, insert: () => Promise<Work>): Promise<Work> {
  const row = await insert();
  const name = await nameOf(tx, principal);
  await tellOfOrder(tx, principal, { tenantId: principal.tenantId, id: row.id }, { title: row.title, name });
  return row;
}

/**
 * Files an order under a plan: the customer's row, and in the same transaction the provider's with what both share and no more.
 * @throws {Problem} invalid for a plan that has ended or is another space's
 */
export async function fileOrder(
  { tx, principal, registries }: { tx: Tx; principal: UserPrincipal } & Pick<Services, "registries">,
  openingId: string,
  insert: (more: RowValues<typeof paasWork>) => Promise<Work>,
): Promise<Work> {
  const { name, provider, providerId, responseHours, dueAt } = await readOpening(tx, principal, openingId);
  const promise = { packageName: name, responseHours, dueAt };
  // A space that activated its own plan is customer and provider at once.
  if (providerId === principal.tenantId) return fileInSpace(tx, principal, () => insert({ values: promise }));
  const theirId = newId();
  const row = await insert({
    values: { ...promise, party: provider },
    internal: { counterpartTenantId: providerId, counterpartId: theirId },
  });
  const { name: customer } = await readSite(tx.rows, principal.tenantId);
  const filer = await nameOf(tx, principal);
  await tx.inSpace(providerId, async () => {
    await insertRow(tx, asProgram({ registries }, providerId, principal), paasWork, {
      id: theirId,
      values: { ...sharedValues(row), ...promise, party: customer, filer },
      internal: { counterpartTenantId: principal.tenantId, counterpartId: row.id },
    });
    await tellOfOrder(tx, principal, { tenantId: providerId, id: theirId }, { title: row.title, name: filer });
  });
  return row;
}
