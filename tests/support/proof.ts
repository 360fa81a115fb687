import type { Challenge } from "altcha-lib";
import { solveChallenge } from "#client/solve-challenge.ts";
import type { Answer, Client } from "./client.ts";

/** The challenge in a response that requires a proof of work. */
export function challengeOf({ body }: Answer): Challenge {
  return (body.details as { challenge: Challenge }).challenge;
}

/** Makes a call as the browser does: if a proof of work is required, solves the challenge and repeats the call. */
export async function sendProven(
  send: Client["send"],
  name: string,
  input: object,
  headers?: Record<string, string>,
): Promise<Answer> {
  const answer = await send(name, input, headers);
  if (answer.status !== 428) return answer;
  return send(name, { ...input, proof: await solveChallenge(challengeOf(answer)) }, headers);
}
