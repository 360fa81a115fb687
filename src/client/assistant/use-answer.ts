import { useEffect, useRef, useState } from "react";
import { errorMessage } from "#kit/error-message.ts";
import { readAnswer } from "./answer-stream.ts";

/** An answer as far as it came. `message`: why it did not come further. */
export type Answer = {
  state: "none" | "running" | "done" | "cut" | "stopped" | "failed";
  text: string;
  message?: string;
};

/** The answer of the AI to one question at a time; what came stays when it is stopped or fails. */
export function useAnswer() {
  const [answer, setAnswer] = useState<Answer>({ state: "none", text: "" });
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);

  async function ask(url: string, inputs: Record<string, string>): Promise<void> {
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    setAnswer({ state: "running", text: "" });
    try {
      await readAnswer(
        { url, inputs },
        {
          signal: controller.signal,
          onEvent(event) {
            // Of an answer that was given up nothing is shown any more.
            if (asking.current !== controller) return;
            if (event.kind === "text") setAnswer(({ text }) => ({ state: "running", text: text + event.text }));
            else if (event.kind === "end") setAnswer(({ text }) => ({ state: event.isCut ? "cut" : "done", text }));
            else setAnswer(({ text }) => ({ state: "failed", text, message: event.message }));
          },
        },
      );
    } catch (error) {
      if (asking.current !== controller) return;
      const isStopped = controller.signal.aborted;
      setAnswer(({ text }) =>
        isStopped ? { state: "stopped", text } : { state: "failed", text, message: errorMessage(error) },
      );
    }
  }

  return { answer, ask, stop: () => asking.current?.abort() };
}
