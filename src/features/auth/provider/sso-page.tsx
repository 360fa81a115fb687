import { useEffect, useRef, useState } from "react";
import { errorMessage } from "#kit/error-message.ts";
import { call, CallProblem } from "#client/call.ts";
import { storeArrivalMessage, takeReturnAddress } from "#client/return-address.ts";
import { AuthForm } from "#features/auth/form/auth-form.tsx";
import { InputField } from "#features/auth/form/input-fields.tsx";
import { type SecondStepChallenge, secondStepChallengeIn } from "#features/auth/form/second-step-challenge.ts";
import { SignInPage } from "#features/auth/form/sign-in-page.tsx";
import { labels } from "#features/auth/form/sign-in-texts.ts";
import { SecondStep } from "#features/auth/second-step/second-step.tsx";
import { useLocale } from "#ui/locale.ts";
import { useTitle } from "#ui/title.ts";
import { goToProvider } from "./provider-button.tsx";
import { ssoTexts } from "./sso-texts.ts";
import "../form/sign-in.css";

/** ms for which the next page shows the message. */
const messageTime = 1500;
const settingsAddress = "/paas/user/setting";

type ProviderReturn = { state: string; code?: string; iss?: string; error?: string };

/** What the provider added to the address; undefined for people who come from elsewhere. Codes are removed from the address and the history. */
function readReturn(): ProviderReturn | undefined {
  const query = new URLSearchParams(location.search);
  const state = query.get("state");
  if (state === null || state === "") return undefined;
  history.replaceState(history.state, "", location.pathname);
  const optional = ["code", "iss", "error"].flatMap((name) => {
    const value = query.get(name);
    return value === null || value === "" ? [] : [[name, value]];
  });
  return { state, ...Object.fromEntries(optional) };
}

function SpaceForm({ failure: firstFailure }: { failure: string | undefined }) {
  const locale = useLocale();
  const form = useRef<HTMLFormElement>(null);
  const [sign, setSign] = useState("");
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState(firstFailure);
  const [isBusy, setIsBusy] = useState(false);
  async function submit(): Promise<void> {
    setFailure(undefined);
    if (sign.trim() === "") {
      setProblem(ssoTexts.signEmpty[locale]);
      form.current?.querySelector("input")?.focus();
      return;
    }
    setIsBusy(true);
    await goToProvider(sign.trim()).catch((error: unknown) => {
      setIsBusy(false);
      setFailure(errorMessage(error));
    });
  }
  return (
    <AuthForm
      formRef={form}
      title={ssoTexts.title[locale]}
      level={1}
      submitLabel={ssoTexts.next[locale]}
      isBusy={isBusy}
      failure={failure}
      footer={<a href="/user/login">{labels.backToSignIn[locale]}</a>}
      onSubmit={submit}
    >
      <p className="intro">{ssoTexts.intro[locale]}</p>
      <div className="lines">
        <InputField
          label={ssoTexts.sign[locale]}
          value={sign}
          problem={problem}
          hint={ssoTexts.signHint[locale]}
          name="sign"
          autoComplete="organization"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={63}
          onChange={(value) => {
            setSign(value);
            setProblem(undefined);
          }}
        />
      </div>
    </AuthForm>
  );
}

type Outcome = { failure: string } | { challenge: SecondStepChallenge } | undefined;

/** Asks for a space and goes to its identity provider, and completes what began there when the person returns. */
export default function SsoPage() {
  const locale = useLocale();
  useTitle(ssoTexts.title[locale]);
  const [returned] = useState(readReturn);
  const [outcome, setOutcome] = useState<Outcome>();
  const hasBegun = useRef(false);

  const finish = (isLink: boolean) => {
    storeArrivalMessage((isLink ? ssoTexts.linked : labels.signedIn)[locale], messageTime);
    location.replace(isLink ? settingsAddress : takeReturnAddress());
  };
  useEffect(() => {
    // A state works once.
    if (returned === undefined || hasBegun.current) return;
    hasBegun.current = true;
    call("POST user/sso/finish", returned).then(
      ({ isLink }) => finish(isLink),
      (error: unknown) => {
        const challenge = error instanceof CallProblem ? secondStepChallengeIn(error) : undefined;
        setOutcome(challenge === undefined ? { failure: errorMessage(error) } : { challenge });
      },
    );
  });

  if (returned === undefined) {
    return (
      <SignInPage>
        <SpaceForm failure={undefined} />
      </SignInPage>
    );
  }
  return (
    <SignInPage>
      {outcome === undefined ? (
        <div className="sign-in" role="status" aria-busy="true">
          <h1>{ssoTexts.finishing[locale]}</h1>
        </div>
      ) : "challenge" in outcome ? (
        <SecondStep
          challenge={outcome.challenge}
          locale={locale}
          titleId="sign-in-title"
          level={1}
          onDone={() => finish(false)}
          onBack={(message) =>
            message === undefined ? location.replace("/user/login") : setOutcome({ failure: message })
          }
        />
      ) : (
        <div className="sign-in">
          <h1>{ssoTexts.failed[locale]}</h1>
          <p className="failure" role="alert">
            {outcome.failure}
          </p>
          <p className="small foot">
            <a href="/user/login">{labels.backToSignIn[locale]}</a>
          </p>
        </div>
      )}
    </SignInPage>
  );
}
