import { expect, vi } from "vitest";
import { sentCode } from "./sent-code.ts";

/** The code that was sent to a number last. Waits for the outbox to deliver it, and for another one than `before`. */
export async function lastCode(url: string, mobile: string, before?: string): Promise<string> {
  const look = async () => {
    const code = await sentCode(url, mobile);
    expect(code).toMatch(/^\d{6}$/);
    expect(code).not.toBe(before);
    return code!;
  };
  return vi.waitFor(look, { timeout: 60_000, interval: 50 });
}
