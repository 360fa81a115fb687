import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { useLocale } from "#ui/locale.ts";
import { NotFound } from "#client/screen-states.tsx";
import { useTitle } from "#ui/title.ts";
import { AuthForm } from "#features/auth/form/auth-form.tsx";
import { CodeLine, MobileLine, PasswordLine } from "#features/auth/form/lines.tsx";
import { SignInPage } from "#features/auth/form/plate.tsx";
import { labels } from "#features/auth/form/sign-in-texts.ts";
import { Success } from "#features/auth/form/success.tsx";
import screen from "./find-password.screen.ts";
import { useSignIn } from "./use-sign-in.ts";
import "../form/sign-in.css";

/** The only auto config form that is open to people who are not signed in. */
const formKey = "findloginpasswordautoform";

function FindPasswordForm() {
  const locale = useLocale();
  const [isDone, setIsDone] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const form = useSignIn({ element, mode: "findPassword", locale, onDone: () => setIsDone(true) });
  useTitle(screen.title[locale]);
  if (isDone) {
    return (
      <Success text={labels.passwordSaved[locale]}>
        <a href="/user/login">{labels.backToLogIn[locale]}</a>
      </Success>
    );
  }
  return (
    <AuthForm
      formRef={element}
      title={screen.title[locale]}
      level={1}
      submitLabel={labels.savePassword[locale]}
      isBusy={form.isBusy}
      failure={form.failure}
      footer={<a href="/user/login">{labels.backToLogIn[locale]}</a>}
      onSubmit={form.submit}
    >
      <p className="intro">{labels.findIntro[locale]}</p>
      <div className="lines">
        <MobileLine {...form.line("mobile")} locale={locale} />
        <CodeLine
          {...form.line("verifyCode")}
          locale={locale}
          sender={form.sender}
          onSend={() => void form.sendCode()}
        />
        <PasswordLine
          {...form.line("password")}
          label={labels.newPassword[locale]}
          isNew
          hint={labels.passwordRule[locale]}
          locale={locale}
        />
      </div>
    </AuthForm>
  );
}

/** Forgotten password (S-050): mobile, code, new password. */
export function FindPasswordScreen() {
  const [query] = useSearchParams();
  const key = [...query].find(([name]) => name.toLowerCase() === "key")?.[1];
  if (key?.toLowerCase() !== formKey) return <NotFound />;
  return (
    <SignInPage>
      <FindPasswordForm />
    </SignInPage>
  );
}
