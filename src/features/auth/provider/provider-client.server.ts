import { LRUCache } from "lru-cache";
import * as oidc from "openid-client";
import type { Services } from "#kit/call.ts";
import { minutes, seconds } from "#kit/format.ts";
import type { Egress } from "#server/process/egress.server.ts";
import { RefusedAddress } from "#server/process/egress.server.ts";
import { unseal } from "#server/process/seal.server.ts";
import type { ProviderFault } from "./provider-texts.ts";
import type { Provider } from "./provider-row.server.ts";
import { sealPurpose } from "./provider-row.server.ts";

/** Why a provider could not be used. `reason`: the details for the log, without secrets. */
export class ProviderFailure extends Error {
  readonly fault: ProviderFault;
  constructor(fault: ProviderFault, options?: ErrorOptions) {
    super(`identity provider: ${fault}`, options);
    this.fault = fault;
  }
}

/** Maximum time of one request to a provider, maximum size of its response, and accepted difference between the clocks. */
const requestSeconds = 10;
const maxBytes = 256 * 1024;
const clockToleranceSeconds = 30;
/** Statuses whose responses have no content. */
const emptyStatuses: ReadonlySet<number> = new Set([204, 205, 304]);

/** The requests of the OpenID client, with the checks of addresses that members enter (server/process/egress.server.ts). */
const guardedFetch =
  (egress: Egress): oidc.CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    try {
      const limit = AbortSignal.timeout(seconds(requestSeconds));
      const answer = await egress.send(await egress.resolve(url), {
        method: method === "POST" ? "POST" : "GET",
        headers,
        body: body === undefined || body === null ? "" : String(body as string | URLSearchParams),
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
        maxBytes,
      });
      const content = emptyStatuses.has(answer.status) ? null : answer.text;
      return new Response(content, { status: answer.status, headers: { "content-type": answer.type } });
    } catch (error) {
      throw new ProviderFailure(error instanceof RefusedAddress ? "refused" : "unreachable", { cause: error });
    }
  };

const failuresOf = (error: unknown): unknown[] =>
  error instanceof Error ? [error, ...failuresOf(error.cause)] : error === undefined ? [] : [error];

/** Converts an error of the OpenID client. */
export function asProviderFailure(error: unknown): ProviderFailure {
  const failures = failuresOf(error);
  const failure = failures.find((one) => one instanceof ProviderFailure);
  if (failure !== undefined) return failure;
  if (failures.some((one) => one instanceof DOMException)) return new ProviderFailure("unreachable", { cause: error });
  const isCredentialRefused = failures.some(
    (one) =>
      one instanceof oidc.WWWAuthenticateChallengeError ||
      (one instanceof oidc.ResponseBodyError && (one.error === "invalid_client" || one.status === 401)),
  );
  return new ProviderFailure(isCredentialRefused ? "credentials" : "invalid", { cause: error });
}

/** What the log may say of a failure: the codes of the OpenID client, no values of the provider. */
export const failureCodes = (failure: ProviderFailure): string[] =>
  failuresOf(failure).flatMap((one) => (one instanceof Error && "code" in one ? [String(one.code)] : []));

/** Whether people can be sent to this address, or keys be read from it: it has the scheme of the issuer, or https. */
const isWebAddress = (address: string | undefined, issuer: string): boolean => {
  const url = URL.parse(address ?? "");
  return url !== null && (url.protocol === "https:" || url.protocol === new URL(issuer).protocol);
};

/** Reads the metadata of a provider. @throws {ProviderFailure} */
export async function discoverProvider(
  { egress, pepper }: Pick<Services, "egress" | "pepper">,
  { issuer, clientId, secret: sealedSecret }: Pick<Provider, "issuer" | "clientId" | "secret">,
): Promise<oidc.Configuration> {
  const customFetch = guardedFetch(egress);
  try {
    const found = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), {
      [oidc.customFetch]: customFetch,
      timeout: requestSeconds,
      // The guard decides which addresses may use http.
      execute: [oidc.allowInsecureRequests],
    });
    const server = found.serverMetadata();
    const isComplete = [server.authorization_endpoint, server.token_endpoint, server.jwks_uri].every((address) =>
      isWebAddress(address, issuer),
    );
    if (!isComplete) throw new ProviderFailure("incomplete");
    const secret = unseal(pepper, sealPurpose, sealedSecret);
    // OpenID Connect's default method is the header.
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const authenticate = methods.includes("client_secret_basic")
      ? oidc.ClientSecretBasic(secret)
      : oidc.ClientSecretPost(secret);
    const config = new oidc.Configuration(
      server,
      clientId,
      { [oidc.clockTolerance]: clockToleranceSeconds },
      authenticate,
    );
    config[oidc.customFetch] = customFetch;
    config.timeout = requestSeconds;
    oidc.allowInsecureRequests(config);
    // Signatures of id tokens are checked, although they come from the provider itself.
    oidc.enableNonRepudiationChecks(config);
    return config;
  } catch (error) {
    throw asProviderFailure(error);
  }
}

/** The metadata of providers, with their keys. */
const discovered = new LRUCache<string, oidc.Configuration>({ max: 200, ttl: minutes(10) });

/** Like `discoverProvider`, from memory for ten minutes. */
export async function connectProvider(services: Services, provider: Provider): Promise<oidc.Configuration> {
  const key = [provider.id, provider.issuer, provider.clientId, provider.secret].join(" ");
  const known = discovered.get(key);
  if (known !== undefined) return known;
  const config = await discoverProvider(services, provider);
  discovered.set(key, config);
  return config;
}

/** Who signed in at a provider. `verifiedEmail`: the address if the provider says that it verified it, in lower case. */
export type ProviderPerson = { subject: string; email: string; verifiedEmail: string | undefined; name: string };

type Claims = Partial<Record<string, unknown>>;
const textOf = (value: unknown) => (typeof value === "string" ? value.trim() : "");

export const toPerson = (subject: string, claims: Claims): ProviderPerson => {
  const email = textOf(claims.email).toLowerCase();
  return {
    subject,
    email,
    verifiedEmail: claims.email_verified === true && email !== "" ? email : undefined,
    name: textOf(claims.name) || textOf(claims.preferred_username),
  };
};

type Return = { address: URL; state: string; nonce: string; verifier: string };

/** Exchanges the code of a returned person. All checks of the answer are those of the OpenID client. @throws {ProviderFailure} */
export async function redeemCode(
  config: oidc.Configuration,
  { address, state, nonce, verifier }: Return,
): Promise<ProviderPerson> {
  try {
    const tokens = await oidc.authorizationCodeGrant(config, address, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims()!;
    const needsMore = claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
    const more = needsMore ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
    return toPerson(claims.sub, { ...claims, ...more });
  } catch (error) {
    throw asProviderFailure(error);
  }
}

/** Offers an invalid code: a provider that accepts client id and secret refuses only the code. @throws {ProviderFailure} */
export async function testCredentials(config: oidc.Configuration, redirectUri: string): Promise<void> {
  const parameters = {
    code: "connection-test",
    redirect_uri: redirectUri,
    code_verifier: oidc.randomPKCECodeVerifier(),
  };
  try {
    await oidc.genericGrantRequest(config, "authorization_code", parameters);
  } catch (error) {
    const failure = asProviderFailure(error);
    const isCodeRefused = failuresOf(error).some(
      (one) => one instanceof oidc.ResponseBodyError && one.error === "invalid_grant",
    );
    if (!isCodeRefused) throw failure;
  }
}
