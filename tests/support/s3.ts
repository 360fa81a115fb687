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
  /** The settings of a program that stores its files on this server. */
  settings: Record<string, string>;
};

/** The only key pair of the server behind the proxy. */
const keyPair = "S3RVER";
const bucket = "meridian";

type S3Response = { status: number; headers: IncomingHttpHeaders; body: Buffer };

const errorResponse = (status: number, code: string): S3Response => ({
  status,
  headers: { "content-type": "application/xml" },
  body: Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  ),
});

/** The refusal of an unsigned request, or of a body that was not signed. A real server refuses these; the server behind the proxy accepts them. */
function refusalOf({ headers }: IncomingMessage, body: Buffer): S3Response | undefined {
  if (!headers.authorization?.startsWith(`AWS4-HMAC-SHA256 Credential=${keyPair}/`))
    return errorResponse(403, "AccessDenied");
  const isIntact = headers["x-amz-content-sha256"] === createHash("sha256").update(body).digest("hex");
  return isIntact ? undefined : errorResponse(400, "XAmzContentSHA256Mismatch");
}

async function forward({ method, url, headers }: IncomingMessage, body: Buffer, port: number): Promise<S3Response> {
  const forwarded = request({ host: "127.0.0.1", port, method, path: url, headers });
  forwarded.end(body);
  const [response] = (await once(forwarded, "response")) as [IncomingMessage];
  return { status: response.statusCode!, headers: response.headers, body: await buffer(response) };
}

/** Corrects the response to the range `bytes=0-0`, which the server behind the proxy reads as a range without an end. */
function correctRange({ headers }: IncomingMessage, response: S3Response): S3Response {
  const [, first, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers["content-range"] ?? "") ?? [];
  if (headers.range !== "bytes=0-0" || first !== "0") return response;
  const body = response.body.subarray(0, 1);
  const rangeHeaders = { "content-range": `bytes 0-0/${total}`, "content-length": String(body.length) };
  return { ...response, headers: { ...response.headers, ...rangeHeaders }, body };
}

/**
 * Starts a local S3-compatible server for one test file: a third-party implementation behind a proxy. The proxy is as strict as a real server,
 * forwards one request at a time and simulates the faults of a provider.
 */
export async function startS3(): Promise<TestS3> {
  const directory = await mkdtemp(path.join(tmpdir(), "meridian-s3-"));
  const address = "127.0.0.1";
  const configureBuckets = [{ name: bucket }];
  const backend = new S3rver({ address, port: 0, silent: true, directory, vhostBuckets: false, configureBuckets });
  const { port } = await backend.run();

  let lastRequest: Promise<unknown> = Promise.resolve();
  /** Runs `work` after all earlier requests have ended. */
  function runNext(work: () => Promise<S3Response>): Promise<S3Response> {
    const nextRequest = lastRequest.then(work);
    lastRequest = nextRequest.catch(() => {});
    return nextRequest;
  }

  async function respond(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { mode } = s3;
    s3.requests.push(`${message.method} ${path.posix.basename(decodeURIComponent(message.url!.split("?")[0]!))}`);
    if (mode === "stall") return;
    if (mode === "cut" && message.method === "PUT") return void message.socket.destroy();
    const body = await buffer(message);
    const result =
      mode === "503"
        ? errorResponse(503, "SlowDown")
        : (refusalOf(message, body) ?? correctRange(message, await runNext(() => forward(message, body, port))));
    response.writeHead(result.status, result.headers);
    if (mode !== "cut") return void response.end(result.body);
    response.write(result.body.subarray(0, result.body.length / 2), () => response.destroy());
  }

  const proxy = createServer((message, response) => {
    // A client that disconnects gets no response.
    respond(message, response).catch(() => response.destroy());
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
