import { observed } from "./observed.server.ts";

/** The stages of work on batches. Each sends its statements when it is called, all of them on one connection, which answers in order. */
export type Stages<Batch, Prepared> = {
  /** The next batch; undefined after the last one. */
  read: () => Promise<Batch | undefined>;
  prepare: (batch: Batch) => Promise<Prepared>;
  write: (prepared: Prepared) => Promise<void>;
};

/**
 * Takes batches through three stages. While the database writes a batch, the next one is prepared, and the one after that is read: whatever takes
 * processor time here runs while PostgreSQL has work. At most three batches are in memory.
 */
export async function runPipeline<Batch, Prepared>({ read, prepare, write }: Stages<Batch, Prepared>): Promise<void> {
  let reading = observed(read());
  let preparing: Promise<Prepared> | undefined;
  let writing = Promise.resolve();
  /** Prepares the batch that was read, and reads the next one. */
  const advance = (batch: Batch | undefined) => {
    if (batch === undefined) return undefined;
    const prepared = observed(prepare(batch));
    reading = observed(read());
    return prepared;
  };
  try {
    preparing = advance(await reading);
    while (preparing !== undefined) {
      const prepared: Prepared = await preparing;
      // Before the write, so that it is answered before.
      preparing = advance(await reading);
      const earlier = writing;
      writing = observed(write(prepared));
      await earlier;
    }
    await writing;
  } finally {
    // Nothing may be sent behind the rollback.
    await Promise.allSettled([reading, preparing, writing]);
  }
}
