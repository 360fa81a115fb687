import { useEffect } from "react";
import { Outlet, useMatches, useSearchParams } from "react-router";
import { CallProblem } from "#ui/call.ts";
import { useSay } from "#ui/locale.ts";
import { ScreenLoading, ScreenProblem } from "#ui/screen-states.tsx";
import { useTitle } from "#ui/title.ts";
import { mayBeSignedIn, usePerson } from "./person.ts";
import { askToSignIn, leadToSignUp } from "./session.ts";
import { Shell } from "./shell.tsx";

const words = { signIn: { zh: "请先登录", en: "Sign in to continue" } };

/** What stands behind the question whether to sign in: quiet, but the tab says what is asked. */
function SignedOut() {
  const say = useSay();
  useTitle(say(words.signIn));
  return <ScreenLoading />;
}

/** What a route says about strangers: `signsUp` where most who come have no account yet, so that they are led to sign up at once. */
export type RouteHandle = { signsUp?: true };

/**
 * Screens for people who are signed in; others are asked to sign in first (spec section 6), or led to sign up where the route says so.
 * `bare`: without the shell around.
 */
export function SignedIn({ bare = false }: { bare?: boolean }) {
  const { data: person, error, refetch } = usePerson();
  const isNobody = !mayBeSignedIn() && person === undefined;
  const signsUp = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.signsUp === true);
  const [query] = useSearchParams();
  const planKey = query.get("package");
  useEffect(() => {
    if (!isNobody) return;
    if (signsUp) leadToSignUp(planKey);
    else void askToSignIn();
  }, [isNobody, signsUp, planKey]);
  if (person !== undefined) return bare ? <Outlet /> : <Shell person={person} />;
  const isProblem = error !== null && !(error instanceof CallProblem && error.status === 401);
  return (
    <main className="mx-auto max-w-[1280px] p-8">
      {isProblem ? (
        <ScreenProblem problem={error} onRetry={() => void refetch()} />
      ) : isNobody ? (
        <SignedOut />
      ) : (
        <ScreenLoading />
      )}
    </main>
  );
}
