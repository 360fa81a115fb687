import type { Adapter } from "#kit/health.ts";
import { errorWithCode } from "./error-outline.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    outcomes: Outcomes;
  }
}

/** The last use of an adapter that succeeded and the last that failed, as ISO 8601, and why that failed. */
export type Outcome = { adapter: Adapter; succeededAt: string | null; failedAt: string | null; reason: string | null };

/** What the uses of adapters by this process led to, until it is stored for all processes (features/console/health). */
export type Outcomes = {
  succeed: (adapter: Adapter) => void;
  /** `reason`: in words of the program, such as `outcomeReason` returns; never what was sent or received. */
  fail: (adapter: Adapter, reason: string) => void;
  /** The outcomes since the last call of this function. */
  take: () => Outcome[];
};

const maxReasonLength = 100;

/** Why a request failed: the class and code of the error. Its message may repeat what was sent. */
export function outcomeReason(error: unknown): string {
  const { code } = errorWithCode(error);
  const name = error instanceof Error ? error.name : "Error";
  return typeof code === "string" ? `${name} ${code}` : name;
}

/** Remembers the outcomes of this process; costs two assignments for each. */
export function createOutcomes(): Outcomes {
  const outcomes = new Map<Adapter, Outcome>();
  function of(adapter: Adapter): Outcome {
    const outcome = outcomes.get(adapter) ?? { adapter, succeededAt: null, failedAt: null, reason: null };
    outcomes.set(adapter, outcome);
    return outcome;
  }
  return {
    succeed: (adapter) => void (of(adapter).succeededAt = new Date().toISOString()),
    fail(adapter, reason) {
      const outcome = of(adapter);
      outcome.failedAt = new Date().toISOString();
      outcome.reason = reason.slice(0, maxReasonLength);
    },
    take() {
      const taken = [...outcomes.values()];
      outcomes.clear();
      return taken;
    },
  };
}
