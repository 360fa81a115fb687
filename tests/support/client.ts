import type { CallInput, CallName } from "#kit/call.ts";
import type { Person } from "./people.ts";
import type { Server } from "./server.ts";

/** A raw response: either envelope, or anything from a broken server. */
export type Answer = { status: number; headers: Headers; body: Record<string, unknown>; text: string };

export type Client = {
  /** A call with any input, valid or not: `send("POST Api/{type}/QueryAdd", { type: "news" })`. */
  send: (name: string, input?: object, headers?: Record<string, string>) => Promise<Answer>;
  /** A call that must succeed, typed like the browser's; returns the content of the envelope. */
  call: <N extends CallName>(name: N, input: CallInput<N>) => Promise<unknown>;
};

/** The content of a response's envelope. */
export const contentOf = ({ body }: Answer): unknown => ("result" in body ? body.result : body.data);

/** A client outside a browser, signed in as `person` or anonymous. */
export function client({ url }: Pick<Server, "url">, person?: Pick<Person, "token">): Client {
  const own: Record<string, string> = { "x-meridian": "1", "accept-language": "en" };
  if (person !== undefined) own.authorization = `Bearer ${person.token}`;

  async function send(name: string, input: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const [method, wirePath] = name.split(" ") as [string, string];
    const rest: Record<string, unknown> = { ...input };
    const path = wirePath.replace(/^api\//i, "").replace(/\{(\w+)\}/g, (_, key: string) => {
      const value = encodeURIComponent(String(rest[key]));
      delete rest[key];
      return value;
    });
    const isQuery = method === "GET" || method === "DELETE";
    const query = isQuery ? new URLSearchParams(rest as Record<string, string>).toString() : "";
    const answer = await fetch(`${url}/api/${path}${query === "" ? "" : `?${query}`}`, {
      method,
      headers: { ...own, ...(isQuery ? {} : { "content-type": "application/json" }), ...headers },
      ...(isQuery ? {} : { body: JSON.stringify(rest) }),
    });
    const text = await answer.text();
    const body = text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {};
    return { status: answer.status, headers: answer.headers, body, text };
  }
  return {
    send,
    async call(name, input) {
      const answer = await send(name, input as object);
      if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text}`);
      return contentOf(answer);
    },
  };
}
