import { get, type IncomingHttpHeaders } from "node:http";

/** Reads a public page with any `host` header, which `fetch` does not allow. */
export function readPage(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
    }).on("error", reject);
  });
}
