import { createHash, randomUUID } from "node:crypto";
import { parseObject, providerFetch } from "#server/process/provider-fetch.server.ts";
import { ProviderRefusal } from "./provider-call.server.ts";
import type { Translate, TranslationKeys } from "./translation.server.ts";

/** Baidu's general translation: https://fanyi-api.baidu.com/doc/21 */
const defaultEndpoint = "https://fanyi-api.baidu.com";

/** The signature of a request, as the provider defines it: the MD5 of app, text, salt and key. */
export const signBaidu = ({ keyId, keySecret }: TranslationKeys, text: string, salt: string): string =>
  createHash("md5").update(`${keyId}${text}${salt}${keySecret}`, "utf8").digest("hex");

/** Translates with Baidu. `keyId` is the id of the app. */
export function createBaidu(keys: TranslationKeys): Translate {
  const url = new URL("/api/trans/vip/translate", keys.endpoint ?? defaultEndpoint);
  return async (text, to, signal) => {
    const salt = randomUUID();
    const sign = signBaidu(keys, text, salt);
    const body = new URLSearchParams({ q: text, from: "auto", to, appid: keys.keyId, salt, sign }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const { status, text: answer } = await providerFetch(url, { headers, body, signal });
    const { error_code: code, trans_result: results } = parseObject(answer);
    if (code !== undefined) throw new ProviderRefusal(String(code).slice(0, 20));
    if (status !== 200 || !Array.isArray(results)) throw new ProviderRefusal(String(status));
    // One result for each line of the text.
    const lines = results.map((line) => (line as { dst?: unknown } | null)?.dst);
    if (!lines.every((line) => typeof line === "string")) throw new ProviderRefusal("shape");
    return lines.join("\n");
  };
}
