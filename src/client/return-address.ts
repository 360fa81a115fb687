import { safeUrl } from "#kit/url.ts";

const key = "return_address";

/** The address if it is a path of this site, trimmed; undefined for anything else, such as a spelling of another host (T-46). */
function localAddress(address: string | null): string | undefined {
  const url = safeUrl(address);
  return url?.startsWith("/") ? url : undefined;
}

/** Stores the address to return to after signing in, in this tab. */
export function storeReturnAddress(address = location.pathname + location.search + location.hash): void {
  try {
    sessionStorage.setItem(key, address);
  } catch {
    // Without storage, the person gets the home screen of the admin area.
  }
}

/** Reads and removes the stored address; `fallback` if there is none (B-038). */
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
