import { sql } from "drizzle-orm";
import * as oidc from "openid-client";
import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import { findIdentity } from "#features/auth/session/identities.server.ts";
import { openSession, type SignInResult } from "#features/auth/session/open-session.server.ts";
import {
  beginSecondStep,
  type SecondStepChallenge,
  secondStepProblem,
} from "#features/auth/second-step/second-step.server.ts";
import { isInstallationHost } from "#server/identity/tenants.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { deleteRows } from "#server/postgres/delete-rows.server.ts";
import { newId } from "#server/process/id.server.ts";
import { keyedHash, newToken, type Pepper, tokenHash } from "#server/process/secrets.server.ts";
import { addMember, linkMember } from "./identity-links.server.ts";
import {
  connectProvider,
  failureCodes,
  ProviderFailure,
  type ProviderPerson,
  redeemCode,
} from "./provider-client.server.ts";
import { lockProvider, logProviderEvent, type Provider, readProvider } from "./provider-row.server.ts";
import { faultTexts, providerTexts, signInFaultText } from "./provider-texts.ts";
import { redirectPath } from "./redirect-path.ts";

/** Maximum refused sign-ins that the audit log of a space records per hour. */
const maxRefusalsPerHour = 10;

const noProvider = () => new Problem("notFound", providerTexts.noProvider);
const expired = () => new Problem("unauthenticated", providerTexts.expired);

/** Values that only this installation can derive from a state: the verifier of PKCE and the nonce need not be stored. */
const verifierOf = (pepper: Pepper, state: string) => keyedHash(pepper, "sign-in verifier", state);
const nonceOf = (pepper: Pepper, state: string) => keyedHash(pepper, "sign-in nonce", state);

/**
 * The enabled provider of the space with this sign, else of the site's space; undefined if there is none. The site of a space offers its own provider
 * only.
 */
async function findProvider(context: CallContext, sign: string | undefined): Promise<Provider | undefined> {
  const { services, siteTenantId } = context;
  const isPlatformSite = siteTenantId === (await services.tenants.platform()).id;
  return services.database.system(async (tx) => {
    const [space] = await tx.rows<{ id: string }>(sql`select id from tenant
      where ${sign !== undefined && isPlatformSite ? sql`code = ${sign.toLowerCase()}` : sql`id = ${siteTenantId}::uuid`}`);
    const provider = space === undefined ? undefined : await readProvider(tx, space.id);
    return provider?.isEnabled === true ? provider : undefined;
  });
}

/** The button for people who sign in; null if the space has no provider, or does not exist. */
export async function readButton(context: CallContext, sign: string | undefined): Promise<{ name: Text } | null> {
  const provider = await findProvider(context, sign);
  return provider === undefined ? null : { name: provider.name };
}

/** The origin to return to. @throws {Problem} notFound for a host name that belongs neither to the installation nor to a space */
async function returnOrigin({ services, origin, siteTenantId }: CallContext): Promise<string> {
  const { PUBLIC_URL } = services.env;
  const isOfSpace = siteTenantId !== (await services.tenants.platform()).id;
  const host = URL.parse(origin)?.hostname ?? "";
  if (PUBLIC_URL !== undefined && !isOfSpace && !isInstallationHost(PUBLIC_URL, host)) throw noProvider();
  return origin;
}

/** The words for a person whose provider failed; the codes go to the log. */
function problemOf({ services }: CallContext, { tenantId }: Provider, error: unknown): unknown {
  if (!(error instanceof ProviderFailure)) return error;
  const { fault } = error;
  services.log.warn({ tenantId, fault, codes: failureCodes(error) }, "identity provider failed");
  return new Problem("unauthenticated", fault === "unreachable" ? faultTexts.unreachable : signInFaultText);
}

/** Stores where a person was sent, and binds it to the browser. Returns the address of the provider. */
async function sendToProvider(context: CallContext, provider: Provider, sessionId?: string): Promise<{ url: string }> {
  const { services, returnToken, setReturnCookie } = context;
  const origin = await returnOrigin(context);
  const config = await connectProvider(services, provider).catch((error: unknown) => {
    throw problemOf(context, provider, error);
  });
  const state = newToken();
  // The same cookie for sign-ins in several tabs.
  const browser = /^[\w-]{43}$/.test(returnToken ?? "") ? returnToken! : newToken();
  await services.database.system(async (tx) => {
    await tx.rows(sql`insert into sign_in_state (id, state_hash, browser_hash, provider_id, issuer, origin, session_id, expires_at)
      values (${newId()}::uuid, ${tokenHash(state)}, ${tokenHash(browser)}, ${provider.id}::uuid, ${provider.issuer}, ${origin},
        ${sessionId ?? null}::uuid, now() + interval '10 minutes')`);
    tx.afterCommit(() => setReturnCookie(browser));
  });
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: origin + redirectPath,
    scope: "openid email profile",
    state,
    nonce: nonceOf(services.pepper, state),
    code_challenge: await oidc.calculatePKCECodeChallenge(verifierOf(services.pepper, state)),
    code_challenge_method: "S256",
  });
  return { url: url.href };
}

/** Begins a sign-in. @throws {Problem} notFound without a provider, unauthenticated when it cannot be reached */
export async function beginProviderSignIn(context: CallContext, sign: string | undefined): Promise<{ url: string }> {
  const provider = await findProvider(context, sign);
  if (provider === undefined) throw noProvider();
  return sendToProvider(context, provider);
}

/** Begins to link the caller. @throws {Problem} forbidden for platform administrators; else as `beginProviderSignIn` */
export async function beginLink(context: CallContext<UserPrincipal>): Promise<{ url: string }> {
  const { services, principal } = context;
  if (principal.isSuperAdmin) throw new Problem("forbidden", providerTexts.platformAdministrator);
  const provider = await services.database.system((tx) => readProvider(tx, principal.tenantId));
  if (provider === undefined || !provider.isEnabled) throw noProvider();
  return sendToProvider(context, provider, principal.sessionId);
}

type UsedState = { providerId: string; issuer: string; sessionId: string | null };

/** Uses up a state; undefined when it is unknown, used, expired, of another browser or of another host name. */
async function consumeState(context: CallContext, state: string): Promise<UsedState | undefined> {
  const { services, returnToken, origin } = context;
  const [used] = await services.database.system((tx) =>
    tx.rows<UsedState>(sql`update sign_in_state set used_at = now() where state_hash = ${tokenHash(state)}
      and browser_hash = ${tokenHash(returnToken ?? "")} and origin = ${origin} and used_at is null and expires_at > now()
      returning provider_id as "providerId", issuer, session_id as "sessionId"`),
  );
  return used;
}

/** What a provider added to the address of return. */
export type ProviderReturn = {
  state: string;
  code?: string | undefined;
  iss?: string | undefined;
  error?: string | undefined;
};

/** Exchanges the code. @throws {Problem} unauthenticated */
async function identifyPerson(
  context: CallContext,
  provider: Provider,
  { state, code, iss }: ProviderReturn,
): Promise<ProviderPerson> {
  const { services, origin } = context;
  const address = new URL(origin + redirectPath);
  address.searchParams.set("state", state);
  if (code !== undefined) address.searchParams.set("code", code);
  if (iss !== undefined) address.searchParams.set("iss", iss);
  const expected = { state, nonce: nonceOf(services.pepper, state), verifier: verifierOf(services.pepper, state) };
  try {
    return await redeemCode(await connectProvider(services, provider), { address, ...expected });
  } catch (error) {
    throw problemOf(context, provider, error);
  }
}

type Refusal = "notMember" | "wrongDomain" | "tooMany" | "platformAdministrator";

/** Signs a person of the provider in to its space, and to no other one. */
async function signIn(
  tx: Tx,
  context: CallContext,
  provider: Provider,
  person: ProviderPerson,
): Promise<SignInResult | SecondStepChallenge | Refusal> {
  const key = { providerId: provider.id, subject: person.subject };
  let identity = await findIdentity(tx, key);
  if (identity === undefined) {
    const refusal = await addMember(tx, context, provider, person);
    if (refusal !== undefined) return refusal;
    identity = await findIdentity(tx, key);
  }
  if (identity === undefined) return "notMember";
  const { account } = identity;
  if (account.isSuperAdmin) return "platformAdministrator";
  const challenge = await beginSecondStep(tx, context, account, { by: "provider", identityId: identity.id });
  return challenge ?? openSession(tx, context, account, { identity });
}

/** Records a refused sign-in in the audit log of the space. */
const logRefusal = (context: CallContext, { tenantId }: Provider, text: Text) =>
  context.services.database.system((tx) =>
    logProviderEvent(tx, { principal: context.principal, requestId: context.requestId, actor: "visitor" }, tenantId, {
      verb: "providerRefuse",
      subject: text.en,
      maxPerHour: maxRefusalsPerHour,
    }),
  );

/**
 * Completes what `beginProviderSignIn` or `beginLink` began. The session of a sign-in is limited to the space of the provider.
 * @throws {Problem} unauthenticated, with a ticket when the second step of the account follows; forbidden; conflict
 */
export async function finishProviderSignIn(
  context: CallContext,
  returned: ProviderReturn,
): Promise<{ isLink: boolean; token: string | null }> {
  const { services } = context;
  const used = await consumeState(context, returned.state);
  if (used === undefined) throw expired();
  const provider = await services.database.system((tx) => lockProvider(tx, used.providerId));
  if (provider === undefined || provider.issuer !== used.issuer) throw noProvider();
  try {
    if (returned.error !== undefined || returned.code === undefined)
      throw new Problem(
        "unauthenticated",
        returned.error === "access_denied" ? providerTexts.cancelled : providerTexts.failed,
      );
    const person = await identifyPerson(context, provider, returned);
    const { sessionId } = used;
    const result = await services.database.system(async (tx) => {
      const current = await lockProvider(tx, provider.id);
      if (current === undefined || current.issuer !== used.issuer) throw noProvider();
      if (sessionId === null) return signIn(tx, context, current, person);
      await linkMember(tx, context, current, { sessionId, person });
      return undefined;
    });
    if (result === undefined) return { isLink: true, token: null };
    if (typeof result === "string") throw new Problem("forbidden", providerTexts[result]);
    if ("ticket" in result) throw secondStepProblem(result);
    return { isLink: false, token: result.token };
  } catch (error) {
    const isSecondStep = error instanceof Problem && error.details.data?.secondFactor !== undefined;
    if (error instanceof Problem && !isSecondStep) await logRefusal(context, provider, error.text);
    throw error;
  }
}

/** Deletes states an hour after they expired. */
export const purgeStates = (tx: Tx, limit: number) =>
  deleteRows(tx, "sign_in_state", sql`expires_at < now() - interval '1 hour'`, limit);
