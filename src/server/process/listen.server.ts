import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** ms for which a previous process may still hold the port. */
const portTimeout = 10_000;

/** Listens, retrying for up to 10 s while a previous process still holds the port. Returns the address, `http://127.0.0.1:3000`. */
export async function listenWithRetries(
  http: FastifyInstance,
  address: { host: string; port: number },
): Promise<string> {
  const deadline = Date.now() + portTimeout;
  for (;;) {
    try {
      return await http.listen(address);
    } catch (error) {
      const isBusy = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
      if (!isBusy || Date.now() > deadline) throw error;
      await wait(100);
    }
  }
}
