import { createOwnerQueue } from "#server/process/queue.server.ts";

/** Runs work on a sheet in a queue: two at a time in the process, one per account. @throws {Problem} tooManyRequests */
export const inImportQueue = createOwnerQueue({
  concurrency: 2,
  maxPerOwner: 1,
  fullText: { zh: "当前导入的人较多，请稍后再试", en: "Many imports are running right now. Try again in a moment." },
  busyText: {
    zh: "您的上一次导入还在进行，请稍后再试",
    en: "Your last import is still running. Try again in a moment.",
  },
});
