/** Whether the cookie that hints at a session exists. It saves visitors the request for their session and grants nothing. */
export const mayBeSignedIn = (): boolean => /(?:^|; )signed_in=1/.test(document.cookie);

export function forgetSignedIn(): void {
  document.cookie = "signed_in=; Path=/; Max-Age=0";
}
