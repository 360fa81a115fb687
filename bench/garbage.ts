/** The memory of a program after garbage collection: before it, the figure depends on when garbage was collected last. */
import { once } from "node:events";
import { z } from "zod";
import type { RunningApp } from "./running-app.ts";

/** Settings of a program whose garbage collection can be triggered: its inspector, on a free port. */
export const collectable = { NODE_OPTIONS: "--inspect=127.0.0.1:0" };

const heapUsage = z.object({ result: z.object({ usedSize: z.number(), backingStorageSize: z.number() }) });

/** MB of objects and buffers in a program that runs with `collectable`, once all its garbage is collected. */
export async function neededBy({ output }: Pick<RunningApp, "output">): Promise<number> {
  const address = /^Debugger listening on (ws:\S+)$/m.exec(output())?.[1];
  if (address === undefined) throw new Error(`The program has no inspector:\n${output()}`);
  const socket = new WebSocket(address);
  await once(socket, "open");
  async function ask(method: string): Promise<unknown> {
    const answered = once(socket, "message");
    socket.send(JSON.stringify({ id: 1, method }));
    const [{ data }] = (await answered) as [MessageEvent<string>];
    return JSON.parse(data);
  }
  await ask("HeapProfiler.collectGarbage");
  const { result } = heapUsage.parse(await ask("Runtime.getHeapUsage"));
  socket.close();
  return (result.usedSize + result.backingStorageSize) / 1024 ** 2;
}
