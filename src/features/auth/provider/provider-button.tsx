import { useEffect, useState } from "react";
import { errorMessage } from "#kit/error-message.ts";
import type { CallOutput } from "#kit/call.ts";
import { formatText, type Locale } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { redirectPath } from "./redirect-path.ts";
import { ssoTexts } from "./sso-texts.ts";
import "./sso.css";

/** Goes to the identity provider of a space; without a sign, to that of the site. @throws {CallProblem} */
export async function goToProvider(sign?: string): Promise<void> {
  const { url } = await call("POST user/sso/begin", sign === undefined ? {} : { sign });
  location.assign(url);
}

type Button = CallOutput<"GET user/sso/button">;

/**
 * Single sign-on below the sign-in form: the button of the space, if the site or the address (`?sign=`) says which one it is, else a link to the page
 * that asks for it.
 */
export default function ProviderButton({ locale }: { locale: Locale }) {
  const [button, setButton] = useState<Button | "loading">("loading");
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const sign = new URLSearchParams(location.search).get("sign") ?? undefined;
  useEffect(() => {
    const controller = new AbortController();
    call("GET user/sso/button", sign === undefined ? {} : { sign }, { signal: controller.signal }).then(
      setButton,
      () => {
        if (!controller.signal.aborted) setButton(null);
      },
    );
    return () => controller.abort();
  }, [sign]);
  if (button === "loading") return null;
  async function go(): Promise<void> {
    setIsBusy(true);
    setFailure(undefined);
    await goToProvider(sign).catch((error: unknown) => {
      setIsBusy(false);
      setFailure(errorMessage(error));
    });
  }
  return (
    <div className="sign-in sso">
      {failure !== undefined && (
        <p className="failure" role="alert">
          {failure}
        </p>
      )}
      {button === null ? (
        <p className="small foot">
          <a href={redirectPath}>{ssoTexts.other[locale]}</a>
        </p>
      ) : (
        <button type="button" className="provider" disabled={isBusy} aria-busy={isBusy} onClick={() => void go()}>
          {formatText(ssoTexts.button, { name: button.name[locale] })[locale]}
        </button>
      )}
    </div>
  );
}
