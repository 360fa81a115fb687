import type { Challenge } from "altcha-lib";
import { solveChallenge } from "./solve-challenge.ts";

// The types are those of a window, whose `postMessage` needs a target; a worker's does not.
const { postMessage } = globalThis as unknown as { postMessage: (solved?: string) => void };

globalThis.addEventListener("message", ({ data }: MessageEvent<Challenge>) => {
  void solveChallenge(data).then(postMessage, () => postMessage());
});
