/** `npm run dev`: rebuilds the outputs on every change of a source, and restarts the server after every build. */
import { type ChildProcess, spawn } from "node:child_process";
import { build } from "vite";

process.env.NODE_ENV = "development";
let server: ChildProcess | undefined;

function start(): void {
  server = spawn(process.execPath, ["--enable-source-maps", "dist/server/main.server.js"], { stdio: "inherit" });
}

function restart(): void {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return start();
  // Builds that finish while the server stops share one restart.
  if (server.listenerCount("exit", start) > 0) return;
  server.once("exit", start);
  server.kill("SIGTERM");
}

for (const mode of ["app", "early", "islands", "server"]) {
  const watcher = await build({ mode, logLevel: "warn", build: { watch: {}, minify: false } });
  if (!("on" in watcher)) throw new Error("Vite did not start watching.");
  watcher.on("event", (event) => {
    if (event.code === "ERROR") console.error(event.error.message);
    // The server reads the manifests of all outputs when it starts, so every build restarts it.
    if (event.code === "END") restart();
  });
}
