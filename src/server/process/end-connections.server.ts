import { once } from "node:events";
import type { Server } from "node:http";
import { Server as TcpServer } from "node:net";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";

/** ms between two looks for connections that have become idle. */
const sweepInterval = 50;

/**
 * Stops accepting connections. Those that are open stay so for up to `patience` ms, and each one's next answer has to say that it is the last; then idle
 * ones are closed. A proxy keeps connections for its next requests, and one that is closed while a save is on its way would lose that save: by the end
 * of `patience`, the proxy has met a refused connection and gone elsewhere. Resolves after `patience`, or once no connection is open.
 */
export async function endConnections(server: Server, patience: number): Promise<void> {
  // Right after connections were accepted: what waits to be accepted when the server stops listening is reset.
  await nextTurn();
  const closed = once(server, "close").then(() => "closed");
  // `close` of an HTTP server would close idle connections at once.
  TcpServer.prototype.close.call(server);
  const cancelled = new AbortController();
  const first = await Promise.race([closed, wait(patience, "waited", { signal: cancelled.signal }).catch(() => "")]);
  cancelled.abort();
  if (first === "closed") return;
  // Connections become idle one by one, and the server itself closes idle ones only when it begins to close.
  server.closeIdleConnections();
  const sweep = setInterval(() => server.closeIdleConnections(), sweepInterval);
  void closed.then(() => clearInterval(sweep));
}
