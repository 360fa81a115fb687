import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { call } from "#ui/call.ts";
import { useLocale } from "#ui/locale.ts";
import { takeReturnAddress } from "#ui/return-address.ts";
import { useTitle } from "#ui/title.ts";
import { SignInForm, type View } from "./sign-in-form.tsx";
import { SignInPage } from "./sign-in-page.tsx";
import { labels } from "./sign-in-words.ts";

const goOn = () => location.replace(takeReturnAddress());

/** Whoever is signed in already goes straight on. */
function useGoOnWhenSignedIn(): void {
  useEffect(() => {
    if (!/(?:^|; )signed_in=1/.test(document.cookie)) return;
    call("GET api/user/View", {}).then(goOn, () => undefined);
  }, []);
}

/** The sign-in dialog as a page (spec section 2: /user/login and /views/user/login). */
export function SignInScreen() {
  const locale = useLocale();
  const [query] = useSearchParams();
  const asked: View = query.get("view") === "reg" ? "reg" : "login";
  const [view, setView] = useState(asked);
  useTitle((view === "reg" ? labels.register : labels.logIn)[locale]);
  useGoOnWhenSignedIn();
  return (
    <SignInPage>
      <SignInForm
        key={asked}
        view={asked}
        locale={locale}
        titleId="sign-in-title"
        level={1}
        onView={setView}
        onDone={goOn}
      />
    </SignInPage>
  );
}
