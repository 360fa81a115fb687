import { md5 } from "@noble/hashes/legacy.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { filterOf } from "#kit/theme-type.ts";

let space: { tenant: string; merchantId: string } | undefined;

/** From now on calls say in which space the person is and whose site this is: the server refuses a call meant for another one. */
export function rememberSpace(tenant: string, merchantId: string): void {
  space = { tenant, merchantId };
}

const digest = (text: string) => bytesToHex(md5(utf8ToBytes(text)));

/** The key under which the server carries out what one form sends once, however often it is sent; other content is another request. */
export const idempotencyKey = (form: string, body: string): string => `${form}.${digest(body)}`;

/**
 * The headers of the wire's older clients (B-257). They grant nothing: the signature is made of what everybody knows, and who
 * asks is decided by the session.
 * @param path of the call, as sent
 */
export function legacyHeaders(path: string): Record<string, string> {
  const timestamp = String(Date.now());
  return {
    timestamp,
    filter: String(filterOf(location.pathname)),
    sign: digest(path.toLowerCase() + timestamp),
    site: location.host,
    ...space,
  };
}
