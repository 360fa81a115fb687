import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { addCleanUp } from "./clean-up.ts";

type Claims = Record<string, unknown>;
type Code = { clientId: string; redirectUri: string; challenge: string; nonce: string };

export const clientId = "meridian-test";
/** A secret that no response of the program may contain. */
export const clientSecret = "client secret:+% of the test";

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
function json(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

const newKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 });

/**
 * An OpenID Connect provider: discovery, authorization, token endpoint with client authentication and PKCE, user info and keys. `person`: who signs in;
 * `answer`: what the provider does differently.
 */
export async function startProvider() {
  const key = newKey();
  const foreignKey = newKey();
  const codes = new Map<string, Code>();
  const state = {
    person: { sub: "person-1" } as Claims,
    /** Claims of the user info response only. */
    more: {} as Claims,
    refuses: false,
    /** Changes of the id token: claims, algorithm, key. */
    claims: {} as Claims,
    algorithm: "RS256",
    usesForeignKey: false,
    metadata: {} as Claims,
    tokenRequests: 0,
    sentChallenges: [] as string[],
  };

  function idToken({ clientId: audience, nonce }: Code): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: origin, aud: audience, iat: now, exp: now + 300, nonce, ...state.person, ...state.claims };
    const content = `${encode({ alg: state.algorithm, kid: "1", typ: "JWT" })}.${encode(claims)}`;
    if (state.algorithm === "none") return `${content}.`;
    const { privateKey } = state.usesForeignKey ? foreignKey : key;
    return `${content}.${createSign("RSA-SHA256").update(content).sign(privateKey, "base64url")}`;
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const redirect = new URL(query.get("redirect_uri")!);
    redirect.searchParams.set("state", query.get("state")!);
    redirect.searchParams.set("iss", origin);
    state.sentChallenges.push(query.get("code_challenge")!);
    if (state.refuses) redirect.searchParams.set("error", "access_denied");
    else {
      const code = randomBytes(16).toString("hex");
      codes.set(code, {
        clientId: query.get("client_id")!,
        redirectUri: query.get("redirect_uri")!,
        challenge: query.get("code_challenge_method") === "S256" ? query.get("code_challenge")! : "",
        nonce: query.get("nonce")!,
      });
      redirect.searchParams.set("code", code);
    }
    response.writeHead(302, { location: redirect.href }).end();
  }

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    state.tokenRequests += 1;
    const body = await bodyOf(request);
    const [id, secret] = Buffer.from((request.headers.authorization ?? "").replace(/^Basic /, ""), "base64")
      .toString()
      .split(":")
      .map((part) => decodeURIComponent(part.replaceAll("+", "%20")));
    if (id !== clientId || secret !== clientSecret) return json(response, 401, { error: "invalid_client" });
    const code = codes.get(body.get("code") ?? "");
    codes.delete(body.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    if (code === undefined || code.challenge !== challenge || code.redirectUri !== body.get("redirect_uri"))
      return json(response, 400, { error: "invalid_grant" });
    json(response, 200, { access_token: "access", token_type: "Bearer", expires_in: 60, id_token: idToken(code) });
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, origin);
    if (pathname === "/.well-known/openid-configuration")
      return void json(response, 200, {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        userinfo_endpoint: `${origin}/userinfo`,
        jwks_uri: `${origin}/keys`,
        authorization_response_iss_parameter_supported: true,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256", "none"],
        ...state.metadata,
      });
    if (pathname === "/authorize") return authorize(searchParams, response);
    if (pathname === "/token") return void exchange(request, response);
    if (pathname === "/userinfo") return void json(response, 200, { sub: state.person.sub, ...state.more });
    if (pathname === "/keys")
      return void json(response, 200, {
        keys: [{ ...key.publicKey.export({ format: "jwk" }), kid: "1", use: "sig", alg: "RS256" }],
      });
    response.writeHead(404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  addCleanUp(async () => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, state };
}

export type TestProvider = Awaited<ReturnType<typeof startProvider>>;
