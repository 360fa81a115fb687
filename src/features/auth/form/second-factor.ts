import type { CallProblem } from "#client/call.ts";
import type { Method } from "./second-step-texts.ts";

/** The response to a correct first step when a second one is required. */
export type SecondFactor = { ticket: string; methods: Method[]; mobile: string };

/** The second step that a refused sign-in requires; undefined if it was refused for another reason. */
export function secondFactorIn(error: CallProblem): SecondFactor | undefined {
  return (error.data as { secondFactor?: SecondFactor } | undefined)?.secondFactor;
}
