/** The compression of responses to calls. Responses that may contain a secret are never compressed. */
import { request } from "node:http";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { acceptedEncoding, encoders } from "#server/http/encodings.server.ts";
import { client } from "./support/client.ts";
import { type Person, superAdministrator } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
let administrator: Person;
let page: { id: string; diyPageInfo: object };
beforeAll(async () => {
  administrator = await superAdministrator(server);
  const { call } = client(server, administrator);
  const pages = (await call("GET Api/{type}/QueryList", { type: "page" })) as { id: string; path: string }[];
  const { id } = pages.find(({ path }) => path === "/index")!;
  page = { id, diyPageInfo: {} };
});

const address = "/api/SitePage/GetPageInfo";
type RawResponse = { status: number; headers: Record<string, unknown>; bytes: Buffer };

/** The response with its undecoded body. */
function requestRaw(path: string, accept?: string, body?: object): Promise<RawResponse> {
  const headers = {
    authorization: `Bearer ${administrator.token}`,
    "x-meridian": "1",
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(accept === undefined ? {} : { "accept-encoding": accept }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(server.url + path, { method: body === undefined ? "GET" : "POST", headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, bytes: Buffer.concat(parts) }),
      );
    });
    outgoing.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const decoders = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync };

describe("a page document", () => {
  it.each(Object.entries(decoders))(
    "is sent as %s with less than half of its size and the same content",
    async (name, decode) => {
      const plain = await requestRaw(address, undefined, page);
      expect([plain.status, plain.headers["content-encoding"]]).toEqual([200, undefined]);
      expect(plain.bytes.length).toBeGreaterThan(10_000);
      const compressed = await requestRaw(address, name, page);
      expect([compressed.status, compressed.headers["content-encoding"]]).toEqual([200, name]);
      expect(compressed.headers.vary).toContain("accept-encoding");
      expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect(JSON.parse(decode(compressed.bytes).toString())).toEqual(JSON.parse(plain.bytes.toString()));
    },
  );

  it("is not compressed for a client that accepts no supported encoding", async () => {
    for (const accept of ["identity", "br;q=0, gzip;q=0", "deflate"])
      expect([accept, (await requestRaw(address, accept, page)).headers["content-encoding"]]).toEqual([
        accept,
        undefined,
      ]);
  });
});

it("names JSON as the type of answers and of refusals", async () => {
  const answers = [await requestRaw(address, undefined, page), await requestRaw("/api/SitePage/none", undefined, page)];
  expect(answers.map(({ status, headers }) => [status, headers["content-type"]])).toEqual([
    [200, "application/json; charset=utf-8"],
    [404, "application/json; charset=utf-8"],
  ]);
});

it("does not compress a response that may contain a secret, or a short one", async () => {
  const { status, headers, bytes } = await requestRaw("/api/paas/sms/messages", "br, gzip");
  expect([status, headers["content-encoding"]]).toEqual([200, undefined]);
  const person = await requestRaw("/api/user/View", "br, gzip");
  expect([person.status, person.headers["content-encoding"]]).toEqual([200, undefined]);
  expect(Math.max(bytes.length, person.bytes.length)).toBeGreaterThan(1024);
  expect((await requestRaw("/api/basic/ip/country", "br, gzip")).headers["content-encoding"]).toBeUndefined();
});

describe.each(["/price", "/paas/index"])("the page %s", (path) => {
  it("is sent in an encoding that the client has not refused, first and from the cache", async () => {
    for (const [accept, encoding] of [
      ["br;q=0, gzip", "gzip"],
      ["br;q=0, gzip;q=0", undefined],
      ["gzip;q=0, br;q=0.2", "br"],
      ["gzip, deflate, br, zstd", "br"],
      ["zstd", undefined],
    ] as const) {
      for (const time of ["first", "again"]) {
        const { headers, bytes } = await requestRaw(path, accept);
        expect([accept, time, headers["content-encoding"]]).toEqual([accept, time, encoding]);
        expect((encoding === undefined ? bytes : decoders[encoding](bytes)).toString()).toMatch(/^<!doctype html>/i);
      }
    }
  });
});

it.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, zstd;q=0.5", "zstd"],
  ["*", "br"],
  ["br;q=0, *;q=0.1", "zstd"],
  ["gzip;q=0", undefined],
  ["BR ; Q=0.000 , GZIP;q=1", "gzip"],
  ["x-br, brotli, gzip", "gzip"],
  ["", undefined],
])("selects for Accept-Encoding %j the encoding %s", (accept, encoding) => {
  expect(acceptedEncoding(accept, Object.keys(encoders) as (keyof typeof encoders)[])).toBe(encoding);
});
