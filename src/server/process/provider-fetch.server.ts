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

/**
 * The only way to send requests to providers, whose addresses come from the settings and never from user input: no redirects, no cookies, at most 64
 * kB, no longer than the signal allows (headers and body).
 * @throws {Error} when there is no complete response
 */
export async function providerFetch(
  url: URL,
  { method = "POST", headers, body, signal }: ProviderRequest,
): Promise<{ status: number; text: string }> {
  const request = { method, headers, signal, redirect: "error", credentials: "omit" } as const;
  const response = await fetch(url, body === undefined ? request : { ...request, body });
  return { status: response.status, text: await textOf(response) };
}

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
