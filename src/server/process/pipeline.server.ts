import { markHandled } from "./mark-handled.server.ts";

/** The stages of a pipeline of batches. All of them send their statements on one connection, which answers in order. */
export type Stages<Batch, Prepared> = {
  /** The next batch; undefined after the last one. */
  read: () => Promise<Batch | undefined>;
  prepare: (batch: Batch) => Promise<Prepared>;
  write: (prepared: Prepared) => Promise<void>;
};

/**
 * Passes batches through three stages. While the database writes a batch, the next one is prepared and the one after that is read, so that this
 * process and PostgreSQL work in parallel. At most three batches are in memory.
 */
export async function runPipeline<Batch, Prepared>({ read, prepare, write }: Stages<Batch, Prepared>): Promise<void> {
  let reading = markHandled(read());
  let preparing: Promise<Prepared> | undefined;
  let writing = Promise.resolve();
  /** Prepares the batch that was read, and reads the next one. */
  const advance = (batch: Batch | undefined) => {
    if (batch === undefined) return undefined;
    const prepared = markHandled(prepare(batch));
    reading = markHandled(read());
    return prepared;
  };
  try {
    preparing = advance(await reading);
    while (preparing !== undefined) {
      const prepared: Prepared = await preparing;
      // Sent before the write, so that the database answers it first.
      preparing = advance(await reading);
      const previousWrite = writing;
      writing = markHandled(write(prepared));
      await previousWrite;
    }
    await writing;
  } finally {
    // After an error, no stage may send a statement behind the caller's rollback.
    await Promise.allSettled([reading, preparing, writing]);
  }
}
