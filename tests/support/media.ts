/** Minimal files of media formats. Tests can give them wrong properties. */
import { crc32 } from "node:zlib";

const text = (value: string) => Buffer.from(value, "latin1");
const u32 = (value: number) => Buffer.from([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);

const box = (name: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), text(name), body]);
};
const header = (brand: string) => box("ftyp", text(brand), u32(0), text("isom"));

type Track = { handler: "vide" | "soun"; width?: number; height?: number };
const trackBox = ({ handler, width = 0, height = 0 }: Track) =>
  box(
    "trak",
    box("tkhd", Buffer.alloc(76), u32(width * 65_536), u32(height * 65_536)),
    box("mdia", box("hdlr", Buffer.alloc(8), text(handler), Buffer.alloc(13))),
  );

/** An MP4 with a valid header and `bytes` bytes of media. */
export const mp4 = (tracks: Track[], { seconds = 12, bytes = 100, brand = "isom" } = {}): Buffer =>
  Buffer.concat([
    header(brand),
    box(
      "moov",
      box("mvhd", Buffer.alloc(12), u32(1000), u32(seconds * 1000), Buffer.alloc(80)),
      ...tracks.map(trackBox),
    ),
    box("mdat", Buffer.alloc(bytes, 7)),
  ]);
export const film = mp4([{ handler: "soun" }, { handler: "vide", width: 640, height: 360 }]);
export const webm = Buffer.concat([
  Buffer.from("1a45dfa39f4286810142f7810142f2810442f381084282847765626d", "hex"),
  Buffer.alloc(64),
]);

/** An audible tone: 8,000 samples a second, eight bits each. */
export function wav(seconds: number): Buffer {
  const samples = Buffer.from(Array.from({ length: 8000 * seconds }, (_, n) => 128 + 60 * Math.sin(n / 3)));
  const head = Buffer.from(
    "524946460000000057415645666d74201000000001000100401f0000401f0000010008006461746100000000",
    "hex",
  );
  head.writeUInt32LE(36 + samples.length, 4);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
export const flac = Buffer.concat([
  text("fLaC"),
  Buffer.from("00000022100010000000000000000ac442f0", "hex"),
  u32(441_000),
  Buffer.alloc(32),
]);
export const ogg = Buffer.concat([text("OggS"), Buffer.alloc(24), text("OpusHead"), Buffer.alloc(32)]);
const frame = Buffer.concat([Buffer.from("fffb9064", "hex"), Buffer.alloc(413)]);
export const mp3 = Buffer.concat([frame, frame, frame]);
export const taggedMp3 = Buffer.concat([text("ID3"), Buffer.from("0400000000000a", "hex"), Buffer.alloc(10), mp3]);
const aacFrame = Buffer.concat([Buffer.from("fff15080087ffc", "hex"), Buffer.alloc(60)]);
export const aac = Buffer.concat([aacFrame, aacFrame]);

export const pdf = Buffer.concat([text("%PDF-1.7\n"), text("<script>alert(1)</script>".repeat(4)), text("\n%%EOF")]);

/** A zip of uncompressed files. */
export function zip(files: Record<string, string>): Buffer {
  const entries: Buffer[] = [];
  const directory: Buffer[] = [];
  for (const [name, content] of Object.entries(files)) {
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(Buffer.byteLength(content), 14);
    common.writeUInt32LE(Buffer.byteLength(content), 18);
    common.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(Buffer.concat(entries).length, 10);
    directory.push(Buffer.concat([text("PK\x01\x02\x14\0"), common, place, text(name)]));
    entries.push(Buffer.concat([text("PK\x03\x04"), common, text(name), Buffer.from(content)]));
  }
  const [body, names] = [Buffer.concat(entries), Buffer.concat(directory)];
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(names.length, 8);
  end.writeUInt32LE(body.length, 12);
  return Buffer.concat([body, names, text("PK\x05\x06"), end]);
}

/** A compound file whose directory names one stream. */
export function ole(stream: string): Buffer {
  const head = Buffer.alloc(512, 255);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(head);
  head.writeUInt16LE(9, 30);
  head.writeUInt32LE(1, 48);
  head.writeUInt32LE(0, 76);
  const table = Buffer.alloc(512, 255);
  const directory = Buffer.alloc(512);
  for (const [n, name] of ["Root Entry", stream].entries()) {
    directory.write(name, n * 128, "utf16le");
    directory.writeUInt16LE((name.length + 1) * 2, n * 128 + 64);
  }
  return Buffer.concat([head, table, directory]);
}
