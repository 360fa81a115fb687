/** Collects text as UTF-8 bytes in reused memory, because the garbage collector would be late for the 25 MB of text of a large sheet. */
export type TextBuffer = {
  write: (text: string) => void;
  /** A view of the written bytes, valid until `release`. */
  bytes: () => Buffer;
  /** Keeps the memory for the next buffer. */
  release: () => void;
};

/** Bytes of a new buffer. */
const initialSize = 1024 * 1024;
/** Larger buffers are not reused. */
const maxFreeSize = 2 * initialSize;
/** Maximum buffers that wait for their next use. */
const maxFree = 4;
/** Maximum bytes of a UTF-16 code unit in UTF-8. */
const widestUnit = 3;
/** Texts of up to this many code units are copied here: a call of the engine's encoder takes longer. */
const maxCopied = 48;

const freeBuffers: Buffer[] = [];

/** Copies an ASCII text into `memory`; false if the text has other characters. */
function copyAscii(text: string, memory: Buffer, offset: number): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit > 127) return false;
    memory[offset + index] = unit;
  }
  return true;
}

/** An empty buffer, in memory that another one released or in new memory. */
export function takeTextBuffer(): TextBuffer {
  let memory = freeBuffers.pop() ?? Buffer.allocUnsafeSlow(initialSize);
  let length = 0;
  return {
    write(text) {
      const needed = length + text.length * widestUnit;
      if (needed > memory.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(needed, memory.length * 2));
        memory.copy(larger, 0, 0, length);
        memory = larger;
      }
      const isCopied = text.length <= maxCopied && copyAscii(text, memory, length);
      length += isCopied ? text.length : memory.write(text, length);
    },
    bytes: () => memory.subarray(0, length),
    release() {
      if (memory.length <= maxFreeSize && freeBuffers.length < maxFree) freeBuffers.push(memory);
    },
  };
}
