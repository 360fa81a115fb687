import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

/** A request to the receiver. */
export type Received = { path: string; headers: Record<string, string>; text: string };
type ReceiverAnswer = { status: number; text?: string; headers?: Record<string, string> };

const textHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** A server that receives webhooks, for one test file. `answers`: its responses by path; 204 for other paths. */
export async function startReceiver() {
  const received: Received[] = [];
  const answers = new Map<string, ReceiverAnswer>();
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
