import type { Challenge } from "altcha-lib";
import { solveChallenge } from "#client/solve-challenge.ts";
import type { Answer, Client } from "./client.ts";

/** The challenge in a response that requires a proof of work. */
export function challengeOf({ body }: Answer): Challenge {
  return (body.details as { challenge: Challenge }).challenge;
}

/** Makes a call as the browser does: if the response requires a proof of work, it solves the challenge and repeats the call. */
export async function sendWithProof(
  send: Client["send"],
  name: string,
  input: object,
  headers?: Record<string, string>,
): Promise<Answer> {
  const response = await send(name, input, headers);
  if (response.status !== 428) return response;
  return send(name, { ...input, proof: await solveChallenge(challengeOf(response)) }, headers);
}
