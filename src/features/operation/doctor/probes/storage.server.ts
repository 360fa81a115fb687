import { access, constants, mkdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { defineProbe, type Symptom } from "../define-probe.server.ts";

/** The error of writing to a folder, in words; undefined when it can be written to. */
async function whyNotWritable(folder: string): Promise<string | undefined> {
  const file = path.join(folder, `doctor-${process.pid}.part`);
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    await writeFile(file, "");
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}

export default defineProbe({
  name: "storage",
  title: "The storage of files can be written to",
  async run({ dataFolder, env, openStorage }) {
    const symptoms: Symptom[] = [];
    if (env.FILES !== "folder")
      await openStorage().catch((error: Error) =>
        symptoms.push({
          problem: error.message,
          mend: "Correct the settings of the bucket (S3_…), or its rights; docs/operations.md lists those it needs.",
        }),
      );
    for (const folder of [dataFolder, path.join(dataFolder, "files")]) {
      const reason = await whyNotWritable(folder);
      if (reason !== undefined)
        symptoms.push({
          problem: `${folder} cannot be written to: ${reason}`,
          mend: "Give it to the account that the program runs under (chown), and look whether the disk is mounted read-only.",
        });
    }
    const stats = await stat(dataFolder).catch(() => undefined);
    if (process.platform !== "win32" && stats !== undefined && (stats.mode & 0o002) !== 0)
      symptoms.push({
        problem: `Everybody on this machine may write to ${dataFolder}.`,
        mend: `Run: chmod o-w ${dataFolder}`,
      });
    return symptoms;
  },
});
