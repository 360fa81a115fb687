import { createSocket } from "node:dgram";
import { once } from "node:events";
import { atEnd } from "./at-end.ts";

/** A name server on this machine. It answers questions for TXT records over UDP (RFC 1035) with what it was given. */
export type NameServer = {
  /** For DNS_SERVERS. */
  address: string;
  /** The texts of a name; undefined: there is no such name. */
  set: (name: string, texts: readonly string[] | undefined) => void;
  /** From now on no question is answered, or every one again. */
  answers: (isAnswering: boolean) => void;
};

const txtType = 16;
/** Flags of an answer: it is one, recursion was available; and of one that there is no such name. */
const [found, noName] = [0x8180, 0x8183];

/** The labels of the question's name, and the place behind its type and class. */
function questionOf(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  while (message[at] !== 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + message[at]!));
    at += 1 + message[at]!;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 5 };
}

/** A record for the name of the question, which stands at byte 12. A text longer than 255 bytes is several parts. */
function recordOf(text: string): Buffer {
  const parts = text.match(/.{1,255}/gs) ?? [""];
  const data = Buffer.concat(
    parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part, "latin1")])),
  );
  const head = Buffer.from([0xc0, 12, 0, txtType, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 255]);
  return Buffer.concat([head, data]);
}

export async function startNameServer(): Promise<NameServer> {
  const names = new Map<string, readonly string[]>();
  let isAnswering = true;
  const socket = createSocket("udp4");
  socket.on("message", (message, { port, address }) => {
    if (!isAnswering) return;
    const { name, end } = questionOf(message);
    const texts = names.get(name);
    const head = Buffer.from(message.subarray(0, 12));
    head.writeUInt16BE(texts === undefined ? noName : found, 2);
    head.writeUInt16BE(texts?.length ?? 0, 6);
    head.fill(0, 8);
    socket.send(Buffer.concat([head, message.subarray(12, end), ...(texts ?? []).map(recordOf)]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  atEnd(async () => void socket.close());
  return {
    address: `127.0.0.1:${socket.address().port}`,
    set: (name, texts) => void (texts === undefined ? names.delete(name) : names.set(name, texts)),
    answers: (next) => void (isAnswering = next),
  };
}
