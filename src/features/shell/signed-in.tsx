import { useEffect } from "react";
import { Outlet, useSearchParams } from "react-router";
import { CallProblem } from "#client/call.ts";
import { FrameSkeleton } from "#ui/frame-skeleton.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { ScreenProblem } from "#client/screen-states.tsx";
import { mayBeSignedIn } from "#client/signed-in-hint.ts";
import { useTitle } from "#ui/title.ts";
import { usePerson } from "#client/person.ts";
import { useScreen } from "./menus.ts";
import { askToSignIn, redirectToSignUp } from "./session.ts";
import { RoleView } from "./role-view.tsx";
import { Shell } from "./shell.tsx";

const texts = { signIn: { zh: "请先登录", en: "Sign in to continue" } };
type Frame = "management" | "builder";

/** The background of the sign-in dialog: an empty frame, and a tab title that asks to sign in. */
function SignedOut({ frame }: { frame: Frame }) {
  const t = useText();
  const locale = useLocale();
  useTitle(t(texts.signIn));
  return <FrameSkeleton frame={frame} locale={locale} />;
}

/**
 * The frame of screens for people who are signed in. Visitors are asked to sign in (B-247), or redirected to sign-up if the screen has
 * `leadsToSignUp`.
 */
export function SignedIn({ frame }: { frame: Frame }) {
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
  if (person !== undefined && frame === "management") return <Shell person={person} />;
  if (person !== undefined)
    return (
      <>
        <RoleView person={person} frame={frame} />
        <Outlet />
      </>
    );
  const isProblem = error !== null && !(error instanceof CallProblem && error.status === 401);
  if (isSignedOut) return <SignedOut frame={frame} />;
  if (!isProblem) return <FrameSkeleton frame={frame} locale={locale} />;
  return (
    <main className="mx-auto max-w-[1280px] p-8">
      <ScreenProblem problem={error} onRetry={() => void refetch()} />
    </main>
  );
}
