/** The request of the server for a new proof of identity, because the last one is too old for the call. */
export type StepUpRequest = { methods: ("totp" | "sms" | "password" | "recovery")[]; mobile: string };

type Refusal = { status: number; data: unknown };

let prove: ((request: StepUpRequest) => Promise<boolean>) | undefined;
let proving: Promise<boolean> | undefined;
let proofCount = 0;

/** Registers the component that asks for a proof; its promise resolves to whether there was one. Returns a function that unregisters it. */
export function registerProver(ask: (request: StepUpRequest) => Promise<boolean>): () => void {
  prove = ask;
  return () => {
    prove = undefined;
  };
}

/** The step-up that a refused call requires; undefined when it was refused for another reason. */
export function stepUpIn({ status, data }: Refusal): StepUpRequest | undefined {
  return status === 403 ? (data as { stepUp?: StepUpRequest } | undefined)?.stepUp : undefined;
}

/** The number of proofs given on this page. Read before a call and passed to `shouldRepeat`. */
export const countProofs = (): number => proofCount;

async function askForProof(request: StepUpRequest): Promise<boolean> {
  if (prove === undefined || request.methods.length === 0) return false;
  // When the dialog cannot be loaded (no network), the server's refusal is shown.
  const isProved = await prove(request).catch(() => false);
  if (isProved) proofCount += 1;
  return isProved;
}

/**
 * Asks the person for the proof and resolves to whether the refused call should be repeated. The person is asked once, however many calls are refused
 * at the same time. A step-up replaces the session's token, so a call that was sent with the old one is repeated as well.
 */
export async function shouldRepeat(refusal: Refusal, proofs: number): Promise<boolean> {
  const request = stepUpIn(refusal);
  if (request === undefined && refusal.status !== 401) return false;
  if (proofCount !== proofs) return true;
  if (request !== undefined)
    proving ??= askForProof(request).finally(() => {
      proving = undefined;
    });
  return (await proving) === true;
}
