import type { CallInput, CallName } from "#kit/call.ts";
import type { Person } from "./people.ts";
import type { Server } from "./server.ts";

/** A raw response. Its body has one of the two envelopes, or any content if the server is broken. */
export type Answer = { status: number; headers: Headers; body: Record<string, unknown>; text: string };

export type Client = {
  /** A call with any input, valid or not: `send("POST Api/{type}/QueryAdd", { type: "news" })`. */
  send: (name: string, input?: object, headers?: Record<string, string>) => Promise<Answer>;
  /** A call that must succeed, with the types of the browser's client. Returns the content of the envelope. */
  call: <N extends CallName>(name: N, input: CallInput<N>) => Promise<unknown>;
};

/** The content of a response's envelope. */
export const contentOf = ({ body }: Answer): unknown => ("result" in body ? body.result : body.data);

/** A client outside a browser, signed in as `person` or anonymous. */
export function client({ url }: Pick<Server, "url">, person?: Pick<Person, "token">): Client {
  const commonHeaders: Record<string, string> = { "x-meridian": "1", "accept-language": "en" };
  if (person !== undefined) commonHeaders.authorization = `Bearer ${person.token}`;

  async function send(name: string, input: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const [method, wirePath] = name.split(" ") as [string, string];
    const remaining: Record<string, unknown> = { ...input };
    const path = wirePath.replace(/^api\//i, "").replace(/\{(\w+)\}/g, (_, key: string) => {
      const value = encodeURIComponent(String(remaining[key]));
      delete remaining[key];
      return value;
    });
    const isQuery = method === "GET" || method === "DELETE";
    const query = isQuery ? new URLSearchParams(remaining as Record<string, string>).toString() : "";
    const response = await fetch(`${url}/api/${path}${query === "" ? "" : `?${query}`}`, {
      method,
      headers: { ...commonHeaders, ...(isQuery ? {} : { "content-type": "application/json" }), ...headers },
      ...(isQuery ? {} : { body: JSON.stringify(remaining) }),
    });
    const text = await response.text();
    const body = text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {};
    return { status: response.status, headers: response.headers, body, text };
  }
  return {
    send,
    async call(name, input) {
      const response = await send(name, input as object);
      if (response.status !== 200) throw new Error(`${name}: ${response.status} ${response.text}`);
      return contentOf(response);
    },
  };
}
