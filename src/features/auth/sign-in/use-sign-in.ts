import { type FormEvent, useRef, useState } from "react";
import type { Locale } from "#kit/text.ts";
import { CallProblem } from "#client/call.ts";
import { useSendCode } from "#features/auth/form/send-code.ts";
import { submit } from "./sign-in-calls.ts";
import {
  emptyValues,
  fieldsOf,
  mobileProblem,
  problemsOf,
  type SignInField,
  type SignInValues,
  type SignInMode,
} from "./sign-in-check.ts";
import { type SecondFactor, secondFactorIn } from "#features/auth/second-step/use-second-step.ts";

type State = {
  values: SignInValues;
  problems: Partial<Record<SignInField, string>>;
  /** What is wrong with no field in particular. */
  failure?: string;
  isBusy: boolean;
};

const fresh = (values: Partial<SignInValues> = {}): State => ({
  values: { ...emptyValues, ...values },
  problems: {},
  isBusy: false,
});

/** State and actions of one sign-in form. Wrong input loses nothing of what was typed. */
export function useSignIn({
  way,
  start,
  locale,
  onDone,
  onSecondStep,
}: {
  way: SignInMode;
  start?: Partial<SignInValues>;
  locale: Locale;
  onDone: () => void;
  /** The first step was right, and there is another. */
  onSecondStep?: (needed: SecondFactor) => void;
}) {
  const [state, setState] = useState(() => fresh(start));
  const sender = useSendCode(way === "findPassword" ? "resetPassword" : "signIn");
  const inputs = useRef<Partial<Record<SignInField, HTMLInputElement | null>>>({});

  function setProblems(problems: State["problems"], failure?: string): void {
    setState((before) => ({
      values: before.values,
      isBusy: false,
      problems,
      ...(failure === undefined ? {} : { failure }),
    }));
    const first = fieldsOf[way].find((name) => problems[name] !== undefined);
    if (first !== undefined) inputs.current[first]?.focus();
  }

  function showError(error: unknown): void {
    if (!(error instanceof CallProblem)) throw error;
    const needed = secondFactorIn(error);
    if (needed !== undefined && onSecondStep !== undefined) {
      setProblems({});
      return onSecondStep(needed);
    }
    const { username, ...own } = error.fields;
    const namedFields = fieldsOf[way].filter((name) => own[name] !== undefined);
    const problems = Object.fromEntries(namedFields.map((name) => [name, own[name]!]));
    if (username !== undefined) problems[way === "code" ? "mobile" : "account"] = username;
    setProblems(problems, Object.keys(problems).length === 0 ? error.message : undefined);
  }

  return {
    ...state,
    sender,
    /** Everything about one input of the form. */
    line: (name: SignInField) => ({
      value: state.values[name],
      problem: state.problems[name],
      inputRef: (element: HTMLInputElement | null) => {
        inputs.current[name] = element;
      },
      onChange: (value: string) =>
        setState(({ values, problems: { [name]: _gone, ...others } }) => ({
          values: { ...values, [name]: value },
          problems: others,
          isBusy: false,
        })),
    }),
    /** Says what is wrong with none of the inputs. */
    fail: (failure: string) => setProblems({}, failure),
    clear: (values?: Partial<SignInValues>) => setState(fresh(values)),
    async sendCode(): Promise<void> {
      const problem = mobileProblem(state.values.mobile);
      if (problem !== undefined) return setProblems({ mobile: problem[locale] });
      setProblems({});
      await sender.send(state.values.mobile).then(() => inputs.current.verifyCode?.focus(), showError);
    },
    async submit(event: FormEvent): Promise<void> {
      event.preventDefault();
      const problems = Object.entries(problemsOf(way, state.values, sender.wasSent)).map(([name, text]) => [
        name,
        text[locale],
      ]);
      if (problems.length > 0) return setProblems(Object.fromEntries(problems));
      if (state.isBusy) return;
      setState(({ values }) => ({ values, problems: {}, isBusy: true }));
      await submit(way, state.values).then(onDone, showError);
    },
  };
}
