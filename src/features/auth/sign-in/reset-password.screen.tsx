import { passwordMax } from "#features/auth/form/password-max.ts";
import { passwordRuleText } from "./sign-in-check.ts";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { useLocale } from "#ui/locale.ts";
import { NotFound } from "#client/screen-states.tsx";
import { useTitle } from "#ui/title.ts";
import { AuthForm } from "#features/auth/form/auth-form.tsx";
import { CodeField, MobileField, PasswordField } from "#features/auth/form/input-fields.tsx";
import { SignInPage } from "#features/auth/form/sign-in-page.tsx";
import { labels } from "#features/auth/form/sign-in-texts.ts";
import { Success } from "#features/auth/form/success.tsx";
import screen from "./reset-password.screen.ts";
import { useSignIn } from "./use-sign-in.ts";
import "../form/sign-in.css";

/** The value of `?Key=` in the address: the only generated form that is open to visitors. */
const formKey = "findloginpasswordautoform";

function ResetPasswordForm() {
  const locale = useLocale();
  const [isDone, setIsDone] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  const form = useSignIn({ element: formRef, mode: "resetPassword", locale, onDone: () => setIsDone(true) });
  useTitle(screen.title[locale]);
  if (isDone) {
    return (
      <Success text={labels.passwordSaved[locale]}>
        <a href="/user/login">{labels.backToSignIn[locale]}</a>
      </Success>
    );
  }
  return (
    <AuthForm
      formRef={formRef}
      title={screen.title[locale]}
      level={1}
      submitLabel={labels.savePassword[locale]}
      isBusy={form.isBusy}
      failure={form.failure}
      footer={<a href="/user/login">{labels.backToSignIn[locale]}</a>}
      onSubmit={form.submit}
    >
      <p className="intro">{labels.resetIntro[locale]}</p>
      <div className="lines">
        <MobileField {...form.fieldProps("mobile")} locale={locale} />
        <CodeField
          {...form.fieldProps("verifyCode")}
          locale={locale}
          sender={form.sender}
          onSend={() => void form.sendCode()}
        />
        <PasswordField
          {...form.fieldProps("password")}
          label={labels.newPassword[locale]}
          isNew
          hint={passwordRuleText(passwordMax())[locale]}
          locale={locale}
        />
      </div>
    </AuthForm>
  );
}

/** Resets a forgotten password with mobile number, SMS code and new password (S-050). */
export function ResetPasswordScreen() {
  const [query] = useSearchParams();
  const key = [...query].find(([name]) => name.toLowerCase() === "key")?.[1];
  if (key?.toLowerCase() !== formKey) return <NotFound />;
  return (
    <SignInPage>
      <ResetPasswordForm />
    </SignInPage>
  );
}
