import { statfs } from "node:fs/promises";
import { sizeText } from "../../report.server.ts";
import { defineProbe } from "../define-probe.server.ts";

/** The share of the file entries of a disk that should be free. */
const freeEntries = 0.05;

export default defineProbe({
  name: "disk",
  title: "The disk of the data folder has space",
  async run({ dataFolder, freeSpace }) {
    const { bavail, bsize, ffree, files } = await statfs(dataFolder);
    const free = bavail * bsize;
    const mend =
      "Make room, or move the data folder to a larger disk (DATA_DIR). A full disk refuses uploads and stops the embedded database.";
    if (free < freeSpace) return [{ problem: `Only ${sizeText(free)} are free on the disk of ${dataFolder}.`, mend }];
    return files > 0 && ffree < files * freeEntries
      ? [{ problem: `The disk of ${dataFolder} has room for ${ffree} more files only.`, mend }]
      : [];
  },
});
