import { runPipeline } from "#server/process/pipeline.server.ts";

/** Called during the transaction with the number of rows processed so far. */
export type OnProgress = (done: number) => Promise<void>;

type ImportStages<Row, Prepared> = {
  /** The next rows with numbers above `after`, in the order of their numbers; none after the last row. */
  read: (after: number) => Promise<readonly Row[]>;
  prepare: (rows: readonly Row[]) => Promise<Prepared>;
  write: (prepared: Prepared) => Promise<void>;
  onProgress: OnProgress | undefined;
};

/** Processes the rows of an import in batches, in a pipeline, and reports the progress after each batch. Returns the number of rows. */
export async function processImportRows<Row extends { number: number }, Prepared>({
  read,
  prepare,
  write,
  onProgress,
}: ImportStages<Row, Prepared>): Promise<number> {
  let after = 0;
  let done = 0;
  await runPipeline({
    async read() {
      const rows = await read(after);
      const last = rows.at(-1);
      if (last === undefined) return undefined;
      after = last.number;
      return rows;
    },
    prepare: async (rows) => ({ prepared: await prepare(rows), rowCount: rows.length }),
    async write({ prepared, rowCount }) {
      await write(prepared);
      done += rowCount;
      await onProgress?.(done);
    },
  });
  return done;
}
