/** The memory of a program after garbage collection, because the memory before it depends on the time of the last collection. */
import { once } from "node:events";
import { z } from "zod";
import type { RunningApp } from "./running-app.ts";

/** The environment of a program whose garbage can be collected from outside: it opens its inspector on a free port. */
export const inspectorSettings = { NODE_OPTIONS: "--inspect=127.0.0.1:0" };

const heapUsage = z.object({ result: z.object({ usedSize: z.number(), backingStorageSize: z.number() }) });

/** Collects the garbage of a program that runs with `inspectorSettings`; resolves to the MB of its remaining objects and buffers. */
export async function memoryNeededBy({ output }: Pick<RunningApp, "output">): Promise<number> {
  const address = /^Debugger listening on (ws:\S+)$/m.exec(output())?.[1];
  if (address === undefined) throw new Error(`The program has no inspector:\n${output()}`);
  const socket = new WebSocket(address);
  await once(socket, "open");
  async function send(method: string): Promise<unknown> {
    const message = once(socket, "message");
    socket.send(JSON.stringify({ id: 1, method }));
    const [{ data }] = (await message) as [MessageEvent<string>];
    return JSON.parse(data);
  }
  await send("HeapProfiler.collectGarbage");
  const { result } = heapUsage.parse(await send("Runtime.getHeapUsage"));
  socket.close();
  return (result.usedSize + result.backingStorageSize) / 1024 ** 2;
}
