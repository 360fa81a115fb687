/** Text as UTF-8 bytes, in memory that is used again: a sheet is 25 MB of text, which would all wait for the garbage collector. */
export type TextBuffer = {
  write: (text: string) => void;
  /** A view of what was written, valid until the buffer is returned. */
  bytes: () => Buffer;
};

/** Bytes of a new buffer; the largest and the number of those that wait for their next use. */
const initialSize = 1024 * 1024;
const [maxFreeSize, maxFree] = [2 * initialSize, 4];
/** Bytes of a code unit in UTF-8, at most. */
const widestUnit = 3;

const free: Buffer[] = [];

/** Lends a buffer to `use`, until that has ended. */
export async function withTextBuffer<T>(use: (text: TextBuffer) => Promise<T>): Promise<T> {
  let memory = free.pop() ?? Buffer.allocUnsafeSlow(initialSize);
  let length = 0;
  const text: TextBuffer = {
    write(part) {
      const needed = length + part.length * widestUnit;
      if (needed > memory.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(needed, memory.length * 2));
        memory.copy(larger, 0, 0, length);
        memory = larger;
      }
      length += memory.write(part, length);
    },
    bytes: () => memory.subarray(0, length),
  };
  try {
    return await use(text);
  } finally {
    if (memory.length <= maxFreeSize && free.length < maxFree) free.push(memory);
  }
}
