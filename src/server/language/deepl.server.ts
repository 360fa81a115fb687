import { parseObject, providerFetch } from "#server/process/provider-fetch.server.ts";
import { ProviderRefusal } from "./provider-call.server.ts";
import type { Translate, TranslationKeys } from "./translation.server.ts";

/** DeepL, and servers with the same API: https://developers.deepl.com/docs/api-reference/translate */
const defaultEndpoint = "https://api-free.deepl.com";
const targets = { zh: "ZH-HANS", en: "EN-GB" } as const;

/** Translates with DeepL. `keySecret` is the authentication key. */
export function createDeepl({ keySecret, endpoint }: TranslationKeys): Translate {
  const url = new URL("/v2/translate", endpoint ?? defaultEndpoint);
  return async (text, to, signal) => {
    const headers = { authorization: `DeepL-Auth-Key ${keySecret}`, "content-type": "application/json" };
    const body = JSON.stringify({ text: [text], target_lang: targets[to] });
    const { status, text: answer } = await providerFetch(url, { headers, body, signal });
    if (status !== 200) throw new ProviderRefusal(String(status));
    const { translations } = parseObject(answer);
    const translation: unknown = Array.isArray(translations)
      ? (translations[0] as { text?: unknown } | undefined)?.text
      : undefined;
    if (typeof translation !== "string") throw new ProviderRefusal("shape");
    return translation;
  };
}
