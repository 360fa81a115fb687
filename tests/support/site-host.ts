import { sql } from "drizzle-orm";
import { expect, vi } from "vitest";
import type { Person } from "./people.ts";
import { readPage } from "./read-page.ts";
import type { Server } from "./server.ts";

/**
 * The host name of the site of a space, without a port. Waits until the server has heard of the space, because tests create spaces in the database of
 * the server.
 */
export async function siteHost(
  { database, url }: Pick<Server, "database" | "url">,
  { tenantId }: Pick<Person, "tenantId">,
): Promise<string> {
  const [space] = await database.system((tx) =>
    tx.rows<{ code: string }>(sql`select code from tenant where id = ${tenantId}::uuid`),
  );
  const host = `${space!.code}.localhost`;
  const read = async () => expect((await readPage(`${url}/robots.txt`, { host })).status).toBe(200);
  await vi.waitFor(read, { timeout: 60_000, interval: 25 });
  return host;
}
