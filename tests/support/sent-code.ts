type SentCode = { mobile: string; code: string };

/** The newest code that was sent to a number, from the developer mailbox; undefined if no code was sent yet. */
export async function sentCode(url: string, mobile: string): Promise<string | undefined> {
  const { data } = (await (await fetch(`${url}/api/dev/mailbox`)).json()) as { data: SentCode[] };
  return data.find((message) => message.mobile === mobile)?.code;
}
