import { type RefObject, useMemo } from "react";
import type { Locale } from "#kit/text.ts";
import { normalizeMobile } from "#kit/mobile.ts";
import { call } from "#client/call.ts";
import { withProofOfWork } from "#client/proof-of-work.ts";
import { passwordMax } from "#features/auth/form/password-max.ts";
import { type SecondStepChallenge, secondStepChallengeIn } from "#features/auth/form/second-step-challenge.ts";
import type { FormField } from "#render/form/form-store.ts";
import { useCode } from "#client/use-code.ts";
import { wholeValueProblem, useForm, useFieldBindings } from "#render/form/use-form.ts";
import { submitSignIn } from "./sign-in-calls.ts";
import {
  emptyValues,
  fieldsOf,
  mobileProblem,
  problemsOf,
  type SignInField,
  type SignInMode,
  type SignInValues,
} from "./sign-in-check.ts";

type SignInOptions = {
  /** The form's element. */
  element: RefObject<HTMLFormElement | null>;
  mode: SignInMode;
  /** The initial values; other fields start empty. */
  startValues?: Partial<SignInValues>;
  locale: Locale;
  onDone: () => void;
  /** Called when the password or code was correct and a second step is required. */
  onSecondStep?: (challenge: SecondStepChallenge) => void;
};

/** The state of a sign-in form. The values are kept after an error. */
export function useSignIn({ element, mode, startValues, locale, onDone, onSecondStep }: SignInOptions) {
  const purpose = mode === "resetPassword" ? "resetPassword" : "signIn";
  const sender = useCode((text: string) =>
    withProofOfWork((proof) => {
      const mobile = normalizeMobile(text);
      // Whoever registers becomes the administrator of a space, which the contract calls a partner (E-008).
      return mode === "reg"
        ? call("GET basic/sms/partners/code", { mobile, ...proof }, { method: "POST" })
        : call("POST Api/Sms/SendVerifiyCode", { mobile, purpose, ...proof });
    }),
  );
  const { hasSent } = sender;
  const fields = useMemo(() => {
    const checkOptions = { hasSentCode: hasSent, passwordMax: passwordMax() };
    return fieldsOf[mode].map((name): FormField => ({
      name,
      problems: (_value, { values }) =>
        wholeValueProblem(problemsOf(mode, { ...emptyValues, ...values }, checkOptions)[name]?.[locale]),
    }));
  }, [mode, hasSent, locale]);
  const form = useForm({
    fields,
    initialValues: { ...emptyValues, ...startValues },
    locale,
    element,
    // The server's field `username` is a different field of the form in each mode.
    nameOf: (name) => (name === "username" ? (mode === "code" ? "mobile" : "account") : name),
    handleProblem(problem) {
      const challenge = secondStepChallengeIn(problem);
      if (challenge === undefined || onSecondStep === undefined) return false;
      onSecondStep(challenge);
      return true;
    },
  });
  const fieldProps: (name: SignInField) => ReturnType<ReturnType<typeof useFieldBindings>> = useFieldBindings(form);
  const values = (): SignInValues => ({ ...emptyValues, ...form.store.values() });

  return {
    failure: form.failure,
    isBusy: form.isBusy,
    sender,
    /** The props of an input of the form. */
    fieldProps,
    /** Shows an error of the form as a whole. */
    showFailure: (failure: string) => form.setProblems({}, failure),
    /** Replaces all values; fields that `next` lacks become empty. */
    clear: (next?: Partial<SignInValues>) => form.clear({ ...emptyValues, ...next }),
    async sendCode(): Promise<void> {
      const { mobile } = values();
      const problem = mobileProblem(mobile);
      form.setProblems(problem === undefined ? {} : { mobile: problem[locale] });
      if (problem !== undefined) return;
      // The input of every `CodeField` has the name `code`; here its value is `verifyCode`.
      await sender
        .send(mobile)
        .then(() => element.current?.querySelector<HTMLElement>("input[name=code]")?.focus(), form.showError);
    },
    submit: () => form.submit(() => submitSignIn(mode, values()).then(onDone)),
  };
}
