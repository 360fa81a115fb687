import { hash } from "node:crypto";
import { Readable, Writable } from "node:stream";
import type pg from "pg";

/** What the driver's connection does for COPY, which its types leave out. */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};

/** Bytes of the blocks in which rows are handed on. */
const blockSize = 64 * 1024;

/**
 * A checksum of rows that does not depend on their order: the sum of their SHA-256 hashes, modulo 2^256. A table has the same digest in every database
 * that has the same rows.
 */
export class RowDigest {
  #rows = 0;
  readonly #words = [0n, 0n, 0n, 0n];

  /** @param row the line of the row in the text format of COPY, with its line break */
  add(row: Buffer): void {
    const bytes = hash("sha256", row, "buffer");
    this.#rows += 1;
    for (const place of this.#words.keys())
      this.#words[place] = BigInt.asUintN(64, this.#words[place]! + bytes.readBigUInt64BE(place * 8));
  }

  get rows(): number {
    return this.#rows;
  }

  /** 64 hex digits. */
  get hex(): string {
    return this.#words.map((word) => word.toString(16).padStart(16, "0")).join("");
  }
}

/** The rows of a `COPY … TO STDOUT` as a stream of text. Whoever reads slowly makes the server wait, so the memory is bounded. */
class RowReader extends Readable {
  #connection: pg.Connection | undefined;
  #block: Buffer[] = [];
  #size = 0;
  readonly #text: string;
  readonly #digest: RowDigest;

  constructor(text: string, digest: RowDigest) {
    super();
    this.#text = text;
    this.#digest = digest;
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(this.#text);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#digest.add(chunk);
    // The driver uses the memory of `chunk` again.
    this.#block.push(Buffer.from(chunk));
    this.#size += chunk.length;
    if (this.#size >= blockSize) this.#pushBlock();
  }

  #pushBlock(): void {
    const block = Buffer.concat(this.#block);
    this.#block = [];
    this.#size = 0;
    if (!this.push(block)) this.#connection?.stream.pause();
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  handleCommandComplete(): void {
    if (this.#size > 0) this.#pushBlock();
    this.#connection?.stream.resume();
  }

  handleReadyForQuery(): void {
    this.push(null);
  }

  handleError(error: Error): void {
    this.destroy(error);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#connection?.stream.resume();
    done(error);
  }
}

/** The rows for a `COPY … FROM STDIN`. */
class RowWriter extends Writable {
  #connection: CopyConnection | undefined;
  #whenReady: (() => void) | undefined;
  #isReady = false;
  /** Whether the server was told, or has said, that no rows come any more. */
  #isOver = false;
  #whenEnded: ((error?: Error | null) => void) | undefined;
  readonly #text: string;

  constructor(text: string) {
    super({ highWaterMark: blockSize });
    this.#text = text;
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection as CopyConnection;
    connection.query(this.#text);
  }

  handleCopyInResponse(): void {
    this.#isReady = true;
    this.#whenReady?.();
  }

  #afterStart(run: () => void): void {
    if (this.#isReady) run();
    else this.#whenReady = run;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#afterStart(() => {
      const connection = this.#connection!;
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) connection.stream.once("drain", () => done());
      else done();
    });
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#whenEnded = done;
    this.#afterStart(() => {
      this.#isOver = true;
      this.#connection!.endCopyFrom();
    });
  }

  handleCommandComplete(): void {
    // The rows count when the server is ready again: until then an error may follow.
  }

  handleReadyForQuery(): void {
    this.#whenEnded?.();
  }

  handleError(error: Error): void {
    const whenEnded = this.#whenEnded;
    this.#whenEnded = undefined;
    this.#isOver = true;
    if (whenEnded === undefined) this.destroy(error);
    else whenEnded(error);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const reason = error?.message ?? "The rows were not written to their end.";
    // The server waits for rows until it hears that none come; it may still be about to wait.
    if (!this.#isOver) this.#afterStart(() => this.#connection!.sendCopyFail(reason));
    this.#isOver = true;
    done(error);
  }
}

/** Runs `COPY … TO STDOUT` and returns its rows as a stream of text; `digest` gets each of them. */
export const readRows = (client: pg.Client, text: string, digest: RowDigest): Readable =>
  client.query(new RowReader(text, digest));

/** Runs `COPY … FROM STDIN` and returns the stream to write the text of its rows to. It finishes when the server has accepted all of them. */
export const writeRows = (client: pg.Client, text: string): Writable => client.query(new RowWriter(text));
