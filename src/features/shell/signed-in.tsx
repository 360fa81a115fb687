import { type ReactNode, useEffect } from "react";
import { useSearchParams } from "react-router";
import { CallProblem } from "#client/call.ts";
import { FrameSkeleton } from "#ui/frame-skeleton.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { ScreenProblem } from "#client/screen-states.tsx";
import { mayBeSignedIn } from "#client/signed-in-hint.ts";
import { useTitle } from "#ui/title.ts";
import { type Person, usePerson } from "#client/person.ts";
import { useScreen } from "#client/navigation/current-screen.ts";
import { askToSignIn, redirectToSignUp } from "./session.ts";

const texts = { signIn: { zh: "请先登录", en: "Sign in to continue" } };
type Frame = "management" | "builder";

/** The background of the sign-in dialog: an empty frame, and a tab title that asks to sign in. */
function SignedOut({ frame }: { frame: Frame }) {
  const t = useText();
  const locale = useLocale();
  useTitle(t(texts.signIn));
  return <FrameSkeleton frame={frame} locale={locale} />;
}

type SignedInProps = { frame: Frame; children: (person: Person) => ReactNode };

/**
 * Shows screens to people who are signed in, and the skeleton of their frame until the person is known. Visitors are asked to sign in (B-247), or
 * redirected to sign-up if the screen has `leadsToSignUp`.
 */
export function SignedIn({ frame, children }: SignedInProps) {
  const locale = useLocale();
  const { data: person, error, refetch } = usePerson();
  const isSignedOut = !mayBeSignedIn() && person === undefined;
  const leadsToSignUp = useScreen()?.leadsToSignUp === true;
  const [query] = useSearchParams();
  const planKey = query.get("package");
  useEffect(() => {
    if (!isSignedOut) return;
    if (leadsToSignUp) redirectToSignUp(planKey);
    else void askToSignIn();
  }, [isSignedOut, leadsToSignUp, planKey]);
  if (person !== undefined) return children(person);
  const isProblem = error !== null && !(error instanceof CallProblem && error.status === 401);
  if (isSignedOut) return <SignedOut frame={frame} />;
  if (!isProblem) return <FrameSkeleton frame={frame} locale={locale} />;
  return (
    <main className="mx-auto max-w-[1280px] p-8">
      <ScreenProblem problem={error} onRetry={() => void refetch()} />
    </main>
  );
}
