import type { Challenge } from "altcha-lib";
import { solveChallenge } from "#client/solve-challenge.ts";
import type { Answer, Client } from "./client.ts";

/** The challenge of an answer that asks for a proof of work. */
export function challengeOf({ body }: Answer): Challenge {
  return (body.details as { challenge: Challenge }).challenge;
}

/** Makes a call that sends a message as the browser does: when it has to, it solves the challenge and asks again. */
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
