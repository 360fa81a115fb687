import path from "node:path";
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { megabytes } from "#kit/format.ts";
import type { Env } from "#server/env.server.ts";
import { openStorage } from "#server/files/open-storage.server.ts";
import { createLog } from "#server/process/log.server.ts";
import { createOutcomes } from "#server/process/outcomes.server.ts";
import { readPepper } from "#server/process/secrets.server.ts";
import { checkKeyFile, existingPepper, keyFileOf, writeKeyFile } from "./backup/key-file.server.ts";
import { makeBackup } from "./backup/make-backup.server.ts";
import { restoreBackup, verifyBackup } from "./backup/restore-backup.server.ts";
import { withDatabase } from "./reached-database.server.ts";
import { createReport } from "./report.server.ts";

/** Wrong arguments of a command; the process exits with 2. */
export class UsageError extends Error {}

/** A command of the operator. `run` returns the exit code. */
type Command = { usage: string; run: (args: string[], env: Env, signal: AbortSignal) => Promise<number> };

function parse<T extends ParseArgsOptionsConfig>(args: string[], options: T) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function onlyFolder(positionals: readonly string[]): string | undefined {
  if (positionals.length > 1) throw new UsageError(`One folder is expected, not ${positionals.length}.`);
  return positionals[0] === undefined ? undefined : path.resolve(positionals[0]);
}

const storageOf = (env: Env, filesFolder: string) =>
  openStorage(env, filesFolder, { log: createLog("error"), outcomes: createOutcomes() });

const backup: Command = {
  usage: `npm run backup -- [FOLDER] [--list-files] [--no-key-file]

Copies the database and the files that the settings name, while the program works, into FOLDER
(backups/meridian-<time> unless named). The folder must not exist.

  --list-files   write the list of files with sizes and checksums, and not their content:
                 for a bucket that is backed up by its provider
  --no-key-file  do not write the generated key to FOLDER.key; without it, no password of the backup works

Exit codes: 0 done, 1 failed (nothing is left), 2 wrong arguments, 78 wrong settings.`,
  async run(args, env, signal) {
    const options = { "list-files": { type: "boolean" }, "no-key-file": { type: "boolean" } } as const;
    const { values, positionals } = parse(args, options);
    const stamp = new Date().toISOString().replaceAll(":", "-").replace(/\..*/, "Z");
    const folder = onlyFolder(positionals) ?? path.resolve("backups", `meridian-${stamp}`);
    const dataFolder = path.resolve(env.DATA_DIR);
    const report = createReport();
    const pepper = readPepper(env, dataFolder);
    const isKeyWritten = env.PEPPER === undefined && values["no-key-file"] !== true;
    // Before hours of copying, after which the key could not be written.
    if (isKeyWritten) await checkKeyFile(folder, pepper);
    const { missingKeys, damagedKeys, manifest } = await withDatabase(env, dataFolder, async (database) => {
      const storage = await storageOf(env, path.join(dataFolder, "files"));
      return makeBackup({
        database,
        storage,
        pepper,
        folder,
        withFiles: values["list-files"] !== true,
        report,
        signal,
      });
    });
    if (missingKeys.length > 0)
      report.line(`Warning: ${manifest.files.missing} files are missing in the storage: ${missingKeys.join(", ")}`);
    if (damagedKeys.length > 0)
      report.line(`Warning: files that differ from their checksum: ${damagedKeys.join(", ")}`);
    if (isKeyWritten) {
      await writeKeyFile(folder, pepper);
      report.line(`The key is in ${keyFileOf(folder)}. Keep it apart from the backup.`);
    } else report.line("The key (PEPPER) is not part of the backup. Keep it; without it no password works.");
    process.stdout.write(`${folder}\n`);
    return 0;
  },
};

const restore: Command = {
  usage: `npm run restore -- FOLDER [--check] [--overwrite DATABASE] [--key-file FILE] [--accept-other-key]

Restores a backup into the empty database and the storage that the settings name: everything or nothing.
Checksums are compared before anything changes; migrations that the backup lacks run afterwards.

  --check               only compare the backup with its checksums
  --overwrite DATABASE  replace everything in the database of this name, which the settings have to name too
  --key-file FILE       the key of the backup (FOLDER.key unless named), when there is none in DATA_DIR or PEPPER
  --accept-other-key    restore although the key is lost: passwords, authenticators and encrypted settings are lost too

Exit codes: 0 done, 1 refused or failed (nothing is changed), 2 wrong arguments, 78 wrong settings.`,
  async run(args, env, signal) {
    const options = {
      check: { type: "boolean" },
      overwrite: { type: "string" },
      "key-file": { type: "string" },
      "accept-other-key": { type: "boolean" },
    } as const;
    const { values, positionals } = parse(args, options);
    const folder = onlyFolder(positionals);
    if (folder === undefined) throw new UsageError("Name the folder of the backup.");
    const report = createReport();
    // Before anything is opened, which may make files and folders.
    const manifest = await verifyBackup(folder, report, signal);
    if (values.check === true) return 0;
    const dataFolder = path.resolve(env.DATA_DIR);
    const filesFolder = path.join(dataFolder, "files");
    await withDatabase(env, dataFolder, async (database) =>
      restoreBackup({
        database,
        storage: await storageOf(env, filesFolder),
        dataFolder,
        filesFolder,
        pepper: existingPepper(env, dataFolder),
        folder,
        manifest,
        keyFile: values["key-file"],
        acceptsOtherKey: values["accept-other-key"] === true,
        overwrite: values.overwrite,
        report,
        signal,
      }),
    );
    return 0;
  },
};

const doctor: Command = {
  usage: `npm run doctor -- [--json] [--free-mb MEGABYTES]

Looks at the database, the files and the settings, whether the program runs or not, and says what is wrong and how to
mend it. It changes nothing.

  --json      print the findings as a JSON array of { probe, problem, mend }
  --free-mb   the least space that should be free on the disk of the data folder (2000)

Exit codes: 0 all is well, 1 there are findings, 2 wrong arguments, 78 wrong settings.`,
  async run(args, env) {
    const { values } = parse(args, { json: { type: "boolean" }, "free-mb": { type: "string", default: "2000" } });
    const megabytesFree = Number(values["free-mb"]);
    if (!Number.isFinite(megabytesFree)) throw new UsageError("--free-mb is a number.");
    const dataFolder = path.resolve(env.DATA_DIR);
    const { examineAll, textOf, unreachable } = await import("./doctor/examine.server.ts");
    const results = await withDatabase(env, dataFolder, async (database) =>
      examineAll({
        env,
        dataFolder,
        database,
        client: await database.connect(),
        openStorage: () => storageOf(env, path.join(dataFolder, "files")),
        pepper: existingPepper(env, dataFolder),
        freeSpace: megabytes(megabytesFree),
      }),
    ).catch((error: unknown) => [unreachable(error)]);
    const findings = results.flatMap((result) => result.findings);
    process.stdout.write(values.json === true ? `${JSON.stringify(findings, null, 1)}\n` : textOf(results));
    return findings.length === 0 ? 0 : 1;
  },
};

/** The commands of the operator, by name. */
export const operatorCommands: ReadonlyMap<string, Command> = new Map(Object.entries({ backup, restore, doctor }));
