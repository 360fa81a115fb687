import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll } from "vitest";

/** A text that the mock takes for malware. */
export const malware = "MALWARE-OF-TESTS";

/** The bytes of INSTREAM after the command, joined; undefined while the end is missing. */
function readStream(data: Buffer): Buffer | undefined {
  const pieces: Buffer[] = [];
  for (let at = 0; at + 4 <= data.length;) {
    const length = data.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(data.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

/** A scanner that speaks as clamd does, for one test file. `scanned`: the sizes of the files. `mode`: `mute` closes without an answer. */
export async function startMockScanner() {
  const mock = { mode: "ok" as "ok" | "mute" | "tooLarge", scanned: [] as number[], address: "" };
  const server = createServer((socket) => {
    let data: Buffer = Buffer.alloc(0);
    socket.on("error", () => socket.destroy());
    socket.on("data", (chunk) => {
      data = Buffer.concat([data, chunk]);
      const end = data.indexOf(0);
      const command = end < 0 ? "" : data.subarray(0, end).toString();
      if (command === "zPING") return void socket.end("PONG\0");
      if (command !== "zINSTREAM") return;
      if (mock.mode === "mute") return void socket.end();
      if (mock.mode === "tooLarge") return void socket.end("INSTREAM size limit exceeded. ERROR\0");
      const content = readStream(data.subarray(end + 1));
      if (content === undefined) return;
      mock.scanned.push(content.length);
      socket.end(content.includes(malware) ? "stream: Test.Malware FOUND\0" : "stream: OK\0");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => server.close());
  mock.address = `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return mock;
}
