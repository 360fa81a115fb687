import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import type { RowValues, StoredRow } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import type { LocalizedValue } from "#kit/text.ts";
import paasWork from "#entities/paasWork.ts";
import serviceOpening from "#entities/serviceOpening.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { insertRow } from "#records/change/save.server.ts";
import { asProgram } from "#records/registry/row-context.server.ts";
import { readSite } from "#records/site/site.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId, uuidPattern } from "#server/process/id.server.ts";
import { notifyOfWork } from "./notify-of-work.server.ts";
import { readMemberName } from "./work.server.ts";

type PlanTerms = {
  name: LocalizedValue<string> | null;
  provider: LocalizedValue<string> | null;
  providerId: string | null;
  responseHours: number;
  dueAt: string;
};

// The same text for every invalid plan, so that it reveals nothing about other spaces.
const planNotFound = {
  zh: "套餐不存在或已到期，请重新选择",
  en: "This plan does not exist or has expired. Choose another one.",
};

type Work = StoredRow<typeof paasWork>;

/** The values of an order that its provider receives. The provider sees no other data of the customer's space. */
const sharedValues = ({ title, kind, priority, device, description, picture }: Work) => ({
  title,
  kind,
  priority,
  device,
  description,
  picture,
});

/** Reads an active plan and the response deadline of an order filed now. @throws {Problem} invalid when the plan does not exist or has expired */
async function readPlanTerms(
  tx: Tx,
  principal: UserPrincipal,
  id: string,
): Promise<PlanTerms & { providerId: string }> {
  const readableRows = permittedRowsSql(principal, serviceOpening, "read");
  const [row] = uuidPattern.test(id.toLowerCase())
    ? await tx.rows<PlanTerms>(sql`select name, provider, provider_id as "providerId", response_hours as "responseHours",
        now() + make_interval(hours => response_hours::int) as "dueAt"
      from service_opening where ${readableRows} and id = ${id}::uuid and ends_at > now()`)
    : [];
  if (row === undefined || row.providerId === null)
    throw new Problem("invalid", planNotFound, { fields: { openingId: planNotFound } });
  return { ...row, providerId: row.providerId };
}

/** Notifies the handlers of a space about a new work order. */
const notifyHandlers = (
  tx: Tx,
  principal: UserPrincipal,
  row: { tenantId: string; id: string },
  content: { title: string; name: string },
) => notifyOfWork(tx, row, { event: "work.filed", content, causedBy: principal.memberId, notifiesHandlers: true });

/** Files a work order that the filer's own space handles. */
export async function fileInSpace(tx: Tx, principal: UserPrincipal, insert: () => Promise<Work>): Promise<Work> {
  const row = await insert();
  const name = await readMemberName(tx, principal);
  await notifyHandlers(tx, principal, { tenantId: principal.tenantId, id: row.id }, { title: row.title, name });
  return row;
}

/**
 * Files an order under a plan: inserts the customer's row and, in the same transaction, the provider's row with only the shared values.
 * @throws {Problem} invalid when the plan has expired or belongs to another space
 */
export async function fileOrder(
  { tx, principal, registries }: { tx: Tx; principal: UserPrincipal } & Pick<Services, "registries">,
  openingId: string,
  insert: (additions: RowValues<typeof paasWork>) => Promise<Work>,
): Promise<Work> {
  const {
    name: packageName,
    provider,
    providerId,
    responseHours,
    dueAt,
  } = await readPlanTerms(tx, principal, openingId);
  const planValues = { packageName, responseHours, dueAt };
  // A space that activated its own plan is customer and provider at once.
  if (providerId === principal.tenantId) return fileInSpace(tx, principal, () => insert({ values: planValues }));
  const providerRowId = newId();
  const row = await insert({
    values: { ...planValues, party: provider },
    internal: { counterpartTenantId: providerId, counterpartId: providerRowId },
  });
  const { name: customerName } = await readSite(tx.rows, principal.tenantId);
  const filerName = await readMemberName(tx, principal);
  await tx.inSpace(providerId, async () => {
    await insertRow(tx, asProgram({ registries }, providerId, principal), paasWork, {
      id: providerRowId,
      values: { ...sharedValues(row), ...planValues, party: customerName, filer: filerName },
      internal: { counterpartTenantId: principal.tenantId, counterpartId: row.id },
    });
    await notifyHandlers(
      tx,
      principal,
      { tenantId: providerId, id: providerRowId },
      { title: row.title, name: filerName },
    );
  });
  return row;
}
