/** The cookie that says whether asking for the person is worth a request. It grants nothing. */
export const mayBeSignedIn = (): boolean => /(?:^|; )signed_in=1/.test(document.cookie);

export function forgetSignedIn(): void {
  document.cookie = "signed_in=; Path=/; Max-Age=0";
}
