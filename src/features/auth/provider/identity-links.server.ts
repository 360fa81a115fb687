import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { firstCharacters } from "#kit/text-length.ts";
import member from "#entities/member.ts";
import { recordAuditEvent } from "#records/change/history.server.ts";
import { insertRow } from "#records/change/save.server.ts";
import { asProgram } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import type { ProviderPerson } from "./provider-client.server.ts";
import { type Provider, readProvider } from "./provider-row.server.ts";
import { providerTexts } from "./provider-texts.ts";

/** Maximum members that one provider adds in a day: each is an account of the installation. */
const maxNewPerDay = 200;

type NewLink = Pick<ProviderPerson, "subject" | "email"> & { memberId: string; accountId: string };

/** Adds a link; undefined when the person or the member has one already. */
async function addLink(tx: Tx, { id, tenantId }: Provider, link: NewLink): Promise<string | undefined> {
  const [row] = await tx.rows<{
    id: string;
  }>(sql`insert into member_identity (id, provider_id, tenant_id, member_id, account_id, subject, email)
    values (${newId()}::uuid, ${id}::uuid, ${tenantId}::uuid, ${link.memberId}::uuid, ${link.accountId}::uuid, ${link.subject},
      ${firstCharacters(link.email, 254)}) on conflict do nothing returning id`);
  return row?.id;
}

/** Whether a verified address has one of the domains of the provider. */
const hasDomain = (email: string, domains: readonly string[]) =>
  domains.includes(email.slice(email.lastIndexOf("@") + 1));

/**
 * Adds a person of the provider to its space, as far as the provider's settings permit. The account has no mobile number and no password: only the
 * provider signs it in. Returns the refusal otherwise.
 */
export async function addMember(
  tx: Tx,
  { services }: CallContext,
  provider: Provider,
  person: ProviderPerson,
): Promise<"notMember" | "wrongDomain" | "tooMany" | undefined> {
  const { tenantId, addsMembers, domains, roleId } = provider;
  if (!addsMembers) return "notMember";
  const { verifiedEmail } = person;
  if (verifiedEmail === undefined || !hasDomain(verifiedEmail, domains)) return "wrongDomain";
  await tx.lock(`identities ${provider.id}`);
  const [state] = await tx.rows<{ isLinked: boolean; added: number; hasRole: boolean }>(sql`select
    exists (select from member_identity where provider_id = ${provider.id}::uuid and subject = ${person.subject}) as "isLinked",
    exists (select from role where id = ${roleId}::uuid and tenant_id = ${tenantId}::uuid and deleted_at is null) as "hasRole",
    (select count(*)::int from member_identity
      where provider_id = ${provider.id}::uuid and created_at > now() - interval '1 day') as added`);
  // Linked to a member who was disabled or removed, or by a concurrent sign-in.
  if (state!.isLinked) return "notMember";
  if (state!.added >= maxNewPerDay) return "tooMany";
  const accountId = newId();
  const name = `sso ${accountId}`;
  await tx.rows(sql`insert into account (id, mobile, user_name) values (${accountId}::uuid, ${name}, ${name})`);
  const { id: memberId } = await insertRow(tx, asProgram(services, tenantId), member, {
    values: {
      userName: firstCharacters(verifiedEmail, 100),
      name: firstCharacters(person.name === "" ? verifiedEmail : person.name, 50),
      roles: state!.hasRole && roleId !== null ? [roleId] : [],
      isAdministrator: false,
      status: "active",
    },
    internal: { accountId },
  });
  await addLink(tx, provider, { ...person, memberId, accountId });
  return undefined;
}

const eventOf = ({ tenantId, memberId }: UserPrincipal, subject: string) => ({ tenantId, rowId: memberId, subject });

/** Links the caller to a person of the provider. @throws {Problem} forbidden for another session or a platform administrator; conflict */
export async function linkMember(
  tx: Tx,
  context: CallContext,
  provider: Provider,
  { sessionId, person }: { sessionId: string; person: ProviderPerson },
): Promise<void> {
  const { principal } = context;
  const isSameSession =
    principal.kind === "user" && principal.sessionId === sessionId && principal.tenantId === provider.tenantId;
  if (!isSameSession || principal.identityId) throw new Problem("forbidden", providerTexts.otherSession);
  if (principal.isSuperAdmin) throw new Problem("forbidden", providerTexts.platformAdministrator);
  const { memberId, accountId } = principal;
  if ((await addLink(tx, provider, { ...person, memberId, accountId })) === undefined)
    throw new Problem("conflict", providerTexts.linkedAlready);
  await recordAuditEvent(tx, context, member, { verb: "identityLink", ...eventOf(principal, provider.issuer) });
}

/** Removes the caller's link and ends the sessions that were opened with it. @throws {Problem} notFound */
export async function unlinkMember(context: CallContext<UserPrincipal>): Promise<void> {
  const { services, principal } = context;
  await services.database.system(async (tx) => {
    const [removed] = await tx.rows<{
      id: string;
      issuer: string;
    }>(sql`delete from member_identity i using identity_provider p
      where p.id = i.provider_id and i.member_id = ${principal.memberId}::uuid and i.tenant_id = ${principal.tenantId}::uuid returning i.id, p.issuer`);
    if (removed === undefined) throw new Problem("notFound", providerTexts.noProvider);
    await services.sessions.revokeOfSpace(tx, principal.tenantId, { identityId: removed.id });
    await recordAuditEvent(tx, context, member, { verb: "identityUnlink", ...eventOf(principal, removed.issuer) });
  });
}

/** The button of the space's provider, and the caller's link to it; null when the space has no enabled provider. */
export async function readOwnLink({ services, principal }: CallContext<UserPrincipal>) {
  return services.database.system(async (tx) => {
    const provider = await readProvider(tx, principal.tenantId);
    if (provider === undefined || !provider.isEnabled) return null;
    const [link] = await tx.rows<{ email: string; createdAt: string }>(
      sql`select email, created_at as "createdAt" from member_identity where member_id = ${principal.memberId}::uuid`,
    );
    return { name: provider.name, link: link ?? null, canLink: !principal.isSuperAdmin && !principal.identityId };
  });
}
