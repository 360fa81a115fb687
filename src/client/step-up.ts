/** The server's demand for a new proof of identity, when the last proof is too old for the call. `mobile` is masked. */
export type StepUpRequest = { methods: ("totp" | "sms" | "password" | "recovery")[]; mobile: string };

type Refusal = { status: number; data: unknown };

let askPerson: ((request: StepUpRequest) => Promise<boolean>) | undefined;
let currentStepUp: Promise<boolean> | undefined;
let stepUpCount = 0;
/** The request that is replacing the session's token. Never rejects. */
let tokenRenewal: Promise<unknown> = Promise.resolve();

/** Registers the function that asks the person for a proof and resolves to whether they gave one. Returns a function that unregisters it. */
export function registerStepUpPrompt(ask: (request: StepUpRequest) => Promise<boolean>): () => void {
  askPerson = ask;
  return () => {
    askPerson = undefined;
  };
}

/** The step-up that a refused call requires; undefined when it was refused for another reason. */
export function stepUpIn({ status, data }: Refusal): StepUpRequest | undefined {
  return status === 403 ? (data as { stepUp?: StepUpRequest } | undefined)?.stepUp : undefined;
}

/** The number of step-ups completed on this page. Read before a call and passed to `completeStepUp`. */
export const countStepUps = (): number => stepUpCount;

/**
 * Sends a request that replaces the session's token. Requests that wait for `renewedToken` start after it, because the server refuses the old token as
 * soon as it has made the new one.
 */
export function renewToken<T>(send: () => Promise<T>): Promise<T> {
  const request = send();
  tokenRenewal = request.catch(() => undefined);
  return request;
}

/** Resolves when no request is replacing the session's token. */
export const renewedToken = (): Promise<unknown> => tokenRenewal;

async function askForStepUp(request: StepUpRequest): Promise<boolean> {
  if (askPerson === undefined || request.methods.length === 0) return false;
  // When the dialog cannot be loaded (no network), the server's refusal is shown.
  const hasProof = await askPerson(request).catch(() => false);
  if (hasProof) stepUpCount += 1;
  return hasProof;
}

/**
 * Asks the person for the proof that a refused call requires, and resolves to whether the call should be repeated. The person is asked only once
 * for all calls refused at the same time. A step-up replaces the session's token, so a call that failed with 401 because of the old token is
 * repeated too.
 * @param stepUpsBefore the result of `countStepUps` before the call
 */
export async function completeStepUp(refusal: Refusal, stepUpsBefore: number): Promise<boolean> {
  const request = stepUpIn(refusal);
  if (request === undefined && refusal.status !== 401) return false;
  if (stepUpCount !== stepUpsBefore) return true;
  if (request !== undefined)
    currentStepUp ??= askForStepUp(request).finally(() => {
      currentStepUp = undefined;
    });
  return (await currentStepUp) === true;
}
