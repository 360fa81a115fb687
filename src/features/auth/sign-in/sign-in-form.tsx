import { type KeyboardEvent, useRef, useState } from "react";
import type { Locale } from "#kit/text.ts";
import { emptyValues, type SignInMode } from "./sign-in-check.ts";
import { rememberedAccount } from "./sign-in-calls.ts";
import { AuthForm } from "#features/auth/form/auth-form.tsx";
import { CodeLine, ConsentLine, Line, MobileLine, PasswordLine } from "#features/auth/form/lines.tsx";
import { labels } from "#features/auth/form/sign-in-texts.ts";
import { Success } from "#features/auth/form/success.tsx";
import { SecondStep } from "#features/auth/second-step/second-step.tsx";
import type { SecondFactor } from "#features/auth/form/second-factor.ts";
import { useSignIn } from "./use-sign-in.ts";
import "../form/sign-in.css";

export type View = "login" | "reg";

/** Where a forgotten password is replaced (B-036). */
export const findPasswordUrl = "/dev/AutoConfig/Edit?Key=FindLoginPasswordAutoForm";
/** ms between the success message and going on (B-178, B-180). */
const successDelay = 500;

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
    <div ref={list} role="tablist" aria-label={labels.logIn[locale]} className="tabs" onKeyDown={moveTab}>
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
          {(isReg ? labels.logIn : labels.register)[locale]}
        </button>
      </span>
      {mode === "password" && <a href={findPasswordUrl}>{labels.forgotten[locale]}</a>}
    </>
  );
}

type FormProps = {
  view: View;
  locale: Locale;
  titleId: string;
  /** Of its heading: the first of a page, or the second of the page that a dialog stands over. */
  level?: 1 | 2;
  onView?: (view: View) => void;
  onDone: () => void;
};

/** Sign-in by password or SMS code, and registration (B-177). Switching clears the values; `onDone` is called half a second after the success message. */
export function SignInForm({ view: firstView, locale, titleId, level = 2, onView, onDone }: FormProps) {
  const [mode, setMode] = useState<SignInMode>(firstView === "reg" ? "reg" : "password");
  const [success, setSuccess] = useState<string>();
  const start = { account: rememberedAccount() };
  const [secondFactor, setSecondFactor] = useState<SecondFactor>();
  function succeed(): void {
    setSuccess((mode === "reg" ? labels.registered : labels.signedIn)[locale]);
    form.clear(emptyValues);
    setTimeout(onDone, successDelay);
  }
  const element = useRef<HTMLFormElement>(null);
  const form = useSignIn({ element, mode, start, locale, onDone: succeed, onSecondStep: setSecondFactor });
  const isReg = mode === "reg";
  const title = (isReg ? labels.register : labels.logIn)[locale];

  function changeMode(next: SignInMode): void {
    setMode(next);
    form.clear(start);
  }
  // The address changed, by Back for instance.
  const [shownView, setShownView] = useState(firstView);
  if (shownView !== firstView) {
    setShownView(firstView);
    if ((firstView === "reg") !== isReg) changeMode(firstView === "reg" ? "reg" : "password");
  }
  function choose(next: SignInMode): void {
    if (next === mode) return;
    changeMode(next);
    if ((next === "reg") !== isReg) onView?.(next === "reg" ? "reg" : "login");
  }

  if (success !== undefined) return <Success titleId={titleId} text={success} />;
  if (secondFactor !== undefined) {
    return (
      <SecondStep
        {...{ secondFactor, locale, titleId, level }}
        onDone={succeed}
        onBack={(message) => {
          setSecondFactor(undefined);
          // Going back clears the password and keeps the account name.
          form.clear({ account: form.line("account").value, mobile: form.line("mobile").value });
          if (message !== undefined) form.fail(message);
        }}
      />
    );
  }
  return (
    <AuthForm
      formRef={element}
      title={title}
      titleId={titleId}
      level={level}
      submitLabel={title}
      isBusy={form.isBusy}
      failure={form.failure}
      footer={<FooterLinks mode={mode} locale={locale} onChoose={choose} />}
      onSubmit={form.submit}
    >
      {!isReg && <Tabs mode={mode} locale={locale} onChoose={choose} />}
      <div
        className="lines"
        {...(isReg ? {} : { role: "tabpanel", id: "sign-in-panel", "aria-labelledby": `sign-in-${mode}` })}
      >
        {mode === "password" ? (
          <Line
            {...form.line("account")}
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
            <MobileLine {...form.line("mobile")} locale={locale} />
            <CodeLine
              {...form.line("verifyCode")}
              locale={locale}
              sender={form.sender}
              onSend={() => void form.sendCode()}
            />
          </>
        )}
        {mode !== "code" && (
          <PasswordLine
            {...form.line("password")}
            key={mode}
            label={labels.password[locale]}
            isNew={isReg}
            hint={isReg ? labels.passwordRule[locale] : undefined}
            locale={locale}
          />
        )}
      </div>
      {isReg && <ConsentLine {...form.line("agreed")} locale={locale} />}
    </AuthForm>
  );
}
