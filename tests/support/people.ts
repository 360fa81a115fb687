import { platformCode } from "#kit/space.ts";
import { sql } from "drizzle-orm";
import member from "#entities/member.ts";
import { insertRow } from "#records/change/save.server.ts";
import { newId } from "#server/process/id.server.ts";
import { createPasswords, type Passwords } from "#server/identity/passwords.server.ts";
import { recordVisit } from "#features/auth/session/record-visit.server.ts";
import { createSessions } from "#server/identity/sessions.server.ts";
import { createSpace } from "#records/site/new-space.server.ts";
import { pepper } from "./program.ts";
import { programIn, registries } from "./registries.ts";
import type { Server } from "./server.ts";

/** A signed-in person, with a bearer token. */
export type Person = { token: string; accountId: string; memberId: string; tenantId: string };

let mobileCount = 0;
/** A mobile number that is unique in this file. */
export const nextMobile = () => `137${String((mobileCount += 1)).padStart(8, "0")}`;

type Membership = { accountId: string; tenantId: string };

/** Adds an account without a space and returns its id. */
export async function newAccount({ database }: Server, mobile = nextMobile()): Promise<string> {
  const accountId = newId();
  await database.system((tx) =>
    tx.rows(sql`insert into account (id, mobile, user_name) values (${accountId}::uuid, ${mobile}, ${mobile})`),
  );
  return accountId;
}

/** Signs a member in: the program's own code creates a session in the database. */
async function signIn({ database }: Server, { accountId, tenantId }: Membership): Promise<Person> {
  return database.system(async (tx) => {
    const [found] = await tx.rows<{ id: string; isSuperAdmin: boolean }>(
      sql`select m.id, a.is_super_admin as "isSuperAdmin" from member m join account a on a.id = m.account_id
        where m.tenant_id = ${tenantId}::uuid and m.account_id = ${accountId}::uuid`,
    );
    const { id: memberId, isSuperAdmin } = found!;
    const session = { accountId, tenantId, memberId, isSuperAdmin, userAgent: "test", replaces: undefined };
    const { token } = await createSessions({ database, recordVisit }).create(tx, session);
    return { accountId, memberId, tenantId, token };
  });
}

/** Creates another session of a person in the same space. */
export const signInAgain = (server: Server, person: Membership): Promise<Person> => signIn(server, person);

/** Creates a space and returns its owner, who is an administrator. */
export async function newSpaceOwner(server: Server, mobile = nextMobile()): Promise<Person> {
  const accountId = await newAccount(server, mobile);
  const tenantId = await server.database.system((tx) => createSpace(tx, { registries }, { accountId, mobile }));
  return signIn(server, { accountId, tenantId });
}

/** Adds a member who is not an administrator to a space. */
export async function newMember(server: Server, tenantId: string, mobile = nextMobile()): Promise<Person> {
  const accountId = await newAccount(server, mobile);
  const values = { userName: mobile, mobile, name: mobile, isAdministrator: false, status: "active" };
  await server.database.tenant(tenantId, (tx) =>
    insertRow(tx, programIn(tenantId), member, { values, internal: { accountId } }),
  );
  return signIn(server, { accountId, tenantId });
}

/** The platform's administrator, in the platform's own space. */
export async function superAdministrator(server: Server): Promise<Person> {
  const [found] = await server.database.system((tx) =>
    tx.rows<Membership>(sql`select a.id as "accountId", t.id as "tenantId" from account a, tenant t
      where a.is_super_admin and t.code = ${platformCode}`),
  );
  return signIn(server, found!);
}

let passwords: Promise<Passwords> | undefined;
/** Sets a person's password without the SMS code that the program requires, and returns its hash. */
export async function givePassword({ database }: Server, { accountId }: Pick<Person, "accountId">, password: string) {
  passwords ??= createPasswords({ key: Buffer.from(pepper), previous: [] });
  const hash = await (await passwords).hash(password);
  await database.system((tx) =>
    tx.rows(
      sql`update account set password_hash = ${hash}, password_is_one_time = false where id = ${accountId}::uuid`,
    ),
  );
  return hash;
}
