import type { Challenge } from "altcha-lib";
import { solveChallenge } from "./solve-challenge.ts";

// A window's `postMessage` wants a target; a worker's does not, and the types here are a window's.
const { postMessage } = globalThis as unknown as { postMessage: (solved?: string) => void };

globalThis.addEventListener("message", ({ data }: MessageEvent<Challenge>) => {
  void solveChallenge(data).then(postMessage, () => postMessage());
});
