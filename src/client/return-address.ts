import { safeUrl } from "#kit/url.ts";

const addressKey = "return_address";
const messageKey = "arrival_message";

/** Stores a value for the next page of this tab. Without storage, it is lost with this page. */
function store(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Private windows may have no storage.
  }
}

/** Reads and removes a stored value; null if there is none. */
function take(key: string): string | null {
  try {
    const value = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return value;
  } catch {
    return null;
  }
}

/** The address if it is a path of this site, trimmed; undefined for anything else, such as a spelling of another host (T-46). */
function localAddress(address: string | null): string | undefined {
  const url = safeUrl(address);
  return url?.startsWith("/") ? url : undefined;
}

/** Stores the address to return to after signing in, in this tab. Without it, the person gets the home screen of the admin area. */
export const storeReturnAddress = (address = location.pathname + location.search + location.hash): void =>
  store(addressKey, address);

/** Reads and removes the stored address; `fallback` if there is none (B-038). */
export const takeReturnAddress = (fallback = "/paas/index"): string => localAddress(take(addressKey)) ?? fallback;

export const dropReturnAddress = (): void => void take(addressKey);

/** Stores a message for the next page of this tab, which shows it for what is left of `duration`, in ms from now. */
export const storeArrivalMessage = (text: string, duration: number): void =>
  store(messageKey, `${Date.now() + duration} ${text}`);

/** Reads and removes the message of the page before, with the time in ms for which it is still to be shown; undefined if there is none. */
export function takeArrivalMessage(): { text: string; duration: number } | undefined {
  const [, until, text = ""] = /^(\d+) (.+)$/.exec(take(messageKey) ?? "") ?? [];
  const duration = Number(until) - Date.now();
  return duration > 0 ? { text, duration } : undefined;
}
