/** Collects text as UTF-8 bytes in reused memory, because the garbage collector would be late for the 25 MB of text of a large sheet. */
export type TextBuffer = {
  write: (text: string) => void;
  /** A view of the written bytes, valid until the end of `withTextBuffer`. */
  bytes: () => Buffer;
};

/** Bytes of a new buffer. */
const initialSize = 1024 * 1024;
/** Larger buffers are not reused. */
const maxFreeSize = 2 * initialSize;
/** Maximum buffers that wait for their next use. */
const maxFree = 4;
/** Maximum bytes of a UTF-16 code unit in UTF-8. */
const widestUnit = 3;

const freeBuffers: Buffer[] = [];

/** Runs `use` with a buffer, which is reused afterwards. */
export async function withTextBuffer<T>(use: (text: TextBuffer) => Promise<T>): Promise<T> {
  let memory = freeBuffers.pop() ?? Buffer.allocUnsafeSlow(initialSize);
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
    if (memory.length <= maxFreeSize && freeBuffers.length < maxFree) freeBuffers.push(memory);
  }
}
