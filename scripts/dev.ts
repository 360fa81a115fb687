/** `npm run dev`: the outputs rebuilt on every change, the server restarted when its own output changed. */
import { type ChildProcess, spawn } from "node:child_process";
import { build } from "vite";

process.env.NODE_ENV = "development";
let server: ChildProcess | undefined;

function restart(): void {
  const start = () => {
    server = spawn(process.execPath, ["--enable-source-maps", "dist/server/main.server.js"], { stdio: "inherit" });
  };
  if (server === undefined || server.exitCode !== null) return start();
  server.once("exit", start);
  server.kill("SIGTERM");
}

for (const mode of ["app", "early", "islands", "server"]) {
  const watcher = await build({ mode, logLevel: "warn", build: { watch: {}, minify: false } });
  if (!("on" in watcher)) throw new Error("Vite did not start watching.");
  watcher.on("event", (event) => {
    if (event.code === "ERROR") console.error(event.error.message);
    // The server reads the other outputs' manifests at its start, so every finished build restarts it.
    if (event.code === "END") restart();
  });
}
