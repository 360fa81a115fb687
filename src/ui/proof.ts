import type { Challenge } from "altcha-lib";
import { CallProblem } from "./call.ts";

function challengeIn(error: unknown): Challenge | undefined {
  if (!(error instanceof CallProblem) || error.status !== 428) return undefined;
  return (error.data as { challenge?: Challenge } | undefined)?.challenge;
}

/** Solves beside the page, so that nothing on it waits. @throws {Error} when the browser cannot start a worker */
function solveBeside(challenge: Challenge): Promise<string> {
  const worker = new Worker(new URL("./proof-worker.ts", import.meta.url), { type: "module" });
  const solved = new Promise<string>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<string>) => resolve(data), { once: true });
    worker.addEventListener("error", () => reject(new Error("The worker did not start")), { once: true });
  });
  worker.postMessage(challenge, { transfer: [] });
  return solved.finally(() => worker.terminate());
}

/**
 * Makes a call that may ask for a proof of work first: solves the challenge, which takes a second at most and nobody sees, and makes the call
 * again. The solver is loaded only then.
 * @throws whatever the call throws
 */
export async function withProof<T>(make: (proof: { proof?: string }) => Promise<T>): Promise<T> {
  try {
    return await make({});
  } catch (error) {
    const challenge = challengeIn(error);
    if (challenge === undefined) throw error;
    const proof = await solveBeside(challenge).catch(async () =>
      (await import("./solve-challenge.ts")).solveChallenge(challenge),
    );
    return make({ proof });
  }
}
