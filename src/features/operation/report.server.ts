import { seconds } from "#kit/format.ts";

/** How the tools tell the operator what they do: lines on the standard error output, so that results can be piped. */
export type Report = {
  line: (text: string) => void;
  /** Tells how far a long step is, at most every two seconds. */
  progress: (text: string) => void;
};

const interval = seconds(2);

export function createReport(write: (text: string) => unknown = (text) => process.stderr.write(text)): Report {
  let shownAt = performance.now();
  const line = (text: string) => {
    shownAt = performance.now();
    write(`${text}\n`);
  };
  return {
    line,
    progress(text) {
      if (performance.now() - shownAt >= interval) line(`  ${text}`);
    },
  };
}

const units = ["bytes", "KB", "MB", "GB", "TB"];

/** A size as people read it: `1.4 MB`. */
export function sizeText(bytes: number): string {
  const unit = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  return `${unit === 0 ? bytes : (bytes / 1024 ** unit).toFixed(1)} ${units[unit]}`;
}

/** `1 file`, `2,000 files`. */
export const countText = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
