import type { CallProblem } from "#client/call.ts";
import type { Method } from "./second-step-texts.ts";

/** What a first step that was right gives instead of a session. */
export type SecondFactor = { ticket: string; methods: Method[]; mobile: string };

/** The second step that an answer asks for; undefined when it says something else. */
export function secondFactorIn(error: CallProblem): SecondFactor | undefined {
  return (error.data as { secondFactor?: SecondFactor } | undefined)?.secondFactor;
}
