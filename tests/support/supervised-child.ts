/**
 * A supervised application that does nothing but record its events in a journal file.
 *
 *     supervised-child.ts <journal> serve                 keeps running
 *     supervised-child.ts <journal> exit <code> [times]   exits at once with the code, on the first `times` starts only
 *     supervised-child.ts <journal> deaf                  keeps running and ignores the request to stop
 */
import { appendFileSync, readFileSync } from "node:fs";
import { keepSupervised } from "#server/process/supervised.server.ts";

const [journal = "", mode, code = "0", times = "1000"] = process.argv.slice(2);

function record(event: string): void {
  appendFileSync(journal, `${event} ${process.pid} ${process.ppid}\n`);
}

record("started");
const starts = readFileSync(journal, "utf8").match(/^started/gm)?.length ?? 0;
if (mode === "exit" && starts <= Number(times)) process.exit(Number(code));

keepSupervised({
  stop() {
    record("stopped");
    if (mode !== "deaf") process.exit(Number(code));
  },
});
// Keeps the process running.
setInterval(() => undefined, 1000);
record("ready");
