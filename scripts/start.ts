/** `npm start`: builds when the sources are newer than the build, then runs the supervisor in this process. */
import { ensureBuilt } from "./ensure-built.ts";

process.env.NODE_ENV ??= "production";
ensureBuilt();
// The cast keeps TypeScript from looking for the file, which only a build makes.
await import("../dist/server/supervisor.server.js" as string);
