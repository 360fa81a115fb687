import { parseObject } from "#server/process/provider-fetch.server.ts";
import { ProviderRefusal } from "./provider-call.server.ts";

/** A piece of an answer: more text, or its end. `isCut`: it ended because it was as long as it may be. */
export type ChatPiece = { text: string } | { isCut: boolean };

/** The longest event of a provider, in characters. */
const maxEventLength = 64 * 1024;

/** The data of server-sent events, one line each. @throws {Error} for a line that is too long */
async function* dataLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split(/\r\n|\n|\r/);
    rest = lines.pop()!;
    if (rest.length > maxEventLength) throw new Error("An event of the provider is too long");
    for (const line of lines) if (line.startsWith("data:")) yield line.slice("data:".length).trim();
  }
}

type Choice = { delta?: { content?: unknown }; message?: { content?: unknown }; finish_reason?: unknown };

/** The first choice of an answer or of an event; undefined in events about something else. @throws {ProviderRefusal} for an error */
function choiceOf(text: string): Choice | undefined {
  const { choices, error } = parseObject(text);
  if (error !== undefined && error !== null) throw new ProviderRefusal("error");
  return Array.isArray(choices) ? (choices as (Choice | undefined)[])[0] : undefined;
}

/** The text of a whole answer. @throws {ProviderRefusal} for an error, or an answer of another shape */
export function answerText(text: string): string {
  const content = choiceOf(text)?.message?.content;
  if (typeof content !== "string") throw new ProviderRefusal("shape");
  return content;
}

/**
 * The pieces of an answer that arrives as events: https://platform.openai.com/docs/api-reference/chat-streaming
 * @throws {ProviderRefusal} for an error, or when the events end before the answer
 */
export async function* answerPieces(chunks: AsyncIterable<string>): AsyncGenerator<ChatPiece> {
  let end: string | undefined;
  for await (const data of dataLines(chunks)) {
    if (data === "[DONE]") {
      end ??= "stop";
      break;
    }
    const choice = choiceOf(data);
    const content = choice?.delta?.content;
    if (typeof content === "string" && content !== "") yield { text: content };
    // The usage may follow the end of the text.
    if (typeof choice?.finish_reason === "string") end = choice.finish_reason;
  }
  if (end === undefined) throw new ProviderRefusal("incomplete");
  yield { isCut: end === "length" };
}
