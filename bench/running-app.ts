import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { client } from "../tests/support/client.ts";
import { administratorIn, launch } from "../tests/support/program.ts";

export type RunningApp = { url: string; dataFolder: string; output: () => string; stop: () => Promise<void> };

/** The built program with an embedded database of its own, seeded. */
export async function startOwnApp(): Promise<RunningApp> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), "meridian-bench-"));
  const app = await launch({ DATA_DIR: dataFolder, LOG_LEVEL: "error", DATABASE_POOL: "20" });
  return {
    url: app.url,
    dataFolder,
    output: app.output,
    async stop() {
      await app.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** The same, or the program at `BENCH_URL`, which is left running. */
export async function startApp(): Promise<Pick<RunningApp, "url" | "stop">> {
  const given = process.env.BENCH_URL;
  return given === undefined ? startOwnApp() : { url: given.replace(/\/$/, ""), stop: async () => {} };
}

/** Signs the first administrator in; gives the session's token. */
export async function signInAdministrator({ url, output }: Pick<RunningApp, "url" | "output">): Promise<string> {
  const { mobile, password } = administratorIn(output());
  const { send } = client({ url });
  const { body } = await send(
    "POST Api/Member/Login",
    { username: mobile, password },
    { "x-meridian-client": "bearer" },
  );
  const { token } = body.result as { token: string };
  return token;
}
