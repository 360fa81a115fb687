import type { CallProblem } from "#client/call.ts";
import type { Method } from "./second-step-texts.ts";

/** The response to a correct first step when a second one is required. `mobile`: the masked number. */
export type SecondStepChallenge = { ticket: string; methods: Method[]; mobile: string };

/** The second step that a refused sign-in requires; undefined if it was refused for another reason. */
export function secondStepChallengeIn(error: CallProblem): SecondStepChallenge | undefined {
  return (error.data as { secondFactor?: SecondStepChallenge } | undefined)?.secondFactor;
}
