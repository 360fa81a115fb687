type Sent = { mobile: string; code: string };

/** The code that was sent to a number last, as the developer mailbox shows it; undefined when none was delivered yet. */
export async function sentCode(url: string, mobile: string): Promise<string | undefined> {
  const { data } = (await (await fetch(`${url}/api/dev/mailbox`)).json()) as { data: Sent[] };
  return data.find((message) => message.mobile === mobile)?.code;
}
