/** The application's side of the supervisor. src/supervisor.server.ts describes their messages. */
import { spawn } from "node:child_process";

/**
 * Lets the supervisor stop this process gracefully, and replaces a killed supervisor: starts a new one with the same arguments and environment, and
 * then stops this process, because a supervisor can only watch its own child. Does nothing in a process without a supervisor.
 * @param options.stop Starts the shutdown; the process has to exit by itself, within the 15 s after which the supervisor kills it. Called once.
 */
export function keepSupervised({ stop }: { stop: () => void }): void {
  const command = process.env["MERIDIAN_SUPERVISOR"];
  if (process.send === undefined || command === undefined) return;
  let isStopping = false;

  function stopOnce(): void {
    if (isStopping) return;
    isStopping = true;
    stop();
  }

  process.on("message", (message) => {
    if (message === "stop") stopOnce();
  });
  process.once("disconnect", () => {
    // If the channel closes during a shutdown, the supervisor ends too and must not be replaced.
    if (!isStopping) startSupervisor(JSON.parse(command) as string[], stopOnce);
  });
  // The listeners above must not keep an otherwise finished process alive.
  process.channel?.unref();
  process.send("supervised", () => undefined);
  // The supervisor may have been killed before the listeners were added.
  if (!process.connected) process.emit("disconnect");
}

function startSupervisor(command: string[], stopOnce: () => void): void {
  console.error("The supervisor has gone away; handing over to a new one.");
  const supervisor = spawn(process.execPath, command, { stdio: "inherit", detached: false });
  supervisor.once("spawn", stopOnce);
  // Serving without a supervisor is better than not serving.
  supervisor.once("error", (error) => console.error("No supervisor could be started:", error));
}
