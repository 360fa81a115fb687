import { lazy, Suspense, useEffect } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { signInUrls } from "#render/page/top-menu.ts";
import { call } from "#client/call.ts";
import { useLocale } from "#ui/locale.ts";
import { takeReturnAddress } from "#client/return-address.ts";
import { mayBeSignedIn } from "#client/signed-in-hint.ts";
import { useTitle } from "#ui/title.ts";
import { SignInForm, type SignInView } from "./sign-in-form.tsx";
import { SignInPage } from "#features/auth/form/sign-in-page.tsx";
import { ChosenPlan } from "./chosen-plan.tsx";
import { labels } from "#features/auth/form/sign-in-texts.ts";

/** Where identity providers send people back to (`redirectPath`). */
const SsoPage = lazy(() => import("#features/auth/provider/sso-page.tsx"));

const continueToReturnAddress = () => location.replace(takeReturnAddress());

/** Redirects people who are signed in already. */
function useRedirectWhenSignedIn(): void {
  useEffect(() => {
    if (!mayBeSignedIn()) return;
    call("GET api/user/View", {}).then(continueToReturnAddress, () => undefined);
  }, []);
}

/** The form at an address: `/user/register` is registration, and so is `?view=reg`, which older links contain. */
function useView(): SignInView {
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  return /\/register\/?$/i.test(pathname) || query.get("view") === "reg" ? "reg" : "login";
}

/** The sign-in dialog as a page (S-047, S-048), and the pages of single sign-on. */
export function SignInScreen() {
  const { pathname } = useLocation();
  return /\/sso\/?$/i.test(pathname) ? (
    <Suspense>
      <SsoPage />
    </Suspense>
  ) : (
    <SignInFormPage />
  );
}

function SignInFormPage() {
  const locale = useLocale();
  const navigate = useNavigate();
  const view = useView();
  const [query] = useSearchParams();
  const planKey = query.get("plan");
  useTitle((view === "reg" ? labels.register : labels.signIn)[locale]);
  useRedirectWhenSignedIn();
  return (
    <SignInPage>
      {planKey !== null && <ChosenPlan planKey={planKey} locale={locale} />}
      <SignInForm
        view={view}
        locale={locale}
        titleId="sign-in-title"
        level={1}
        onViewChange={(next) =>
          void navigate(signInUrls[next] + (planKey === null ? "" : `?plan=${encodeURIComponent(planKey)}`))
        }
        onDone={continueToReturnAddress}
      />
    </SignInPage>
  );
}
