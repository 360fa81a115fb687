/** Fonts as stored files: what is accepted, who may load the whole of one, and what is left when it goes. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { storedFont } from "#kit/theme-font.ts";
import { charactersOfSet, readSubset, subsetUrl } from "#server/files/font-subset.server.ts";
import { client } from "./support/client.ts";
import {
  bombWoff,
  charactersOf,
  chineseFont,
  fontValue,
  inFormat,
  latinFont,
  plainFont,
  uploadFont,
  withLicence,
  withTable,
} from "./support/fonts.ts";
import { newMember, newSpaceOwner } from "./support/people.ts";
import { startServer } from "./support/server.ts";

const server = await startServer();
const owner = await newSpaceOwner(server);
const authorization = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

const openType = Buffer.concat([Buffer.from("OTTO"), plainFont.subarray(4)]);
it.each([
  ["a TTF with weights", chineseFont, "ttf", { weights: [100, 900], letterWidth: 0 }],
  ["a TTF with one weight", plainFont, "ttf", { letterWidth: 0, characters: 6 }],
  ["a WOFF", await inFormat(latinFont, "woff"), "woff", { weights: [100, 900], letterWidth: 600 }],
  ["a WOFF2 with the name of an image", await inFormat(latinFont, "woff2"), "woff2", { letterWidth: 600 }],
  ["an OTF", openType, "otf", { characters: 6 }],
  ["a font that may be edited", withLicence(plainFont, 0x0008), "ttf", {}],
])("T-36: %s is stored as it is, with its properties in its name", async (_what, bytes, extension, expected) => {
  const { status, message, result } = await uploadFont(server, owner, bytes, { name: "Brand.png" });
  expect([status, message]).toEqual([200, expect.any(String)]);
  expect(result).toMatchObject({ fileType: "font", name: `Brand.png.${extension}`, size: bytes.length });
  expect(storedFont(result.url)).toMatchObject(expected);
});

const woff2 = await inFormat(latinFont, "woff2");
const hugeWoff2 = Buffer.from(woff2);
hugeWoff2.writeUInt32BE(0xfff0_0000, 16);
const megabyte = 1024 ** 2;
it.each([
  ["half of a font", plainFont.subarray(0, plainFont.length / 2), 415],
  ["half of a WOFF2", woff2.subarray(0, woff2.length / 2), 415],
  ["a table that ends behind the file", withTable(plainFont, "glyf", { length: 0xffff_fff0 }), 415],
  ["a font without characters", withTable(plainFont, "cmap", { name: "kmap" }), 415],
  ["bytes with the signature of a font", Buffer.concat([Buffer.from("wOF2"), Buffer.alloc(200, 7)]), 413],
  ["a signature and nothing else", Buffer.concat([Buffer.from("OTTO"), Buffer.alloc(64)]), 415],
  ["a WOFF that unpacks to more than it says", bombWoff(20 * megabyte, 200 * megabyte), 415],
  ["a WOFF that says it has 3 GB", bombWoff(3e9, 1000), 413],
  ["a WOFF2 that says it has 4 GB", hugeWoff2, 413],
  ["more than 20 MB", Buffer.concat([plainFont, Buffer.alloc(20 * megabyte)]), 413],
  ["HTML with the name of a font", Buffer.from("<!doctype html><script>alert(1)</script>"), 415],
])("T-36, T-38: %s is refused", async (_what, bytes, status) => {
  expect((await uploadFont(server, owner, bytes)).status).toBe(status);
  // The next font is read as if nothing had happened.
  expect((await uploadFont(server, owner, plainFont)).status).toBe(200);
});

it.each([0x0002, 0x0100, 0x0200])("a font whose licence bits are %i is refused in words", async (bits) => {
  const { status, message } = await uploadFont(server, owner, withLicence(plainFont, bits));
  expect([status, message]).toEqual([415, expect.stringContaining("licence")]);
});

it("T-38: many large fonts one after the other are read: none stays in the memory of the decoder", async () => {
  const large = Buffer.concat([plainFont, Buffer.alloc(19 * megabyte)]);
  const statuses: number[] = [];
  for (let n = 0; n < 16; n += 1) statuses.push((await uploadFont(server, owner, large)).status);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

it("a font is accepted only where one is asked for, and nothing else there", async () => {
  for (const fileType of ["document", "image", ""])
    expect((await uploadFont(server, owner, plainFont, { fileType })).status).toBe(415);
  const { status, message } = await uploadFont(server, owner, Buffer.from("%PDF-1.7".padEnd(64, " ")));
  expect([status, message]).toEqual([415, "Upload a TTF, OTF, WOFF or WOFF2 font."]);
});

it("T-38: two ways to write many characters: each set is read as it was written, and within the length of an address", () => {
  const pepper = { key: Buffer.from("k".repeat(32)), previous: [] };
  const font = "/files/00000000-0000-7000-8000-000000000000_0_0_0_0_0_9.ttf";
  const countsOf = (codes: number[]) => new Map(codes.map((code, index) => [code, index % 7]));
  for (const codes of [
    [65],
    Array.from({ length: 900 }, (_, index) => 0x4e00 + index * 7),
    Array.from({ length: 9000 }, (_, index) => 0x1_0000 + index * 101),
  ]) {
    const url = subsetUrl(pepper, font, countsOf(codes));
    expect(url.length).toBeLessThan(6200);
    const subset = readSubset(pepper, font.slice("/files/".length), url.split("?subset=")[1])!;
    const read = [...charactersOfSet(subset.set)].map((character) => character.codePointAt(0));
    expect(read).toEqual(read.toSorted((one, other) => one! - other!));
    if (codes.length <= 900) expect(read).toEqual(codes);
    else expect(codes).toEqual(expect.arrayContaining(read.slice(0, 50)));
  }
  // What comes less often is left out first.
  const rare = subsetUrl(pepper, font, new Map(Array.from({ length: 4000 }, (_, index) => [0x4e00 + index, index])));
  const { set } = readSubset(pepper, font.slice("/files/".length), rare.split("?subset=")[1])!;
  expect(charactersOfSet(set)).not.toContain("\u4e00");
  expect(charactersOfSet(set)).toContain(String.fromCodePoint(0x4e00 + 3999));
});

describe("the whole of a font", async () => {
  const [font] = await fontValue(server, owner, chineseFont);
  const { url } = font!;

  it("T-35: is for those who work on pages of its space, as a download", async () => {
    const answer = await fetch(server.url + url, authorization(owner.token));
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(chineseFont)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "font/ttf",
      "content-disposition": expect.stringMatching(/^attachment; /),
      "cache-control": expect.stringContaining("private"),
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
    expect((await fetch(server.url + url)).status).toBe(401);
    const stranger = await newSpaceOwner(server);
    expect((await fetch(server.url + url, authorization(stranger.token))).status).toBe(404);
    const colleague = await newMember(server, owner.tenantId);
    expect((await fetch(server.url + url, authorization(colleague.token))).status).toBe(404);
    expect((await fetch(`${server.url}${url}?w=320`)).status).toBe(401);
    const noId = `/files/${"-".repeat(36)}_0_0_0_0_0_9.ttf`;
    expect((await fetch(server.url + noId, authorization(owner.token))).status).toBe(404);
  });

  it("counts towards the quota of the space", async () => {
    const [row] = await server.database.read<{ bytes: number }>(
      owner.tenantId,
      sql`select size::int as bytes from storage_file where path = ${url}`,
    );
    expect(row).toEqual({ bytes: chineseFont.length });
    const full = await startServer({ SPACE_FILES_COUNT: "1" });
    const person = await newSpaceOwner(full);
    expect((await uploadFont(full, person, plainFont)).status).toBe(200);
    expect((await uploadFont(full, person, plainFont)).status).toBe(413);
  });

  it("is a file of no other field: members cannot attach it to what visitors download", async () => {
    const { send } = client(server, owner);
    const file = { url, name: "Brand.ttf", size: 1 };
    const theme = (fields: object) =>
      send("POST Api/{type}/QueryAdd", { type: "theme", name: { zh: "甲", en: "A" }, ...fields } as never);
    expect((await theme({ textFont: [file] })).status).toBe(200);
    expect((await theme({ textFont: [file, file] })).status).toBe(422);
    expect((await theme({ textFont: [{ ...file, url: url.replace(".ttf", ".pdf"), name: "a.pdf" }] })).status).toBe(
      422,
    );
    expect((await theme({ textFont: url })).status).toBe(422);
    const noId = `/files/${"-".repeat(36)}_0_0_0_0_0_9.ttf`;
    expect((await theme({ textFont: [{ ...file, url: noId }] })).status).toBe(422);
  });
});

it("the fixture has what its tests ask for", () => {
  expect([..."科技服务生活"].every((character) => charactersOf(chineseFont).includes(character))).toBe(true);
});
