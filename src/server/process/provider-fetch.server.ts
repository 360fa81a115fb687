import { inRequestSpan, traceHeaders } from "./tracing.server.ts";

/** Maximum size of a response; providers send a few hundred bytes. */
const maxBytes = 64 * 1024;

type ProviderRequest = {
  method?: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
};

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop ends the connection.
    if (size > maxBytes) throw new Error("The provider's answer is too long");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Sends a request, in a span and with the headers of its trace. `read`: what is made of the response. */
function send<T>(
  url: URL,
  { method = "POST", headers, body, signal }: ProviderRequest,
  read: (response: Response) => T | Promise<T>,
): Promise<T> {
  return inRequestSpan({ method, host: url.hostname }, async (span) => {
    const allHeaders = { ...headers, ...traceHeaders() };
    const request = { method, headers: allHeaders, signal, redirect: "error", credentials: "omit" } as const;
    const response = await fetch(url, body === undefined ? request : { ...request, body });
    span?.setAttribute("http.response.status_code", response.status);
    return read(response);
  });
}

/**
 * The only way to send requests to providers, whose addresses come from the settings and never from user input: no redirects, no cookies, at most 64
 * kB, no longer than the signal allows (headers and body).
 * @throws {Error} when there is no complete response
 */
export const providerFetch = (url: URL, request: ProviderRequest): Promise<{ status: number; text: string }> =>
  send(url, request, async (response) => ({ status: response.status, text: await textOf(response) }));

/** Maximum size of a streamed response: a few hundred bytes for each of some thousand tokens. */
const maxStreamBytes = 1024 * 1024;

/** A response whose content is read while it arrives. `chunks` ends the connection when its reader stops, and fails beyond 1 MB. */
export type ProviderStream = { status: number; type: string; chunks: AsyncIterable<string> };

async function* chunksOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxStreamBytes) throw new Error("The provider's answer is too long");
    yield decoder.decode(chunk, { stream: true });
  }
}

/** As `providerFetch`, for a response that is read while it arrives. @throws {Error} when there is no response */
export const providerStream = (url: URL, request: ProviderRequest): Promise<ProviderStream> =>
  send(url, request, (response) => ({
    status: response.status,
    type: response.headers.get("content-type") ?? "",
    chunks: chunksOf(response),
  }));

/** Parses a response as an object. @throws {Error} when it is something else, without quoting it */
export function parseObject(text: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = undefined;
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw new Error("The provider's answer is no JSON object");
  return parsed as Record<string, unknown>;
}
