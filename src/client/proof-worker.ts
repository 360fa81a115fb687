import type { Challenge } from "altcha-lib";
import { solveChallenge } from "./solve-challenge.ts";

// TypeScript types `postMessage` as that of a window, which needs a target origin; that of a worker has none. Without a solution, posts undefined.
const { postMessage } = globalThis as unknown as { postMessage: (solved?: string) => void };

globalThis.addEventListener("message", ({ data }: MessageEvent<Challenge>) => {
  void solveChallenge(data).then(postMessage, () => postMessage());
});
