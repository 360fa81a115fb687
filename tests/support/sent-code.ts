type Sent = { mobile: string; code: string };

/** The newest code sent to a number, from the developer mailbox; undefined before one is delivered. */
export async function sentCode(url: string, mobile: string): Promise<string | undefined> {
  const { data } = (await (await fetch(`${url}/api/dev/mailbox`)).json()) as { data: Sent[] };
  return data.find((message) => message.mobile === mobile)?.code;
}
