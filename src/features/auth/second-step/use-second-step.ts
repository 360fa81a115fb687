import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Locale } from "#kit/text.ts";
import { call, CallProblem } from "#client/call.ts";
import { withProof } from "#client/proof-of-work.ts";
import { useSendAgain } from "#client/send-again.ts";
import { messages } from "#features/auth/form/sign-in-words.ts";
import { type Method, stepWords } from "#features/auth/form/second-step-words.ts";

/** What a first step that was right gives instead of a session. */
export type SecondFactor = { ticket: string; methods: Method[]; mobile: string };

/** The second step that an answer asks for; undefined when it says something else. */
export function secondFactorIn(error: CallProblem): SecondFactor | undefined {
  return (error.data as { secondFactor?: SecondFactor } | undefined)?.secondFactor;
}

function problemWith(method: Method, code: string) {
  if (method === "password") return code === "" ? messages.passwordAsked : undefined;
  if (method === "recovery") return code.trim() === "" ? stepWords.recoveryAsked : undefined;
  return code.length === 6 ? undefined : stepWords.codeAsked;
}

type Options = { needed: SecondFactor; locale: Locale; onDone: () => void; onExpired: (message: string) => void };

/** State and actions of the second step: one input at a time. `onExpired`: the first step has to be made again. */
export function useSecondStep({ needed: { ticket, methods }, locale, onDone, onExpired }: Options) {
  const [method, setMethod] = useState(methods[0]!);
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [wasSent, setWasSent] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hasAsked = useRef(false);
  const sending = useSendAgain(async () => {
    const sent = await withProof((proof) => call("POST user/secondFactor/code", { ticket, ...proof }));
    setWasSent(true);
    return sent;
  });

  function showError(error: unknown): void {
    if (!(error instanceof CallProblem)) throw error;
    if (error.status === 401) return onExpired(error.message);
    const codeProblem = error.fields.code;
    setProblem(codeProblem);
    setFailure(codeProblem === undefined ? error.message : undefined);
    input.current?.focus();
    // A code that was refused is typed anew; a password may be corrected.
    if (codeProblem !== undefined && method !== "password") input.current?.select();
  }
  async function sendCode(): Promise<void> {
    setFailure(undefined);
    await sending.send().then(() => input.current?.focus(), showError);
  }
  useEffect(() => input.current?.focus(), [method]);
  // Whoever is asked for a code by SMS has it on the way; once, however often the effect runs.
  useEffect(() => {
    if (method !== "sms" || hasAsked.current) return;
    hasAsked.current = true;
    // Too early for another code: the last one is still good, and the button counts down.
    sending.send().catch((error: unknown) => {
      if (!(error instanceof CallProblem && error.status === 429)) showError(error);
    });
  });

  return {
    method,
    others: methods.filter((other) => other !== method),
    failure,
    isBusy,
    sender: { ...sending, wasSent },
    sendCode,
    line: {
      value: code,
      problem,
      inputRef: input,
      onChange(value: string) {
        setCode(value);
        setProblem(undefined);
      },
    },
    choose(next: Method) {
      setMethod(next);
      setCode("");
      setProblem(undefined);
      setFailure(undefined);
    },
    showError: showError,
    async submit(event: FormEvent): Promise<void> {
      event.preventDefault();
      if (isBusy) return;
      const text = problemWith(method, code);
      setFailure(undefined);
      setProblem(text?.[locale]);
      if (text !== undefined) return input.current?.focus();
      setIsBusy(true);
      try {
        await call("POST user/secondFactor", { ticket, method, code });
        onDone();
      } catch (error) {
        showError(error);
      } finally {
        setIsBusy(false);
      }
    },
  };
}
