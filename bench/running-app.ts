import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

export type RunningApp = { url: string; stop: () => Promise<void> };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function stopped(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null) return;
  process.kill("SIGTERM");
  await once(process, "exit");
}

/** The built program with a database of its own, seeded; or the one at `BENCH_URL`, which is left running. */
export async function startApp(): Promise<RunningApp> {
  const given = process.env.BENCH_URL;
  if (given !== undefined) return { url: given.replace(/\/$/, ""), stop: async () => {} };
  const [port, dataFolder] = [await freePort(), await mkdtemp(path.join(tmpdir(), "meridian-bench-"))];
  const url = `http://127.0.0.1:${port}`;
  const app = spawn(process.execPath, ["dist/server/main.server.js"], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: dataFolder,
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const deadline = Date.now() + 60_000;
  for (;;) {
    const isReady = await fetch(`${url}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) break;
    if (app.exitCode !== null || Date.now() > deadline)
      throw new Error("The program did not start. Is it built? (npm run build)");
    await wait(100);
  }
  return {
    url,
    async stop() {
      await stopped(app);
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
