import { type KeyboardEvent, lazy, Suspense, useRef, useState } from "react";
import type { Locale } from "#kit/text.ts";
import { passwordMax } from "#features/auth/form/password-max.ts";
import { emptyValues, passwordRuleText, type SignInMode } from "./sign-in-check.ts";
import { storeArrivalMessage } from "#client/return-address.ts";
import { readAccountName } from "./sign-in-calls.ts";
import { AuthForm } from "#features/auth/form/auth-form.tsx";
import { CodeField, ConsentField, InputField, MobileField, PasswordField } from "#features/auth/form/input-fields.tsx";
import { labels } from "#features/auth/form/sign-in-texts.ts";
import { Success } from "#features/auth/form/success.tsx";
import { SecondStep } from "#features/auth/second-step/second-step.tsx";
import type { SecondStepChallenge } from "#features/auth/form/second-step-challenge.ts";
import { useSignIn } from "./use-sign-in.ts";
import "../form/sign-in.css";

/** Loaded after the form, which does not wait for it. */
const ProviderButton = lazy(() => import("#features/auth/provider/provider-button.tsx"));

export type SignInView = "login" | "reg";

/** The address of the form that resets a forgotten password (B-036). */
export const resetPasswordUrl = "/dev/AutoConfig/Edit?Key=FindLoginPasswordAutoForm";
/** ms from the success message to `onDone`, and for which the message is shown, here and then on the next page (B-178, B-180). */
const successTimes = { here: 500, total: 1500 };

const tabs = [
  { mode: "password", name: labels.byPassword },
  { mode: "code", name: labels.byCode },
] as const;

function Tabs({ mode, locale, onChoose }: { mode: SignInMode; locale: Locale; onChoose: (mode: SignInMode) => void }) {
  const list = useRef<HTMLDivElement>(null);
  function moveTab(event: KeyboardEvent): void {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    const next = mode === "password" ? 1 : 0;
    onChoose(tabs[next].mode);
    list.current?.querySelectorAll("button")[next]?.focus();
  }
  return (
    <div ref={list} role="tablist" aria-label={labels.signIn[locale]} className="tabs" onKeyDown={moveTab}>
      {tabs.map((tab) => (
        <button
          key={tab.mode}
          type="button"
          role="tab"
          id={`sign-in-${tab.mode}`}
          aria-controls="sign-in-panel"
          aria-selected={mode === tab.mode}
          tabIndex={mode === tab.mode ? 0 : -1}
          onClick={() => onChoose(tab.mode)}
        >
          {tab.name[locale]}
        </button>
      ))}
    </div>
  );
}

/** Links to the other form, and to resetting the password. */
function FooterLinks({
  mode,
  locale,
  onChoose,
}: {
  mode: SignInMode;
  locale: Locale;
  onChoose: (mode: SignInMode) => void;
}) {
  const isReg = mode === "reg";
  return (
    <>
      <span>
        {(isReg ? labels.hasAccount : labels.noAccount)[locale]}{" "}
        <button type="button" className="link" onClick={() => onChoose(isReg ? "password" : "reg")}>
          {(isReg ? labels.signIn : labels.register)[locale]}
        </button>
      </span>
      {mode === "password" && <a href={resetPasswordUrl}>{labels.forgotten[locale]}</a>}
    </>
  );
}

type SignInFormProps = {
  view: SignInView;
  locale: Locale;
  titleId: string;
  /** The title's heading level: 1 on a page, 2 in a dialog over a page. */
  level?: 1 | 2;
  onViewChange?: (view: SignInView) => void;
  onDone: () => void;
};

/** Sign-in by password or SMS code, and registration (B-177). Switching clears the values; `onDone` is called after the success message. */
export function SignInForm({ view: requestedView, locale, titleId, level = 2, onViewChange, onDone }: SignInFormProps) {
  const [mode, setMode] = useState<SignInMode>(requestedView === "reg" ? "reg" : "password");
  const [success, setSuccess] = useState<string>();
  const startValues = { account: readAccountName() };
  const [challenge, setChallenge] = useState<SecondStepChallenge>();
  function showSuccess(): void {
    const text = (mode === "reg" ? labels.registered : labels.signedIn)[locale];
    setSuccess(text);
    storeArrivalMessage(text, successTimes.total);
    form.clear(emptyValues);
    setTimeout(onDone, successTimes.here);
  }
  const formRef = useRef<HTMLFormElement>(null);
  const form = useSignIn({
    element: formRef,
    mode,
    startValues,
    locale,
    onDone: showSuccess,
    onSecondStep: setChallenge,
  });
  const isReg = mode === "reg";
  const title = (isReg ? labels.register : labels.signIn)[locale];

  function changeMode(next: SignInMode): void {
    setMode(next);
    form.clear(startValues);
  }
  // Switches the form when the address has changed, for instance after Back.
  const [shownView, setShownView] = useState(requestedView);
  if (shownView !== requestedView) {
    setShownView(requestedView);
    if ((requestedView === "reg") !== isReg) changeMode(requestedView === "reg" ? "reg" : "password");
  }
  function chooseMode(next: SignInMode): void {
    if (next === mode) return;
    changeMode(next);
    if ((next === "reg") !== isReg) onViewChange?.(next === "reg" ? "reg" : "login");
  }

  if (success !== undefined) return <Success titleId={titleId} text={success} />;
  if (challenge !== undefined) {
    return (
      <SecondStep
        {...{ challenge, locale, titleId, level }}
        onDone={showSuccess}
        onBack={(message) => {
          setChallenge(undefined);
          // Going back clears the password and keeps the account name.
          form.clear({ account: form.fieldProps("account").value, mobile: form.fieldProps("mobile").value });
          if (message !== undefined) form.showFailure(message);
        }}
      />
    );
  }
  return (
    <>
      <AuthForm
        formRef={formRef}
        title={title}
        titleId={titleId}
        level={level}
        submitLabel={title}
        isBusy={form.isBusy}
        failure={form.failure}
        footer={<FooterLinks mode={mode} locale={locale} onChoose={chooseMode} />}
        onSubmit={form.submit}
      >
        {!isReg && <Tabs mode={mode} locale={locale} onChoose={chooseMode} />}
        <div
          className="lines"
          {...(isReg ? {} : { role: "tabpanel", id: "sign-in-panel", "aria-labelledby": `sign-in-${mode}` })}
        >
          {mode === "password" ? (
            <InputField
              {...form.fieldProps("account")}
              label={labels.account[locale]}
              placeholder={labels.accountHint[locale]}
              name="username"
              autoComplete="username"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={64}
            />
          ) : (
            <>
              <MobileField {...form.fieldProps("mobile")} locale={locale} />
              <CodeField
                {...form.fieldProps("verifyCode")}
                locale={locale}
                sender={form.sender}
                onSend={() => void form.sendCode()}
              />
            </>
          )}
          {mode !== "code" && (
            <PasswordField
              {...form.fieldProps("password")}
              key={mode}
              label={labels.password[locale]}
              isNew={isReg}
              hint={isReg ? passwordRuleText(passwordMax())[locale] : undefined}
              locale={locale}
            />
          )}
        </div>
        {isReg && <ConsentField {...form.fieldProps("agreed")} locale={locale} />}
      </AuthForm>
      {!isReg && (
        <Suspense>
          <ProviderButton locale={locale} />
        </Suspense>
      )}
    </>
  );
}
