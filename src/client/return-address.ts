import { safeUrl } from "#kit/url.ts";

const key = "return_address";

/** The address if it belongs to this site, in whatever spelling; undefined for any other host (T-46). */
function localAddress(address: string | null): string | undefined {
  const url = safeUrl(address);
  return url?.startsWith("/") ? url : undefined;
}

/** Stores the address to return to after signing in, in this tab. */
export function keepReturnAddress(address = location.pathname + location.search + location.hash): void {
  try {
    sessionStorage.setItem(key, address);
  } catch {
    // Without storage the person lands on the management home.
  }
}

/** Reads and removes the stored address (B-038). */
export function takeReturnAddress(fallback = "/paas/index"): string {
  try {
    const address = localAddress(sessionStorage.getItem(key));
    sessionStorage.removeItem(key);
    return address ?? fallback;
  } catch {
    return fallback;
  }
}

export function dropReturnAddress(): void {
  takeReturnAddress();
}
