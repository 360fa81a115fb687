import { createSocket } from "node:dgram";
import { once } from "node:events";
import { addCleanUp } from "./clean-up.ts";

/** A local name server that answers queries for TXT records over UDP (RFC 1035). */
export type NameServer = {
  /** The value of DNS_SERVERS. */
  address: string;
  /** Sets the texts of a name; `undefined` removes the name. */
  set: (name: string, texts: readonly string[] | undefined) => void;
  /** Stops or resumes answering. */
  setAnswering: (isAnswering: boolean) => void;
};

const txtType = 16;
/** Flags of a response with recursion available: without an error, and for an unknown name (NXDOMAIN). */
const successFlags = 0x8180;
const unknownNameFlags = 0x8183;

/** The name of the query, and the offset after its type and class. */
function questionOf(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let offset = 12;
  while (message[offset] !== 0) {
    labels.push(message.toString("latin1", offset + 1, offset + 1 + message[offset]!));
    offset += 1 + message[offset]!;
  }
  return { name: labels.join(".").toLowerCase(), end: offset + 5 };
}

/** A TXT record whose name refers to byte 12 of the response, the name in the query. A text longer than 255 bytes is split into parts. */
function recordOf(text: string): Buffer {
  const parts = text.match(/.{1,255}/gs) ?? [""];
  const data = Buffer.concat(
    parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part, "latin1")])),
  );
  const head = Buffer.from([0xc0, 12, 0, txtType, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 255]);
  return Buffer.concat([head, data]);
}

/** Starts a name server without names. It stops after the current test or, outside of tests, after the test file. */
export async function startNameServer(): Promise<NameServer> {
  const names = new Map<string, readonly string[]>();
  let isAnswering = true;
  const socket = createSocket("udp4");
  socket.on("message", (message, { port, address }) => {
    if (!isAnswering) return;
    const { name, end } = questionOf(message);
    const texts = names.get(name);
    const head = Buffer.from(message.subarray(0, 12));
    head.writeUInt16BE(texts === undefined ? unknownNameFlags : successFlags, 2);
    head.writeUInt16BE(texts?.length ?? 0, 6);
    head.fill(0, 8);
    socket.send(Buffer.concat([head, message.subarray(12, end), ...(texts ?? []).map(recordOf)]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  addCleanUp(async () => void socket.close());
  return {
    address: `127.0.0.1:${socket.address().port}`,
    set: (name, texts) => void (texts === undefined ? names.delete(name) : names.set(name, texts)),
    setAnswering: (next) => void (isAnswering = next),
  };
}
