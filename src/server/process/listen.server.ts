import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** How long a process that was just replaced may still hold the port, ms. */
const portTimeout = 10_000;

/** Listens, waiting up to 10 s for a port that the process before has not let go of. Returns the address, `http://127.0.0.1:3000`. */
export async function listenWithPatience(http: FastifyInstance, at: { host: string; port: number }): Promise<string> {
  const deadline = Date.now() + portTimeout;
  for (;;) {
    try {
      return await http.listen(at);
    } catch (error) {
      const isBusy = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
      if (!isBusy || Date.now() > deadline) throw error;
      await wait(100);
    }
  }
}
