import { md5 } from "@noble/hashes/legacy.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { themeFilterOf } from "#kit/theme-type.ts";

let space: { tenant: string; merchantId: string } | undefined;

/** Sets the ids of the space and of the site for the headers of calls; the server refuses a call whose headers name another one. */
export function rememberSpace(tenant: string, merchantId: string): void {
  space = { tenant, merchantId };
}

const digest = (text: string) => bytesToHex(md5(utf8ToBytes(text)));

/** The Idempotency-Key of a form and its content: the server carries a repeated request out once; changed content gets another key. */
export const idempotencyKey = (form: string, body: string): string => `${form}.${digest(body)}`;

/**
 * The headers that older clients send (B-257). They grant nothing: the signature uses public data, and the session decides who the caller is.
 * @param path of the call, as sent
 */
export function legacyHeaders(path: string): Record<string, string> {
  const timestamp = String(Date.now());
  return {
    timestamp,
    filter: String(themeFilterOf(location.pathname)),
    sign: digest(path.toLowerCase() + timestamp),
    site: location.host,
    ...space,
  };
}
