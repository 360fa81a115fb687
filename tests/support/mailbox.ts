import { expect, vi } from "vitest";

type Sent = { mobile: string; code: string };

/** The code that was sent to a number last, as the developer mailbox shows it. Waits for the outbox to deliver it. */
export async function lastCode(url: string, mobile: string, before?: string): Promise<string> {
  const look = async () => {
    const { data } = (await (await fetch(`${url}/api/dev/mailbox`)).json()) as { data: Sent[] };
    const code = data.find((message) => message.mobile === mobile)?.code;
    expect(code).toMatch(/^\d{6}$/);
    expect(code).not.toBe(before);
    return code!;
  };
  return vi.waitFor(look, { timeout: 10_000, interval: 50 });
}
