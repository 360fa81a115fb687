/** The commands of the operator: `operation.server.js backup | restore | doctor [arguments]` (docs/operations.md). */
import { operatorCommands, UsageError } from "#features/operation/command-line.server.ts";
import { readEnv } from "#server/env.server.ts";
import { exitCodeOf } from "#server/postgres/configuration-error.server.ts";

const [name = "", ...args] = process.argv.slice(2);
const command = operatorCommands.get(name);
const interruption = new AbortController();
// The first signal lets the command remove what it has begun; the second ends the process.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => interruption.abort(new Error("Interrupted.")));

try {
  if (command === undefined) throw new UsageError(`One of ${[...operatorCommands.keys()].join(", ")} is expected.`);
  if (args.includes("--help")) process.stdout.write(`${command.usage}\n`);
  else process.exitCode = await command.run(args, readEnv(process.env), interruption.signal);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof UsageError && command !== undefined) console.error(`\n${command.usage}`);
  process.exitCode = error instanceof UsageError ? 2 : exitCodeOf(error);
}
