import { createReadStream } from "node:fs";
import { connect, type Socket } from "node:net";
import { seconds } from "#kit/format.ts";
import { Problem } from "#kit/problem.ts";
import type { Logger } from "#server/process/log.server.ts";
import { type Outcomes, outcomeReason } from "#server/process/outcomes.server.ts";
import { inSpan } from "#server/process/tracing.server.ts";
import { createQueue } from "#server/process/queue.server.ts";

export type ScannerSettings = { VIRUS_SCANNER?: string | undefined; VIRUS_SCANNER_DOWN: "refuse" | "allow" };

/** Checks the file of an upload before it is stored. @throws {Problem} invalid for malware; unavailable when it cannot be checked */
export type Scan = (file: string) => Promise<void>;

const infected = new Problem("invalid", {
  zh: "文件含有病毒或恶意内容，未保存",
  en: "This file contains malware and was not saved.",
});
const unchecked = new Problem(
  "unavailable",
  {
    zh: "暂时无法检查文件是否含有病毒，文件未保存，请稍后再试",
    en: "Files cannot be checked for malware right now, so this one was not saved. Try again later.",
  },
  { retryAfter: 30 },
);
const busy = new Problem(
  "tooManyRequests",
  { zh: "正在检查的文件较多，请稍后再试", en: "Many files are being checked right now. Try again in a moment." },
  { retryAfter: 5 },
);

/** ms without any traffic, and for the whole exchange. */
const timeouts = { idle: seconds(20), total: seconds(120) };
const chunkBytes = 64 * 1024;
const maxAnswerLength = 1024;

/** Reads `tcp://host:port`; undefined when it is something else. */
export function readScannerAddress(text: string): { host: string; port: number } | undefined {
  const url = URL.parse(text);
  const isPlain = url?.protocol === "tcp:" && url.hostname !== "" && url.port !== "" && url.username === "";
  if (!isPlain || !["", "/"].includes(url.pathname) || url.search !== "" || url.hash !== "") return undefined;
  return { host: url.hostname.replaceAll(/[[\]]/g, ""), port: Number(url.port) };
}

/** Sends a command of clamd with its data, and returns the answer. @throws when there is none in time */
function exchange(address: string, send: (socket: Socket) => Promise<void> | void): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(readScannerAddress(address)!);
    let answer = "";
    const limit = setTimeout(() => socket.destroy(new Error("no answer in time")), timeouts.total);
    socket.setTimeout(timeouts.idle, () => socket.destroy(new Error("no traffic")));
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => {
      answer += String(chunk);
      const end = answer.indexOf("\0");
      if (end >= 0) {
        resolve(answer.slice(0, end));
        socket.destroy();
      } else if (answer.length > maxAnswerLength) socket.destroy(new Error("the answer is too long"));
    });
    socket.on("error", reject);
    socket.on("close", () => {
      clearTimeout(limit);
      reject(new Error("closed without an answer"));
    });
    socket.on("connect", () => {
      void Promise.resolve(send(socket)).catch((error: unknown) => socket.destroy(error as Error));
    });
  });
}

/** Writes to a socket, as fast as it takes the bytes. */
const write = (socket: Socket, bytes: Uint8Array) =>
  new Promise<void>((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });

/** Streams a file by INSTREAM: each piece after its length, a length of 0 at the end. */
async function sendFile(socket: Socket, file: string): Promise<void> {
  await write(socket, Buffer.from("zINSTREAM\0"));
  for await (const piece of createReadStream(file, { highWaterMark: chunkBytes })) {
    const bytes = piece as Buffer;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    await write(socket, Buffer.concat([length, bytes]));
  }
  await write(socket, Buffer.alloc(4));
}

/** Asks the scanner whether it is there. @throws when it is not */
export async function pingScanner(address: string): Promise<void> {
  const answer = await exchange(address, (socket) => write(socket, Buffer.from("zPING\0")));
  if (answer !== "PONG") throw new Error("it is no clamd");
}

/** The check of VIRUS_SCANNER, an address of clamd; without one, files are not checked. */
export function createScan(
  { VIRUS_SCANNER, VIRUS_SCANNER_DOWN }: ScannerSettings,
  { log, outcomes }: { log: Logger; outcomes: Outcomes },
): Scan {
  if (VIRUS_SCANNER === undefined) return () => Promise.resolve();
  const queue = createQueue({ concurrency: 4, maxWaiting: 20, refusal: busy });
  let isDown = false;

  /** The answer of the scanner: `stream: OK`, or `stream: <name> FOUND`; undefined without one of these. */
  async function answerFor(file: string): Promise<string | undefined> {
    try {
      const answer = await inSpan({ name: "clamd INSTREAM", kind: "client" }, () =>
        exchange(VIRUS_SCANNER!, (socket) => sendFile(socket, file)),
      );
      if (!/ (?:OK|FOUND)$/.test(answer)) throw new Error("the scanner did not check the file");
      if (isDown) log.warn("the virus scanner is back");
      isDown = false;
      outcomes.succeed("scanner");
      return answer;
    } catch (error) {
      outcomes.fail("scanner", outcomeReason(error));
      if (!isDown) log.error({ alarm: "virusScanner", err: error }, "the virus scanner cannot be used");
      isDown = true;
      return undefined;
    }
  }
  return (file) =>
    queue.enqueue(async () => {
      const answer = await answerFor(file);
      if (answer === undefined && VIRUS_SCANNER_DOWN === "refuse") throw unchecked;
      if (answer?.endsWith(" FOUND") !== true) return;
      const malware = answer
        .slice(0, -" FOUND".length)
        .replace("stream: ", "")
        .replaceAll(/[^\w.:-]/g, "");
      log.warn({ malware: malware.slice(0, 100) }, "an upload was refused because of malware");
      throw infected;
    });
}
