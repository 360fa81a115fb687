import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

/** A request to the receiver. */
export type ReceivedRequest = { path: string; headers: Record<string, string>; text: string };
type ReceiverResponse = { status: number; text?: string; headers?: Record<string, string> };

const textHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Starts a server that receives webhooks, for one test file. `answers`: its responses by path; it responds to other paths with 204. */
export async function startReceiver() {
  const received: ReceivedRequest[] = [];
  const answers = new Map<string, ReceiverResponse>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = request.url ?? "";
      received.push({ path, headers: textHeaders(request.headers), text: Buffer.concat(chunks).toString() });
      const { status, text = "", headers = {} } = answers.get(path) ?? { status: 204 };
      response.writeHead(status, headers).end(text);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => server.close());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, answers };
}
