import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { Locale } from "#kit/text.ts";
import { call, CallProblem } from "#client/call.ts";
import { withProof } from "#client/proof-of-work.ts";
import type { SecondFactor } from "#features/auth/form/second-factor.ts";
import { type Method, stepTexts } from "#features/auth/form/second-step-texts.ts";
import { messages } from "#features/auth/form/sign-in-texts.ts";
import { useCode } from "#client/use-code.ts";
import { asProblems, useForm, useFieldBindings } from "#render/form/use-form.ts";

function problemWith(method: Method, code: string) {
  if (method === "password") return code === "" ? messages.passwordAsked : undefined;
  if (method === "recovery") return code.trim() === "" ? stepTexts.recoveryAsked : undefined;
  return code.length === 6 ? undefined : stepTexts.codeAsked;
}

/** The only input of the step. */
const inputIn = ({ current }: RefObject<HTMLFormElement | null>) =>
  current?.querySelector<HTMLInputElement>(".line input");

type Options = {
  /** The form's element. */
  element: RefObject<HTMLFormElement | null>;
  secondFactor: SecondFactor;
  locale: Locale;
  onDone: () => void;
  onExpired: (message: string) => void;
};

/** The second step, on the form engine: one field, of the chosen method. `onExpired`: the first step has to be repeated. */
export function useSecondStep({ element, secondFactor: { ticket, methods }, locale, onDone, onExpired }: Options) {
  const [method, setMethod] = useState(methods[0]!);
  const hasSentCode = useRef(false);
  const sender = useCode(() => withProof((proof) => call("POST user/secondFactor/code", { ticket, ...proof })));
  const fields = useMemo(
    () => [
      {
        name: "code",
        problems: (code: unknown) => asProblems(problemWith(method, String(code ?? ""))?.[locale]),
      },
    ],
    [method, locale],
  );
  const form = useForm({
    fields,
    initialValues: { code: "" },
    locale,
    element,
    handleProblem(problem) {
      if (problem.status === 401) onExpired(problem.message);
      return problem.status === 401;
    },
  });
  const line = useFieldBindings(form)("code");

  function refuse(error: unknown): void {
    form.showError(error);
    inputIn(element)?.focus();
    // A refused code is cleared to be typed again; a password is kept to be corrected.
    if (error instanceof CallProblem && error.fields.code !== undefined && method !== "password")
      inputIn(element)?.select();
  }
  useEffect(() => inputIn(element)?.focus(), [method, element]);
  // An SMS step sends its code at once; only once, however often the effect runs.
  useEffect(() => {
    if (method !== "sms" || hasSentCode.current) return;
    hasSentCode.current = true;
    // When it is too early for another code, the last one is still valid, and the button counts down.
    sender.send().catch((error: unknown) => {
      if (!(error instanceof CallProblem && error.status === 429)) refuse(error);
    });
  });

  return {
    method,
    others: methods.filter((other) => other !== method),
    failure: form.failure,
    isBusy: form.isBusy,
    sender,
    line,
    refuse,
    async sendCode(): Promise<void> {
      form.setProblems({});
      await sender.send().then(() => inputIn(element)?.focus(), refuse);
    },
    choose(next: Method) {
      setMethod(next);
      form.clear({ code: "" });
    },
    submit: () =>
      form.submit(() =>
        call("POST user/secondFactor", { ticket, method, code: String(form.store.values().code) }).then(onDone, refuse),
      ),
  };
}
