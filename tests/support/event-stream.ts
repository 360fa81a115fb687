/** The events of a stream as they come, each as the text of its lines. */
export async function* eventTexts(answer: Response): AsyncGenerator<string> {
  let text = "";
  for await (const bytes of answer.body!.pipeThrough(new TextDecoderStream())) {
    text += bytes;
    const parts = text.split("\n\n");
    text = parts.pop()!;
    yield* parts;
  }
}

/** The values of the events of a stream as they come. */
export async function* eventsOf<T>(answer: Response): AsyncGenerator<T> {
  for await (const text of eventTexts(answer)) {
    const data = /^data: (.*)$/m.exec(text)?.[1];
    if (data !== undefined) yield JSON.parse(data) as T;
  }
}
