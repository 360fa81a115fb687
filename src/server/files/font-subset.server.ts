import { deflateRawSync, inflateRawSync } from "node:zlib";
import { storedFont } from "#kit/theme-font.ts";
import { isSameHash, keyedHash, type Pepper, sha256, withEachKey } from "#server/process/secrets.server.ts";

/** The maximum number of characters of a subset. */
const maxCharacters = 3000;
/** The maximum length of a set in an address: proxies accept lines of 8 KB. */
const maxSetLength = 6000;
/** More than `maxCharacters` numbers of at most four bytes. */
const maxUnpackedBytes = 16_384;

/** How often a text has each character, by code point. */
export type CharacterCounts = ReadonlyMap<number, number>;

/** A part of a stored font: the key of the font, and the set of characters as it stands in the address. */
export type FontSubset = { font: string; set: string };

/** Code points in ascending order as text: the steps between them, seven bits a byte, deflated. */
function encodeSet(codes: readonly number[]): string {
  const bytes: number[] = [];
  let previous = 0;
  for (const code of codes) {
    let step = code - previous;
    for (; step > 127; step = step >> 7) bytes.push((step & 127) | 128);
    bytes.push(step);
    previous = code;
  }
  return deflateRawSync(Buffer.from(bytes), { level: 9 }).toString("base64url");
}

/** The characters of a set. @throws {Error} for a text that `encodeSet` did not write */
export function charactersOfSet(set: string): string {
  const codes: number[] = [];
  let [code, step, shift] = [0, 0, 0];
  for (const byte of inflateRawSync(Buffer.from(set, "base64url"), { maxOutputLength: maxUnpackedBytes })) {
    step |= (byte & 127) << shift;
    shift += 7;
    if (byte > 127) continue;
    code += step;
    codes.push(code);
    [step, shift] = [0, 0];
  }
  return String.fromCodePoint(...codes);
}

/** The set of the most frequent characters, as many as an address can name. */
function setOf(counts: CharacterCounts): string {
  const frequent = [...counts].toSorted(([one, oneCount], [other, otherCount]) => otherCount - oneCount || one - other);
  for (let count = Math.min(frequent.length, maxCharacters); ; count = Math.floor(count * 0.8)) {
    const codes = frequent.slice(0, count).map(([code]) => code);
    const set = encodeSet(codes.toSorted((one, other) => one - other));
    if (set.length <= maxSetLength) return set;
  }
}

const signatureOf = (pepper: Pepper, { font, set }: FontSubset) =>
  keyedHash(pepper, "font subset", font, set).slice(0, 32);

/** The address of a part of a stored font. Its signature lets nobody ask for other parts, and any process answer without a query (T-38). */
export function subsetUrl(pepper: Pepper, fontUrl: string, counts: CharacterCounts): string {
  const subset = { font: fontUrl.slice("/files/".length), set: setOf(counts) };
  return `${fontUrl}?subset=${subset.set}.${signatureOf(pepper, subset)}`;
}

const subsetPattern = /^([\w-]{1,6000})\.([0-9a-f]{32})$/;

/** The subset that an address names; undefined unless this installation has made the address. */
export function readSubset(pepper: Pepper, font: string, query: unknown): FontSubset | undefined {
  const [, set, signature] = (typeof query === "string" && subsetPattern.exec(query)) || [];
  if (set === undefined || signature === undefined || storedFont(`/files/${font}`) === undefined) return undefined;
  const subset = { font, set };
  return withEachKey(pepper).some((key) => isSameHash(signature, signatureOf(key, subset))) ? subset : undefined;
}

/** The key of a subset in the storage. */
export const subsetKey = ({ font, set }: FontSubset): string => `${font}@${sha256(set).slice(0, 32)}.woff2`;
