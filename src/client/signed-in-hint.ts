/** Whether the hint cookie of a session exists. It saves visitors a request and grants nothing. */
export const mayBeSignedIn = (): boolean => /(?:^|; )signed_in=1/.test(document.cookie);

export function forgetSignedIn(): void {
  document.cookie = "signed_in=; Path=/; Max-Age=0";
}
