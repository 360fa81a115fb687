import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import { openZip, unpack } from "#server/spreadsheet/zip-reader.server.ts";
import { addCleanUp } from "./clean-up.ts";
import { client, contentOf } from "./client.ts";
import { download, endedJob, type Job } from "./jobs.ts";
import type { Person } from "./people.ts";
import type { Server } from "./server.ts";

const types: Record<string, string> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
  webp: "image/webp",
  woff2: "font/woff2",
  xml: "application/xml",
};

/** The files of a zip by name. */
export async function filesOfZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = openZip(bytes);
  const files = new Map<string, Buffer>();
  for (const [name, file] of zip.files) {
    const chunks: Buffer[] = [];
    for await (const chunk of unpack(zip, file, { left: 1024 ** 3 })) chunks.push(chunk);
    files.set(name, Buffer.concat(chunks));
  }
  return files;
}

/** Exports the site of a person's space, and returns the finished job. */
export async function exportSite(server: Server, person: Person, input: object): Promise<Job> {
  const started = await client(server, person).send("POST Api/Job/Start", { name: "exportSite", input });
  expect(started.status, started.text).toBe(200);
  return endedJob(server, person, (contentOf(started) as { id: string }).id);
}

/** The files of an export of the site of a person's space, by name. */
export async function exportedFiles(server: Server, person: Person, input: object): Promise<Map<string, Buffer>> {
  const { state, result } = await exportSite(server, person, input);
  expect([state, result?.url]).toEqual(["done", expect.stringContaining("/files/private/")]);
  return filesOfZip(Buffer.from(await (await download(server, result!.url!, person)).arrayBuffer()));
}

/** A web server that knows nothing but files: a folder is its index.html, and what is missing is 404.html. `setFiles`: what it serves. */
export async function startStaticServer() {
  let files: ReadonlyMap<string, Buffer> = new Map();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url!, "http://localhost").pathname).slice(1);
    const name = path === "" || path.endsWith("/") ? `${path}index.html` : path;
    const file = files.get(name);
    response.writeHead(file === undefined ? 404 : 200, {
      "content-type": file === undefined ? types.html : (types[name.split(".").at(-1)!] ?? "application/octet-stream"),
    });
    response.end(file ?? files.get("404.html"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  addCleanUp(async () => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, setFiles: (added: ReadonlyMap<string, Buffer>) => void (files = added) };
}
