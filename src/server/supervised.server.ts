import { spawn } from "node:child_process";

/** How the supervisor's command line reaches the program, so that the program can start it again. */
export const supervisorCommand = "MERIDIAN_SUPERVISOR";

/**
 * Watches over the supervisor from below: when it is killed, this program starts a new one with the same command, and then
 * stops itself, so that the new supervisor's own child serves. Does nothing without a supervisor.
 */
export function keepSupervised({ stop }: { stop: () => void }): void {
  const command = process.env[supervisorCommand];
  if (process.send === undefined || command === undefined) return;
  let isStopping = false;
  process.on("message", (message) => {
    if (message !== "stop") return;
    isStopping = true;
    stop();
  });
  process.once("disconnect", () => {
    if (isStopping) return;
    spawn(process.execPath, JSON.parse(command) as string[], { stdio: "inherit", env: process.env });
    stop();
  });
}
