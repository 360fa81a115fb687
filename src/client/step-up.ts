/** What the server asks of somebody whose last proof of who they are is too old for what they want to do. */
export type StepUpRequest = { methods: ("totp" | "sms" | "password" | "recovery")[]; mobile: string };

type Refusal = { status: number; data: unknown };

let prove: ((request: StepUpRequest) => Promise<boolean>) | undefined;
let proving: Promise<boolean> | undefined;
let passed = 0;

/** Registers the component that asks for the proof; its promise resolves to whether the person gave it. Returns a function that unregisters it. */
export function proveBy(ask: (request: StepUpRequest) => Promise<boolean>): () => void {
  prove = ask;
  return () => {
    prove = undefined;
  };
}

/** What a refused call asks for; undefined when it was refused for another reason. */
export function stepUpIn({ status, data }: Refusal): StepUpRequest | undefined {
  return status === 403 ? (data as { stepUp?: StepUpRequest } | undefined)?.stepUp : undefined;
}

/** How often it was proved on this page: to be noted before a call, for `isWorthRepeating`. */
export const timesProved = (): number => passed;

async function provedNow(request: StepUpRequest): Promise<boolean> {
  if (prove === undefined || request.methods.length === 0) return false;
  // When the dialog cannot be loaded (no network), the server's refusal is shown.
  const isProved = await prove(request).catch(() => false);
  if (isProved) passed += 1;
  return isProved;
}

/**
 * Asks the person for the proof and resolves to whether the refused call is worth repeating. However many calls are refused at once, the person is asked once.
 * A step up changes the session's token: a call that was on its way with the old one is as good as one that was not made.
 */
export async function isWorthRepeating(refusal: Refusal, before: number): Promise<boolean> {
  const request = stepUpIn(refusal);
  if (request === undefined && refusal.status !== 401) return false;
  if (passed !== before) return true;
  if (request !== undefined)
    proving ??= provedNow(request).finally(() => {
      proving = undefined;
    });
  return (await proving) === true;
}
