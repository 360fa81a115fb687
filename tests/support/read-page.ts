import { get, type IncomingHttpHeaders } from "node:http";

/** Reads a public page with any `host` header, which `fetch` does not allow. `bytes`: its body as it was sent, compressed if the headers ask for that. */
export function readPage(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string }> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, async (response) => {
      const bytes = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString() });
    }).on("error", reject);
  });
}
