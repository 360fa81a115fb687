import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";
import { addCleanUp } from "./clean-up.ts";

const readyForQuery = "Z".charCodeAt(0);
const idle = "I".charCodeAt(0);

/** The message with which a server is asked to forget its session. */
const discardAll = (() => {
  const text = Buffer.from("DISCARD ALL\0");
  const head = Buffer.alloc(5);
  head.write("Q");
  head.writeInt32BE(text.length + 4, 1);
  return Buffer.concat([head, text]);
})();

/** Splits what a server sends into messages: a letter, a length, the rest. */
function messageSplitter(onMessage: (message: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5) {
      const size = rest.readInt32BE(1) + 1;
      if (rest.length < size) return;
      onMessage(rest.subarray(0, size));
      rest = rest.subarray(size);
    }
  };
}

/** Passes everything on between a client and a server, but makes the server forget its session after every transaction. */
function serve(client: Socket, server: Socket): void {
  let isForgetting = false;
  server.on(
    "data",
    messageSplitter((message) => {
      const isIdle = message[0] === readyForQuery && message[5] === idle;
      if (isForgetting) {
        if (message[0] === readyForQuery) {
          isForgetting = false;
          client.write(message);
        }
      } else if (isIdle) {
        isForgetting = true;
        server.write(discardAll);
      } else client.write(message);
    }),
  );
  client.on("data", (chunk) => server.write(chunk));
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const)
    one.on("close", () => other.destroy()).on("error", () => other.destroy());
}

/**
 * Stands between a program and PostgreSQL as a pooler in transaction mode does, for what matters to the program: no setting, role, prepared statement,
 * lock or LISTEN of a session lasts beyond a transaction. Returns the address of the database through it.
 */
export async function startForgetfulPooler(databaseUrl: string): Promise<string> {
  const target = new URL(databaseUrl);
  const [folder, port] = [target.searchParams.get("host"), target.port];
  const sockets = new Set<Socket>();
  const pooler = createServer((client) => {
    const server = folder === null ? connect(Number(port), target.hostname) : connect(`${folder}/.s.PGSQL.${port}`);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
    }
    serve(client, server);
  });
  pooler.listen(0, "127.0.0.1");
  await once(pooler, "listening");
  addCleanUp(async () => {
    for (const socket of sockets) socket.destroy();
    pooler.close();
  });
  target.searchParams.delete("host");
  target.hostname = "127.0.0.1";
  target.port = String((pooler.address() as AddressInfo).port);
  return target.href;
}
