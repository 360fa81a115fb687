/** `npm start`: builds when the sources are newer than the build, then runs the supervisor in this process. */
import { execFileSync } from "node:child_process";
import { isBuilt } from "./built.ts";

process.env.NODE_ENV ??= "production";
if (!isBuilt()) execFileSync(process.execPath, ["scripts/build.ts"], { stdio: "inherit" });
await import("../dist/server/supervisor.server.js" as string);
