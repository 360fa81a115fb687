/** `npm run backup`, `restore` and `doctor`: builds when the sources are newer than the build, then runs the command that the first argument names. */
import { ensureBuilt } from "./ensure-built.ts";

process.env.NODE_ENV ??= "production";
ensureBuilt();
// The cast keeps TypeScript from looking for the file, which only a build makes.
await import("../dist/server/operation.server.js" as string);
