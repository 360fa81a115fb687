import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import S3rver from "@20minutes/s3rver";
import { afterAll } from "vitest";

/** `cut`: the connection ends during the request body of a PUT or the response body of a GET; `stall`: never responds. */
export type S3Mode = "ok" | "503" | "stall" | "cut";

export type TestS3 = {
  url: string;
  mode: S3Mode;
  /** All requests since the start: `GET name`. */
  requests: string[];
  /** The settings of a program that stores its files here. */
  settings: Record<string, string>;
};

/** The only key pair of the server behind the proxy. */
const keyPair = "S3RVER";
const bucket = "meridian";

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

const fault = (status: number, code: string): Answer => ({
  status,
  headers: { "content-type": "application/xml" },
  body: Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  ),
});

/** Refuses requests that a real server refuses and the server behind the proxy accepts: unsigned ones, and bodies that were not signed. */
function refusalOf({ headers }: IncomingMessage, body: Buffer): Answer | undefined {
  if (!headers.authorization?.startsWith(`AWS4-HMAC-SHA256 Credential=${keyPair}/`)) return fault(403, "AccessDenied");
  const isIntact = headers["x-amz-content-sha256"] === createHash("sha256").update(body).digest("hex");
  return isIntact ? undefined : fault(400, "XAmzContentSHA256Mismatch");
}

async function forward({ method, url, headers }: IncomingMessage, body: Buffer, port: number): Promise<Answer> {
  const forwarded = request({ host: "127.0.0.1", port, method, path: url, headers });
  forwarded.end(body);
  const [answer] = (await once(forwarded, "response")) as [IncomingMessage];
  return { status: answer.statusCode!, headers: answer.headers, body: await buffer(answer) };
}

/** Corrects the response to the range `bytes=0-0`, which the server behind the proxy reads as a range without an end. */
function correctRange({ headers }: IncomingMessage, answer: Answer): Answer {
  const [, first, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(answer.headers["content-range"] ?? "") ?? [];
  if (headers.range !== "bytes=0-0" || first !== "0") return answer;
  const body = answer.body.subarray(0, 1);
  const place = { "content-range": `bytes 0-0/${total}`, "content-length": String(body.length) };
  return { ...answer, headers: { ...answer.headers, ...place }, body };
}

/**
 * A local S3-compatible server: a third-party implementation, behind a proxy that makes it as strict as a real one (requests are forwarded one at a
 * time), with the faults of a provider. Ends with the test file.
 */
export async function startS3(): Promise<TestS3> {
  const directory = await mkdtemp(path.join(tmpdir(), "meridian-s3-"));
  const address = "127.0.0.1";
  const configureBuckets = [{ name: bucket }];
  const backend = new S3rver({ address, port: 0, silent: true, directory, vhostBuckets: false, configureBuckets });
  const { port } = await backend.run();

  let last: Promise<unknown> = Promise.resolve();
  function inTurn(work: () => Promise<Answer>): Promise<Answer> {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  }

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { mode } = s3;
    s3.requests.push(`${message.method} ${path.posix.basename(decodeURIComponent(message.url!.split("?")[0]!))}`);
    if (mode === "stall") return;
    if (mode === "cut" && message.method === "PUT") return void message.socket.destroy();
    const body = await buffer(message);
    const found =
      mode === "503"
        ? fault(503, "SlowDown")
        : (refusalOf(message, body) ?? correctRange(message, await inTurn(() => forward(message, body, port))));
    response.writeHead(found.status, found.headers);
    if (mode !== "cut") return void response.end(found.body);
    response.write(found.body.subarray(0, found.body.length / 2), () => response.destroy());
  }

  const proxy = createServer((message, response) => {
    // A client that disconnects gets no response.
    answer(message, response).catch(() => response.destroy());
  });
  proxy.listen(0, address);
  await once(proxy, "listening");
  afterAll(async () => {
    proxy.closeAllConnections();
    proxy.close();
    await backend.close();
    await rm(directory, { recursive: true, force: true });
  });

  const url = `http://${address}:${(proxy.address() as AddressInfo).port}`;
  const s3: TestS3 = {
    url,
    mode: "ok",
    requests: [],
    settings: {
      FILES: "s3",
      S3_ENDPOINT: url,
      S3_REGION: "eu-central-1",
      S3_BUCKET: bucket,
      S3_KEY_ID: keyPair,
      S3_KEY_SECRET: keyPair,
      S3_PATH_STYLE: "1",
    },
  };
  return s3;
}
