import type { Challenge } from "altcha-lib";
import { CallProblem } from "./call.ts";

/** The challenge in the refusal of a call (status 428); undefined for any other error. */
function challengeIn(error: unknown): Challenge | undefined {
  if (!(error instanceof CallProblem) || error.status !== 428) return undefined;
  return (error.data as { challenge?: Challenge } | undefined)?.challenge;
}

/** Solves in a worker, so that the page stays responsive. @throws {Error} when the browser cannot start a worker, or the worker gives up */
function solveInWorker(challenge: Challenge): Promise<string> {
  const worker = new Worker(new URL("./proof-worker.ts", import.meta.url), { type: "module" });
  const solution = new Promise<string>((resolve, reject) => {
    worker.addEventListener(
      "message",
      ({ data }: MessageEvent<string | undefined>) =>
        data === undefined ? reject(new Error("The challenge could not be solved")) : resolve(data),
      { once: true },
    );
    worker.addEventListener("error", () => reject(new Error("The worker did not start")), { once: true });
  });
  // The options only satisfy the linter, which takes this for the `postMessage` of a window.
  worker.postMessage(challenge, { transfer: [] });
  return solution.finally(() => worker.terminate());
}

/**
 * Solves a challenge in a worker, or on the main thread if the worker fails; returns the value of the `proof` input of calls.
 * @throws {Error} when it takes longer than 30 s
 */
export async function solve(challenge: Challenge): Promise<string> {
  return solveInWorker(challenge).catch(async () => (await import("./solve-challenge.ts")).solveChallenge(challenge));
}

/**
 * Makes a call that may require a proof of work: solves the challenge in the background, in at most a second or two, and repeats the call. The solver
 * is loaded on demand.
 * @throws the errors of the call
 */
export async function withProofOfWork<T>(make: (proof: { proof?: string }) => Promise<T>): Promise<T> {
  try {
    return await make({});
  } catch (error) {
    const challenge = challengeIn(error);
    if (challenge === undefined) throw error;
    // If it cannot be solved, the refusal of the call is shown.
    const proof = await solve(challenge).catch(() => {
      throw error;
    });
    return make({ proof });
  }
}
