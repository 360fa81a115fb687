import { sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import { platformCode } from "#kit/space.ts";
import { createSpace, type NewSpace } from "#records/site/new-space.server.ts";
import type { FirstStart } from "#features/platform/announce.server.ts";
import contract from "#entities/contract.ts";
import newsItem from "#entities/news.ts";
import servicePackage from "#entities/servicePackage.ts";
import wikiPage from "#entities/wiki.ts";
import { insertRow } from "#records/change/save.server.ts";
import { asProgram } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { readableSecret } from "#server/process/secrets.server.ts";
import { company } from "../seed/company.ts";
import { home } from "../seed/home.ts";
import { contracts } from "../seed/legal.ts";
import { news } from "../seed/news.ts";
import { pages } from "../seed/pages.ts";
import { servicePackages } from "../seed/service.ts";
import { wiki } from "../seed/wiki.ts";

/** The key of the advisory lock; different from the migrations'. Of several processes that start at once, one seeds and the others wait. */
const seedLock = 4_815_162_343;

async function addAdministrator(tx: Tx, mobile: string, passwordHash: string): Promise<string> {
  const accountId = newId();
  await tx.rows(sql`insert into account (id, mobile, user_name, password_hash, password_is_one_time, is_super_admin)
    values (${accountId}::uuid, ${mobile}, 'admin', ${passwordHash}, true, true)`);
  return accountId;
}

/** Creates the platform's space with the demonstration company: site, pages, news, agreements, packages and wiki. */
async function addDemonstration(tx: Tx, services: Services, space: NewSpace): Promise<void> {
  const tenantId = await createSpace(tx, services, { ...space, site: company, pages: [home, ...pages] });
  const program = asProgram(services, tenantId);
  for (const values of news) await insertRow(tx, program, newsItem, { values });
  for (const { number, title, text, effectiveAt } of contracts)
    await insertRow(tx, program, contract, { values: { number, title, text, effectiveAt, status: "published" } });
  for (const values of servicePackages) await insertRow(tx, program, servicePackage, { values });
  const idByKey = new Map<string, string>();
  for (const [sort, { key, parent, title, text }] of wiki.entries()) {
    const parentId = parent === null ? null : (idByKey.get(parent) ?? null);
    const values = { slug: key, parent: parentId, title, text, sort, status: "published" };
    idByKey.set(key, (await insertRow(tx, program, wikiPage, { values })).id);
  }
}

/**
 * Fills an empty database in one transaction: the platform's company with its first administrator, and the demonstration content unless BARE=1.
 * Returns the administrator's mobile number and one-time password; undefined when the database was not empty.
 */
export async function seedPlatform(services: Services): Promise<FirstStart> {
  const { env, database, passwords } = services;
  const isSeeded = (tx: Tx) =>
    tx.rows(sql`select 1 from tenant where code = ${platformCode}`).then((rows) => rows.length > 0);
  if (await database.system(isSeeded)) return undefined;
  // 20 characters: impossible to guess, and possible to type.
  const oneTimePassword = readableSecret(20, 5);
  const passwordHash = await passwords.hash(oneTimePassword);
  const mobile = env.ADMIN_MOBILE;
  return database.system(async (tx) => {
    await tx.rows(sql`select pg_advisory_xact_lock(${seedLock})`);
    if (await isSeeded(tx)) return undefined;
    const accountId = await addAdministrator(tx, mobile, passwordHash);
    const space = { accountId, mobile, code: platformCode, userName: "admin" };
    if (env.BARE) await createSpace(tx, services, space);
    else await addDemonstration(tx, services, space);
    return { mobile, oneTimePassword };
  });
}
