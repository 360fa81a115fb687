import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { deflateSync } from "node:zlib";
import { Blob as FontBlob, Face } from "harfbuzzjs";
import subset from "subset-font";
import { expect } from "vitest";
import { decompress } from "wawoff2";
import type { FileValue } from "#kit/stored-file.ts";
import { client } from "./client.ts";
import type { Person } from "./people.ts";
import type { Server } from "./server.ts";

const require = createRequire(import.meta.url);
const sfntOf = async (file: string) => Buffer.from(await decompress(readFileSync(require.resolve(file))));

/** A part of Noto Sans SC as TTF, with frequent Chinese characters, among them those of 科技服务生活, and all weights. */
export const chineseFont = await sfntOf("@fontsource-variable/noto-sans-sc/files/noto-sans-sc-118-wght-normal.woff2");
/** Geist Mono as TTF: Latin letters of one width, which no stack of the program has. */
export const latinFont = await sfntOf("@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2");
/** A font with one weight. */
export const plainFont = await subset(latinFont, "ABCabc", {
  targetFormat: "sfnt",
  variationAxes: { wght: 400 },
});

/** The font in another format. */
export const inFormat = (font: Buffer, targetFormat: "woff" | "woff2") =>
  subset(font, charactersOf(font), { targetFormat });

const faceOf = (sfnt: Buffer) => new Face(new FontBlob(new Uint8Array(sfnt)));

/** The characters of an SFNT, in the order of their code points. */
export const charactersOf = (sfnt: Buffer): string => String.fromCodePoint(...faceOf(sfnt).collectUnicodes());

/** The characters of a WOFF2. @throws for anything else */
export async function charactersOfWoff2(bytes: Buffer): Promise<string> {
  if (bytes.toString("latin1", 0, 4) !== "wOF2") throw new Error("not a WOFF2");
  return charactersOf(Buffer.from(await decompress(bytes)));
}

/** The entry of a table in the directory of an SFNT: its place. */
function entryOf(sfnt: Buffer, tag: string): number {
  const index = Array.from({ length: sfnt.readUInt16BE(4) }, (_, number) => 12 + number * 16);
  return index.find((entry) => sfnt.toString("latin1", entry, entry + 4) === tag)!;
}

/** The font with other licence bits (fsType in the table OS/2). */
export function withLicence(sfnt: Buffer, bits: number): Buffer {
  const changed = Buffer.from(sfnt);
  changed.writeUInt16BE(bits, changed.readUInt32BE(entryOf(sfnt, "OS/2") + 8) + 8);
  return changed;
}

/** The font with a table of another length, or of another name. */
export function withTable(sfnt: Buffer, tag: string, change: { length?: number; name?: string }): Buffer {
  const changed = Buffer.from(sfnt);
  const entry = entryOf(sfnt, tag);
  if (change.length !== undefined) changed.writeUInt32BE(change.length, entry + 12);
  if (change.name !== undefined) changed.write(change.name, entry, "latin1");
  return changed;
}

/** A WOFF with one table, which says one length and unpacks to another. */
export function bombWoff(said: number, unpacked: number): Buffer {
  const packed = deflateSync(Buffer.alloc(unpacked));
  const head = Buffer.alloc(64);
  head.write("wOFF\0\x01\0\0", "latin1");
  head.writeUInt32BE(64 + packed.length, 8);
  head.writeUInt16BE(1, 12);
  head.writeUInt32BE(said, 16);
  head.write("cmap", 44);
  head.writeUInt32BE(64, 48);
  head.writeUInt32BE(packed.length, 52);
  head.writeUInt32BE(said, 56);
  return Buffer.concat([head, packed]);
}

/** Uploads a font as the field of a theme does. */
export async function uploadFont(
  server: Pick<Server, "url">,
  person: Pick<Person, "token">,
  bytes: Buffer,
  { fileType = "font", name = "Brand.ttf" }: { fileType?: string | undefined; name?: string } = {},
): Promise<{ status: number; message: string; result: FileValue & { fileType: string } }> {
  const body = new FormData();
  body.set("fileType", fileType);
  body.set("file", new Blob([new Uint8Array(bytes)]), name);
  const headers = { authorization: `Bearer ${person.token}`, "x-meridian": "1" };
  const answer = await fetch(`${server.url}/api/File/Upload?language=en`, { method: "POST", headers, body });
  const { message, result } = (await answer.json()) as { message: string; result: never };
  return { status: answer.status, message, result };
}

/** An uploaded font as the value of a theme's field. */
export async function fontValue(
  server: Pick<Server, "url">,
  person: Pick<Person, "token">,
  bytes: Buffer,
  name = "Brand.ttf",
): Promise<FileValue[]> {
  const { status, message, result } = await uploadFont(server, person, bytes, { name });
  if (status !== 200) throw new Error(`${status} ${message}`);
  return [{ url: result.url, name: result.name, size: result.size }];
}

/** What the page of `publishTheme` shows as its heading. */
export const brandHeading = { zh: "科技服务生活", en: "Signs of life & <work>" };

/** Adds a theme with a page at /brand that has a heading, and makes it that of the site. Returns its id. */
export async function publishTheme(server: Pick<Server, "url">, person: Person, fields: object): Promise<string> {
  const { call, send } = client(server, person);
  const name = { zh: "品牌", en: "Brand" };
  const theme = (await call("POST Api/{type}/QueryAdd", { type: "theme", name, ...fields } as never)) as { id: string };
  const page = { type: "page", path: "/brand", title: name, theme: theme.id };
  const { id: pageId } = (await call("POST Api/{type}/QueryAdd", page as never)) as { id: string };
  const lead = { zh: "全球合作，三年成果。", en: "What we do." };
  const value = { eyebrow: null, heading: brandHeading, lead };
  const after = { kind: "widget", id: "wd_aaaaaaaaaa", order: "a0", name: "page-title", value };
  const changes = [{ id: after.id, after }];
  await call("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: 0, changes } as never);
  const done = await send("POST Api/{type}/Command", { type: "theme", command: "makeCurrent", ids: [theme.id] });
  expect(done.status, done.text).toBe(200);
  return theme.id;
}

/** The address from which a page loads a font of its theme. */
export const fontAddressIn = (html: string, role: "Text" | "Heading"): string | undefined =>
  new RegExp(`font-family:"Theme ${role}";src:url\\("([^"]{1,9000})"\\)`).exec(html)?.[1];
