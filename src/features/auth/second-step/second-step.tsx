import { lazy, Suspense, useRef } from "react";
import { formatText, type Locale } from "#kit/text.ts";
import { AuthForm } from "#features/auth/form/auth-form.tsx";
import { CodeField, InputField, PasswordField } from "#features/auth/form/input-fields.tsx";
import { labels } from "#features/auth/form/sign-in-texts.ts";
import { methodIntro, stepTexts, methodLink } from "#features/auth/form/second-step-texts.ts";
import type { SecondStepChallenge } from "#features/auth/form/second-step-challenge.ts";
import { useSecondStep } from "./use-second-step.ts";

/** Loaded on demand, with the QR encoder: few people set up an app here. */
const AppSetup = lazy(() => import("./app-setup.tsx"));

type SecondStepProps = {
  challenge: SecondStepChallenge;
  locale: Locale;
  titleId: string;
  level: 1 | 2;
  onDone: () => void;
  /** Goes back to the first step, with a message to show there. */
  onBack: (message?: string) => void;
};

type MethodFieldProps = { step: ReturnType<typeof useSecondStep>; locale: Locale };

/** The input that the chosen method requires. */
function MethodField({ step: { method, fieldProps, sender, sendCode }, locale }: MethodFieldProps) {
  switch (method) {
    case "sms":
      return <CodeField {...fieldProps} locale={locale} sender={sender} onSend={() => void sendCode()} />;
    case "password":
      return <PasswordField {...fieldProps} label={labels.password[locale]} isNew={false} locale={locale} />;
    case "recovery":
      return (
        <InputField
          {...fieldProps}
          key="recovery"
          label={stepTexts.recoveryCode[locale]}
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={20}
        />
      );
    default:
      return <CodeField {...fieldProps} label={stepTexts.appCode[locale]} locale={locale} />;
  }
}

/** The second step of signing in. Replaces the form of the first step. */
export function SecondStep({ challenge, locale, titleId, level, onDone, onBack }: SecondStepProps) {
  const formRef = useRef<HTMLFormElement>(null);
  const step = useSecondStep({ element: formRef, challenge, locale, onDone, onExpired: onBack });
  const { method } = step;
  const footer = (
    <>
      <button type="button" className="link" onClick={() => onBack()}>
        {stepTexts.back[locale]}
      </button>
      {step.otherMethods.length > 0 && (
        <span>
          {stepTexts.otherWay[locale]}{" "}
          {step.otherMethods.map((other) => (
            <button key={other} type="button" className="link" onClick={() => step.chooseMethod(other)}>
              {methodLink[other][locale]}
            </button>
          ))}
        </span>
      )}
    </>
  );
  return (
    <AuthForm
      formRef={formRef}
      title={(method === "enrol" ? stepTexts.enrolTitle : stepTexts.title)[locale]}
      titleId={titleId}
      level={level}
      submitLabel={stepTexts.verify[locale]}
      isBusy={step.isBusy}
      failure={step.failure}
      footer={footer}
      onSubmit={step.submit}
    >
      <p className="intro">{formatText(methodIntro[method], { mobile: challenge.mobile })[locale]}</p>
      {method === "enrol" && (
        <Suspense fallback={<div style={{ minHeight: 300 }} aria-busy="true" />}>
          <AppSetup ticket={challenge.ticket} locale={locale} onProblem={step.showError} />
        </Suspense>
      )}
      <div className="lines">
        <MethodField step={step} locale={locale} />
      </div>
    </AuthForm>
  );
}
