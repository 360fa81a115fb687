import { LRUCache } from "lru-cache";
import { minutes, seconds } from "#kit/format.ts";
import { Problem } from "#kit/problem.ts";
import type { StoredFont } from "#kit/theme-font.ts";
import type { Logger } from "#server/process/log.server.ts";
import type { FontFailure, FontJob, FontResult } from "./font-jobs.server.ts";
import { createWorker } from "./worker.server.ts";

export type Fonts = {
  /** Reads an uploaded font. @throws {Problem} unsupportedMediaType, also for a licence that forbids web pages; payloadTooLarge; unavailable */
  check: (from: string) => Promise<StoredFont>;
  /** Writes some characters of a stored font as WOFF2. `tenantId`: its space. @throws {Problem} `fontFailed` */
  subset: (tenantId: string, subset: { from: string; to: string; characters: string }) => Promise<void>;
  /**
   * Refuses the fonts of a space of which one has lately failed or taken long: a font can be valid and hostile, and while it is read, those of all other
   * spaces wait (T-38). @throws {Problem} `fontFailed`
   */
  refuseResting: (tenantId: string) => void;
  stop: () => void;
};

/** The problem of a stored font of which no part can be made now. */
export const fontFailed = new Problem(
  "unavailable",
  { zh: "字体暂时无法处理，请稍后再试", en: "The font could not be processed. Try again in a moment." },
  { retryAfter: 5 },
);
const problems = {
  broken: fontFailed,
  unreadable: new Problem("unsupportedMediaType", {
    zh: "无法识别的字体，请上传完整的 TTF、OTF、WOFF 或 WOFF2",
    en: "Unrecognised font. Upload a complete TTF, OTF, WOFF or WOFF2.",
  }),
  restricted: new Problem("unsupportedMediaType", {
    zh: "此字体的许可不允许嵌入网页或截取部分字符，请上传允许网页使用的版本",
    en: "The licence in this font forbids embedding it or parts of it in web pages. Upload a version for the web.",
  }),
  tooLarge: new Problem("payloadTooLarge", {
    zh: "字体解压后不能超过 30 MB",
    en: "Fonts can be up to 30 MB when they are unpacked.",
  }),
};

/** How long the fonts of a space rest, and the time that a part of any other font never takes. */
const [restTime, longTime] = [minutes(5), seconds(10)];
/** The most spaces whose fonts rest. */
const maxResting = 1000;
/** Memory of a decoder, in pages of 64 KB: 256 MB. */
const maxMemoryPages = 4096;

/** Processes fonts in a process of their own (src/font-process.server.ts), one job at a time, which ends when a job fails. */
export function createFonts(log: Logger): Fonts {
  const worker = createWorker<FontJob, FontResult, FontFailure>({
    file: "font-process.server.js",
    what: "font",
    execArgv: ["--max-old-space-size=128", `--wasm-max-mem-pages=${maxMemoryPages}`],
    endsOnFailure: true,
    problems,
    log,
  });
  const resting = new LRUCache<string, true>({ max: maxResting, ttl: restTime });
  return {
    async check(from) {
      const font = await worker.run({ kind: "check", from });
      if (font === null) throw fontFailed;
      return font;
    },
    async subset(tenantId, subset) {
      const start = performance.now();
      try {
        await worker.run({ kind: "subset", ...subset });
      } catch {
        resting.set(tenantId, true);
        throw fontFailed;
      }
      if (performance.now() - start > longTime) resting.set(tenantId, true);
    },
    refuseResting(tenantId) {
      if (resting.has(tenantId)) throw fontFailed;
    },
    stop: worker.stop,
  };
}
