import type { CallInput, CallName, Method } from "#kit/call.ts";
import type { Locale } from "#kit/text.ts";
import { defaultPartnerApiPath } from "#kit/public-settings.ts";

/** The language of this document. */
export const readerLocale = (): Locale => (document.documentElement.lang.startsWith("zh") ? "zh" : "en");

/**
 * A request without headers. `path` is `url` without the query. `credentials`: only the main base gets the session's cookie (B-258).
 */
export type WireRequest = {
  method: string;
  path: string;
  url: string;
  body: string | FormData | undefined;
  credentials: "same-origin" | "omit";
};

/** The calls of the second base. */
const isPartnerCall = (path: string): boolean => path.startsWith("basic/sms/partners/");

/** Fills `{name}` in the path from the input and returns the remaining input. The `api/` that some paths of the contract begin with is cut off. */
function fillPath(path: string, input: Record<string, unknown>): { path: string; input: Record<string, unknown> } {
  const remaining = { ...input };
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = remaining[name];
    delete remaining[name];
    return encodeURIComponent(String(value));
  });
  return { path: filledPath.replace(/^api\//i, ""), input: remaining };
}

function queryString(input: Record<string, unknown>): string {
  const pairs = Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, typeof value === "object" ? JSON.stringify(value) : String(value)]);
  const text = new URLSearchParams(pairs as [string, string][]).toString();
  return text === "" ? "" : `?${text}`;
}

/** The HTTP request of a call, made from its name and input. `otherMethod` replaces the method in the name. */
export function wireRequest<N extends CallName>(name: N, input: CallInput<N>, otherMethod?: Method): WireRequest {
  const [ownMethod, wirePath] = name.split(" ") as [string, string];
  const method = otherMethod ?? ownMethod;
  const isForm = input instanceof FormData;
  const { path: callPath, input: remaining } = fillPath(
    wirePath,
    isForm ? Object.fromEntries(input) : (input as Record<string, unknown>),
  );
  const isPartner = isPartnerCall(callPath);
  const path = `${isPartner ? (document.documentElement.dataset.partnerApi ?? defaultPartnerApiPath) : "/api"}/${callPath}`;
  const request = { method, path, credentials: isPartner ? ("omit" as const) : ("same-origin" as const) };
  if (method === "GET" || method === "DELETE")
    return { ...request, url: path + queryString(remaining), body: undefined };
  return { ...request, url: path, body: isForm ? input : JSON.stringify(remaining) };
}

/** Headers of every call: `x-meridian` marks requests of our own pages (against CSRF), `accept-language` is the reader's language. */
export const wireHeaders = (locale: Locale, body: WireRequest["body"]): Record<string, string> => ({
  "x-meridian": "1",
  "accept-language": locale,
  ...(typeof body === "string" ? { "content-type": "application/json" } : {}),
});
