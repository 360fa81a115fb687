import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";
import { seconds } from "#kit/format.ts";
import { Problem } from "#kit/problem.ts";
import { allocatorSettings } from "#server/process/allocator.server.ts";
import type { Logger } from "#server/process/log.server.ts";
import { type PictureAnswer, type PictureJob, type PictureRequest, type StoredResult } from "./picture-jobs.server.ts";

export type Pictures = {
  /** Converts an uploaded image to a WebP without metadata. @throws {Problem} unsupportedMediaType, payloadTooLarge, unavailable */
  store: (from: string, to: string) => Promise<StoredResult>;
  /** Writes a stored picture in another width. @throws {Problem} unavailable */
  resize: (resize: { from: string; to: string; width: number; format: "webp" | "avif" }) => Promise<void>;
  stop: () => void;
};

/** Ten times as long as any image within the pixel limit takes. */
const jobTimeout = seconds(30);
/** The process exits after this idle time, which frees its memory. */
const idleTime = seconds(10);

const broken = new Problem(
  "unavailable",
  { zh: "图片暂时无法处理，请稍后再试", en: "The image could not be processed. Try again in a moment." },
  { retryAfter: 5 },
);
const problems = {
  broken,
  unreadable: new Problem("unsupportedMediaType", {
    zh: "无法识别的图片，请上传 PNG、JPG、WebP 或 GIF",
    en: "Unrecognised image. Upload a PNG, JPG, WebP or GIF.",
  }),
  tooLarge: new Problem("payloadTooLarge", {
    zh: "图片尺寸过大，请上传不超过 2500 万像素的图片",
    en: "This image is too large. Upload one of up to 25 megapixels.",
  }),
  tooLargeForFullDecode: new Problem("payloadTooLarge", {
    zh: "渐进式 JPG、隔行 PNG 和 GIF 不能超过 1000 万像素，请另存为普通 JPG 或 PNG",
    en: "Progressive JPG, interlaced PNG and GIF images may have up to 10 megapixels. Save it as a plain JPG or PNG.",
  }),
};

type PendingJob = { resolve: (result: StoredResult | null) => void; reject: (problem: Problem) => void };
type Worker = { child: ChildProcess; jobs: Map<number, PendingJob>; idleTimer?: NodeJS.Timeout };

/** Processes pictures in a child process, which is started on demand and ends after `idleTime` without a picture. */
export function createPictures(log: Logger): Pictures {
  let worker: Worker | undefined;
  let lastId = 0;

  /** Kills the process of a worker; its pending jobs fail. */
  function end(ended: Worker): void {
    if (worker === ended) worker = undefined;
    clearTimeout(ended.idleTimer);
    ended.child.kill("SIGKILL");
    for (const { reject } of ended.jobs.values()) reject(broken);
    ended.jobs.clear();
  }

  /** Settles the job that the process has answered. */
  function settle({ jobs }: Worker, answer: PictureAnswer): void {
    const pendingJob = jobs.get(answer.id);
    jobs.delete(answer.id);
    if ("result" in answer) return pendingJob?.resolve(answer.result);
    if (answer.failure === "broken") log.error({ message: answer.message }, "a picture cannot be processed");
    pendingJob?.reject(problems[answer.failure]);
  }

  function start(): Worker {
    const env = { PATH: process.env.PATH, ...allocatorSettings };
    const file = path.join(import.meta.dirname, "picture-process.server.js");
    const child = fork(file, { env, execArgv: ["--max-old-space-size=64", "--expose-gc"] });
    const started: Worker = { child, jobs: new Map() };
    child.on("message", (answer: PictureAnswer) => settle(started, answer));
    child.once("error", (error) => log.error({ err: error }, "the picture process cannot be started"));
    child.once("error", () => end(started));
    child.once("exit", () => end(started));
    // Pending images do not keep a stopping program alive.
    child.unref();
    child.channel?.unref();
    return started;
  }

  async function run(job: PictureJob): Promise<StoredResult | null> {
    const current = (worker ??= start());
    clearTimeout(current.idleTimer);
    const id = (lastId += 1);
    let limit: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        current.jobs.set(id, { resolve, reject });
        limit = setTimeout(() => end(current), jobTimeout);
        const request: PictureRequest = { id, job };
        current.child.send(request, (error) => error !== null && end(current));
      });
    } finally {
      clearTimeout(limit);
      // Another job may have set the timer.
      clearTimeout(current.idleTimer);
      if (current.jobs.size === 0) current.idleTimer = setTimeout(() => end(current), idleTime).unref();
    }
  }

  return {
    async store(from, to) {
      const result = await run({ kind: "store", from, to });
      if (result === null) throw broken;
      return result;
    },
    async resize(resize) {
      await run({ kind: "resize", ...resize });
    },
    stop() {
      if (worker !== undefined) end(worker);
    },
  };
}
