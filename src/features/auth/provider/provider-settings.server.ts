import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { RefusedAddress } from "#server/process/egress.server.ts";
import { newId } from "#server/process/id.server.ts";
import { seal } from "#server/process/seal.server.ts";
import { discoverProvider, ProviderFailure, testCredentials } from "./provider-client.server.ts";
import { logProviderEvent, type Provider, readProvider, sealPurpose } from "./provider-row.server.ts";
import { connectedText, faultTexts, providerTexts } from "./provider-texts.ts";
import { redirectPath } from "./redirect-path.ts";

/** What administrators see of their identity provider: everything but the secret. */
export type ProviderSettings = Omit<Provider, "secret" | "tenantId" | "id">;
/** `secret`: the new client secret; without it, the stored one stays. */
export type ProviderInput = ProviderSettings & { secret?: string | undefined };

const fieldProblem = (field: string, text: Text) => new Problem("invalid", text, { fields: { [field]: text } });

/** The addresses to which providers may send people of the space back; the space's administrator registers them at the provider. */
export async function redirectAddresses(context: CallContext<UserPrincipal>): Promise<string[]> {
  const { services, principal, origin } = context;
  const { tenants, env, database } = services;
  if (env.PUBLIC_URL === undefined) return [origin + redirectPath];
  const hosts = await database.read<{ host: string }>(
    principal.tenantId,
    sql`select host from site_host where tenant_id = ${principal.tenantId}::uuid and state = 'active' order by host`,
  );
  const own = await tenants.originOf(principal.tenantId);
  const { protocol } = new URL(env.PUBLIC_URL);
  const origins = [new URL(env.PUBLIC_URL).origin, own, ...hosts.map(({ host }) => `${protocol}//${host}`)];
  return [...new Set(origins.filter((one) => one !== null))].map((one) => one + redirectPath);
}

/** The identity provider of the caller's space, without its secret; null if there is none. */
export async function providerSettings(context: CallContext<UserPrincipal>) {
  const { services, principal } = context;
  const found = await services.database.system((tx) => readProvider(tx, principal.tenantId));
  const redirects = await redirectAddresses(context);
  if (found === undefined) return { provider: null, redirects };
  const { secret: _secret, tenantId: _tenantId, id: _id, ...settings } = found;
  return { provider: settings, redirects };
}

/** Checks the rules about new members. @throws {Problem} invalid */
async function checkNewMembers(tx: Tx, tenantId: string, { addsMembers, domains, roleId }: ProviderInput) {
  if (!addsMembers) return;
  if (domains.length === 0) throw fieldProblem("domains", providerTexts.domainRequired);
  const roles =
    roleId === null
      ? []
      : await tx.rows(
          sql`select 1 from role where id = ${roleId}::uuid and tenant_id = ${tenantId}::uuid and deleted_at is null`,
        );
  if (roles.length === 0) throw fieldProblem("roleId", providerTexts.roleRequired);
}

/**
 * Stores the identity provider of the caller's space, and ends the sessions that it no longer permits. A new issuer ends all links: its people are
 * others, and it must not receive the secret of the former one.
 * @throws {Problem} invalid
 */
export async function saveProvider(context: CallContext<UserPrincipal>, input: ProviderInput): Promise<void> {
  const { services, principal } = context;
  const { tenantId } = principal;
  const { issuer, clientId, name, isEnabled, addsMembers, roleId, domains, allowsPassword } = input;
  await services.egress.resolve(issuer).catch((error: unknown) => {
    const fault = error instanceof RefusedAddress && error.reason === "name" ? "unreachable" : "refused";
    throw fieldProblem("issuer", faultTexts[fault]);
  });
  await services.database.system(async (tx) => {
    await tx.lock(`identity provider ${tenantId}`);
    const current = await readProvider(tx, tenantId);
    const isNewIssuer = current !== undefined && current.issuer !== issuer;
    if (input.secret === undefined && (current === undefined || isNewIssuer))
      throw fieldProblem("secret", providerTexts.secretRequired);
    await checkNewMembers(tx, tenantId, input);
    const secret = input.secret === undefined ? current!.secret : seal(services.pepper, sealPurpose, input.secret);
    if (isNewIssuer) {
      await services.sessions.revokeOfSpace(tx, tenantId, "linked");
      await tx.rows(sql`delete from member_identity where provider_id = ${current.id}::uuid`);
    }
    await tx.rows(sql`insert into identity_provider as p
        (id, tenant_id, issuer, client_id, secret, name, is_enabled, adds_members, role_id, domains, allows_password)
      values (${newId()}::uuid, ${tenantId}::uuid, ${issuer}, ${clientId}, ${secret}, ${JSON.stringify(name)}::jsonb, ${isEnabled},
        ${addsMembers}, ${roleId}::uuid, ${sql.param(domains)}::text[], ${allowsPassword})
      on conflict (tenant_id) do update set issuer = excluded.issuer, client_id = excluded.client_id, secret = excluded.secret,
        name = excluded.name, is_enabled = excluded.is_enabled, adds_members = excluded.adds_members, role_id = excluded.role_id,
        domains = excluded.domains, allows_password = excluded.allows_password`);
    if (!isEnabled) await services.sessions.revokeOfSpace(tx, tenantId, "linked");
    if (isEnabled && !allowsPassword) await services.sessions.revokeOfSpace(tx, tenantId, "passwords");
    await logProviderEvent(tx, context, tenantId, { verb: "providerSave", subject: issuer });
  });
}

/** Removes the identity provider of the caller's space, with all links and the sessions that it opened. @throws {Problem} notFound */
export async function removeProvider(context: CallContext<UserPrincipal>): Promise<void> {
  const { services, principal } = context;
  const { tenantId } = principal;
  await services.database.system(async (tx) => {
    await tx.lock(`identity provider ${tenantId}`);
    const [removed] = await tx.rows<{ issuer: string }>(
      sql`delete from identity_provider where tenant_id = ${tenantId}::uuid returning issuer`,
    );
    if (removed === undefined) throw new Problem("notFound", providerTexts.noProvider);
    await services.sessions.revokeOfSpace(tx, tenantId, "linked");
    await logProviderEvent(tx, context, tenantId, { verb: "providerRemove", subject: removed.issuer });
  });
}

/** Tries the stored settings: configuration, client id and secret. @throws {Problem} notFound when there is no provider */
export async function testProvider(context: CallContext<UserPrincipal>): Promise<{ works: boolean; text: Text }> {
  const { services, principal } = context;
  const provider = await services.database.system((tx) => readProvider(tx, principal.tenantId));
  if (provider === undefined) throw new Problem("notFound", providerTexts.noProvider);
  try {
    const [redirect] = await redirectAddresses(context);
    await testCredentials(await discoverProvider(services, provider), redirect!);
    return { works: true, text: connectedText };
  } catch (error) {
    if (error instanceof ProviderFailure) return { works: false, text: faultTexts[error.fault] };
    throw error;
  }
}
