import { expect, vi } from "vitest";
import { sentCode } from "./sent-code.ts";

/** Waits for a code that was sent to a number and returns the newest code. `before`: the previous code, which is not returned again. */
export async function lastCode(url: string, mobile: string, before?: string): Promise<string> {
  const readCode = async () => {
    const code = await sentCode(url, mobile);
    expect(code).toMatch(/^\d{6}$/);
    expect(code).not.toBe(before);
    return code!;
  };
  return vi.waitFor(readCode, { timeout: 60_000, interval: 50 });
}
