/**
 * The process that reads fonts and makes subsets of them (server/files/fonts.server.ts starts it). It is separate from the main process because a font
 * comes from outside: what it does to a decoder happens here, within limits of memory and time, and ends with this process.
 */
import { readFile, writeFile } from "node:fs/promises";
import { Blob, Face, Font } from "harfbuzzjs";
import subset from "subset-font";
import type { StoredFont } from "#kit/theme-font.ts";
import type { FontFailure, FontJob, FontResult } from "#server/files/font-jobs.server.ts";
import { sfntOf, tableOf } from "#server/files/sfnt.server.ts";
import { answerJobs, JobRefusal } from "#server/files/worker-jobs.server.ts";

const refuse = (failure: FontFailure, message: string) => new JobRefusal(failure, message);

/** The features that browsers apply by default, and figures of one width, which some components ask for. */
const keepFeatures = "ccmp locl rvrn rlig rclt liga clig calt kern mark mkmk tnum".split(" ");

/** The kinds of embedding that a font forbids in its table OS/2 (fsType): any, a part of it, and outlines. */
const [anyEmbedding, embeddingMask, subsetting, outlines] = [0x0002, 0x000f, 0x0100, 0x0200];

function checkLicence(sfnt: Buffer): void {
  // Not by `Face.referenceTable`, which keeps the whole font in the memory of the decoder.
  const os2 = tableOf(sfnt, "OS/2");
  if (os2 === undefined || os2.length < 10) return;
  const bits = os2.readUInt16BE(8);
  const isRestricted = (bits & embeddingMask) === anyEmbedding || (bits & (subsetting | outlines)) !== 0;
  if (isRestricted) throw refuse("restricted", `fsType ${bits}`);
}

/** Latin letters as frequent as in English texts. */
const letters = "eeeeeeeeeeeetttttttttaaaaaaaaooooooooiiiiiiinnnnnnnsssssshhhhhhrrrrrrddddlllluuucccmmmwwffggyyppbbvk";

/** A whole number that the name of a font has room for. */
const rounded = (value: number) => Math.min(Math.round(Math.abs(value)), 9999);

/** The mean width of Latin letters in thousandths of an em; 0 without them. */
function letterWidthOf(font: Font): number {
  const widths = [...letters].map((letter) => {
    const glyph = font.nominalGlyph(letter.codePointAt(0)!);
    return glyph === undefined ? 0 : font.glyphHAdvance(glyph);
  });
  if (widths.includes(0)) return 0;
  return rounded(widths.reduce((sum, width) => sum + width, 0) / widths.length);
}

/** The properties of a font, of which a small subset was made. */
async function check(from: string): Promise<StoredFont> {
  const sfnt = await sfntOf(await readFile(from));
  const face = new Face(new Blob(new Uint8Array(sfnt)));
  const characters = [...face.collectUnicodes()];
  if (characters.length === 0) throw refuse("unreadable", "no characters");
  checkLicence(sfnt);
  await subset(sfnt, String.fromCodePoint(...characters.slice(0, 100)), { targetFormat: "woff2", keepFeatures });
  const font = new Font(face);
  font.setScale(1000, 1000);
  const { ascender, descender } = font.hExtents();
  const weight = face.getAxisInfos().wght;
  const isVariable = weight !== undefined && weight.min >= 1 && weight.max <= 1000 && weight.min < weight.max;
  return {
    ...(isVariable ? { weights: [Math.round(weight.min), Math.round(weight.max)] } : {}),
    letterWidth: letterWidthOf(font),
    ascent: rounded(ascender),
    descent: rounded(descender),
    characters: characters.length,
  };
}

/** What a decoder throws, whatever it is, is because of the file. */
const refuseUnreadable = (error: unknown) => {
  throw error instanceof JobRefusal ? error : refuse("unreadable", String(error));
};

async function runJob(job: FontJob): Promise<FontResult> {
  if (job.kind === "check") return check(job.from).catch(refuseUnreadable);
  const sfnt = await sfntOf(await readFile(job.from));
  const bytes = await subset(sfnt, job.characters, { targetFormat: "woff2", keepFeatures, noHinting: true });
  await writeFile(job.to, bytes);
  return null;
}

answerJobs(runJob);
