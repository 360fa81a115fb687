/** The server's demand for a new proof of identity, when the last proof is too old for the call. `mobile` is masked. */
export type StepUpRequest = { methods: ("totp" | "sms" | "password" | "recovery")[]; mobile: string };

type Refusal = { status: number; data: unknown };

let askPerson: ((request: StepUpRequest) => Promise<boolean>) | undefined;
let currentProof: Promise<boolean> | undefined;
let proofCount = 0;

/** Registers the function that asks the person for a proof and resolves to whether they gave one. Returns a function that unregisters it. */
export function registerProver(ask: (request: StepUpRequest) => Promise<boolean>): () => void {
  askPerson = ask;
  return () => {
    askPerson = undefined;
  };
}

/** The step-up that a refused call requires; undefined when it was refused for another reason. */
export function stepUpIn({ status, data }: Refusal): StepUpRequest | undefined {
  return status === 403 ? (data as { stepUp?: StepUpRequest } | undefined)?.stepUp : undefined;
}

/** The number of proofs given on this page. Read before a call and passed to `shouldRepeat`. */
export const countProofs = (): number => proofCount;

async function askForProof(request: StepUpRequest): Promise<boolean> {
  if (askPerson === undefined || request.methods.length === 0) return false;
  // When the dialog cannot be loaded (no network), the server's refusal is shown.
  const isProved = await askPerson(request).catch(() => false);
  if (isProved) proofCount += 1;
  return isProved;
}

/**
 * Asks the person for the proof and resolves to whether the refused call should be repeated. The person is asked only once for all calls refused at
 * the same time. A step-up replaces the session's token, so a call that failed with 401 because of the old token is repeated as well.
 * @param proofsBefore the result of `countProofs` before the call
 */
export async function shouldRepeat(refusal: Refusal, proofsBefore: number): Promise<boolean> {
  const request = stepUpIn(refusal);
  if (request === undefined && refusal.status !== 401) return false;
  if (proofCount !== proofsBefore) return true;
  if (request !== undefined)
    currentProof ??= askForProof(request).finally(() => {
      currentProof = undefined;
    });
  return (await currentProof) === true;
}
