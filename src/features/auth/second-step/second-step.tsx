import { lazy, Suspense, useRef } from "react";
import { formatText, type Locale } from "#kit/text.ts";
import { AuthForm } from "#features/auth/form/auth-form.tsx";
import { CodeLine, Line, PasswordLine } from "#features/auth/form/lines.tsx";
import { labels } from "#features/auth/form/sign-in-texts.ts";
import { introOf, stepTexts, methodLink } from "#features/auth/form/second-step-texts.ts";
import type { SecondFactor } from "#features/auth/form/second-factor.ts";
import { useSecondStep } from "./use-second-step.ts";

/** Loaded on demand, with the QR encoder: few people set up an app here. */
const AppOffer = lazy(() => import("./app-offer.tsx"));

type SecondStepProps = {
  secondFactor: SecondFactor;
  locale: Locale;
  titleId: string;
  level: 1 | 2;
  onDone: () => void;
  /** Goes back to the first step, with a message to show there. */
  onBack: (message?: string) => void;
};

/** The second step of signing in, in the place of the first. */
export function SecondStep({ secondFactor, locale, titleId, level, onDone, onBack }: SecondStepProps) {
  const element = useRef<HTMLFormElement>(null);
  const step = useSecondStep({ element, secondFactor, locale, onDone, onExpired: onBack });
  const { method, line } = step;
  const footer = (
    <>
      <button type="button" className="link" onClick={() => onBack()}>
        {stepTexts.back[locale]}
      </button>
      {step.others.length > 0 && (
        <span>
          {stepTexts.otherWay[locale]}{" "}
          {step.others.map((other) => (
            <button key={other} type="button" className="link" onClick={() => step.choose(other)}>
              {methodLink[other][locale]}
            </button>
          ))}
        </span>
      )}
    </>
  );
  return (
    <AuthForm
      formRef={element}
      title={(method === "enrol" ? stepTexts.enrolTitle : stepTexts.title)[locale]}
      titleId={titleId}
      level={level}
      submitLabel={stepTexts.verify[locale]}
      isBusy={step.isBusy}
      failure={step.failure}
      footer={footer}
      onSubmit={step.submit}
    >
      <p className="intro">{formatText(introOf[method], { mobile: secondFactor.mobile })[locale]}</p>
      {method === "enrol" && (
        <Suspense fallback={<div className="offer" aria-busy="true" />}>
          <AppOffer ticket={secondFactor.ticket} locale={locale} onProblem={step.refuse} />
        </Suspense>
      )}
      <div className="lines one">
        {method === "sms" ? (
          <CodeLine {...line} locale={locale} sender={step.sender} onSend={() => void step.sendCode()} />
        ) : method === "password" ? (
          <PasswordLine {...line} label={labels.password[locale]} isNew={false} locale={locale} />
        ) : method === "recovery" ? (
          <Line
            {...line}
            key="recovery"
            label={stepTexts.recoveryCode[locale]}
            name="recovery-code"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={20}
          />
        ) : (
          <CodeLine {...line} label={stepTexts.appCode[locale]} locale={locale} />
        )}
      </div>
    </AuthForm>
  );
}
