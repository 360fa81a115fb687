import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { Locale } from "#kit/text.ts";
import { call, CallProblem } from "#client/call.ts";
import { withProofOfWork } from "#client/proof-of-work.ts";
import type { SecondStepChallenge } from "#features/auth/form/second-step-challenge.ts";
import { type Method, stepTexts } from "#features/auth/form/second-step-texts.ts";
import { messages } from "#features/auth/form/sign-in-texts.ts";
import { useCode } from "#client/use-code.ts";
import { wholeValueProblem, useForm, useFieldBindings } from "#render/form/use-form.ts";

/** The problem of an input before it is sent; undefined if there is none. */
function inputProblem(method: Method, code: string) {
  if (method === "password") return code === "" ? messages.passwordRequired : undefined;
  if (method === "recovery") return code.trim() === "" ? stepTexts.recoveryCodeRequired : undefined;
  return code.length === 6 ? undefined : stepTexts.codeRequired;
}

/** The only input of the form. */
const findInput = ({ current }: RefObject<HTMLFormElement | null>) =>
  current?.querySelector<HTMLInputElement>(".line input");

type SecondStepOptions = {
  /** The form's element, whose input gets the focus. */
  element: RefObject<HTMLFormElement | null>;
  challenge: SecondStepChallenge;
  locale: Locale;
  onDone: () => void;
  onExpired: (message: string) => void;
};

/** The state of the second step: one field, of the chosen method. `onExpired` is called when the person has to repeat the first step. */
export function useSecondStep({
  element,
  challenge: { ticket, methods },
  locale,
  onDone,
  onExpired,
}: SecondStepOptions) {
  const [method, setMethod] = useState(methods[0]!);
  const hasSentCode = useRef(false);
  const sender = useCode(() => withProofOfWork((proof) => call("POST user/secondFactor/code", { ticket, ...proof })));
  const fields = useMemo(
    () => [
      {
        name: "code",
        problems: (code: unknown) => wholeValueProblem(inputProblem(method, String(code ?? ""))?.[locale]),
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
  const fieldProps = useFieldBindings(form)("code");

  function showError(error: unknown): void {
    form.showError(error);
    findInput(element)?.focus();
    // Selects a refused code, so that typing replaces it; a password is kept to be corrected.
    if (error instanceof CallProblem && error.fields.code !== undefined && method !== "password")
      findInput(element)?.select();
  }
  useEffect(() => findInput(element)?.focus(), [method, element]);
  // Sends the SMS code once, as soon as that method is shown. `hasSentCode` replaces dependencies, and also covers effects that React repeats.
  useEffect(() => {
    if (method !== "sms" || hasSentCode.current) return;
    hasSentCode.current = true;
    // Ignores 429 (too early for another code): the last code is still valid, and the button counts down.
    sender.send().catch((error: unknown) => {
      if (!(error instanceof CallProblem && error.status === 429)) showError(error);
    });
  });

  return {
    method,
    otherMethods: methods.filter((other) => other !== method),
    failure: form.failure,
    isBusy: form.isBusy,
    sender,
    fieldProps,
    showError,
    async sendCode(): Promise<void> {
      form.setProblems({});
      await sender.send().then(() => findInput(element)?.focus(), showError);
    },
    chooseMethod(next: Method) {
      setMethod(next);
      form.clear({ code: "" });
    },
    submit: () =>
      form.submit(() =>
        call("POST user/secondFactor", { ticket, method, code: String(form.store.values().code) }).then(
          onDone,
          showError,
        ),
      ),
  };
}
