import { sql } from "drizzle-orm";
import type { Text } from "#kit/text.ts";
import { addPage } from "#records/site/add-page.server.ts";
import { documentOf } from "#records/site/document.server.ts";
import type { Person } from "./people.ts";
import { programIn } from "./registries.ts";
import type { Server } from "./server.ts";

type WithDatabase = Pick<Server, "database">;
const sameText = (text: string): Text => ({ zh: text, en: text });

/** Adds a published page with a changed draft and returns its id. A page with an empty title cannot be published. */
export async function addChangedPage(
  { database }: WithDatabase,
  { tenantId }: Pick<Person, "tenantId">,
  path: string,
  title = path,
) {
  const value = { code: null, heading: sameText("Hello"), lead: null, button: null, url: null };
  const setting = { title: sameText(path), description: sameText("") };
  return database.tenant(tenantId, async (tx) => {
    const document = documentOf(setting, [{ name: "notice", value }]);
    await addPage(tx, programIn(tenantId), { path, ...setting, document });
    const [page] = await tx.rows<{ id: string }>(sql`update page set status = 'changed', rev = 2,
      document = jsonb_set(document, '{setting,title}', ${JSON.stringify(sameText(title))}::jsonb) where path = ${path} returning id`);
    return page!.id;
  });
}

/** Locks the rows that a `select ... for update` reads until the returned function is called. */
export async function lockRow({ database }: WithDatabase, query: ReturnType<typeof sql>): Promise<() => Promise<void>> {
  const [released, locked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const transaction = database.system(async (tx) => {
    await tx.rows(query);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  return async () => {
    released.resolve();
    await transaction;
  };
}

/** Locks a page until the returned function is called. */
export const lockPage = (server: WithDatabase, id: string) =>
  lockRow(server, sql`select 1 from page where id = ${id}::uuid for update`);
