import type { AnswerEvent } from "#kit/ai-answer.ts";
import { connectionErrorText } from "#ui/connection-error.ts";
import { CallProblem, send, unwrap } from "#client/call.ts";
import { renewedToken } from "#client/step-up.ts";
import { readerLocale, wireHeaders } from "#client/wire.ts";

/** The data of the events of a response, as they arrive. */
async function* eventsOf(response: Response): AsyncGenerator<AnswerEvent> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop()!;
    for (const line of lines) if (line.startsWith("data: ")) yield JSON.parse(line.slice(6)) as AnswerEvent;
  }
}

/**
 * Asks the AI with a prompt, and calls `onEvent` as the answer arrives. Nothing is asked twice: a lost connection is a problem.
 * @param signal stops the answer when it is aborted
 * @throws {CallProblem} when the question is refused or the connection is lost; {DOMException} AbortError
 */
export async function readAnswer(
  input: { url: string; inputs: Record<string, string> },
  { signal, onEvent }: { signal: AbortSignal; onEvent: (event: AnswerEvent) => void },
): Promise<void> {
  await renewedToken();
  const body = JSON.stringify(input);
  const headers = wireHeaders(readerLocale(), body);
  const response = await send("POST", "/api/paas/ai/answer", { headers, credentials: "same-origin", body, signal });
  if (!response.ok) return void (await unwrap(response));
  let isComplete = false;
  try {
    for await (const event of eventsOf(response)) {
      isComplete ||= event.kind !== "text";
      onEvent(event);
    }
  } catch {
    signal.throwIfAborted();
  }
  if (!isComplete) throw new CallProblem(0, connectionErrorText[readerLocale()]);
}
