import { useEffect, useEffectEvent, useState } from "react";
import type { Locale } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { useCopy } from "#ui/copy.ts";
import { QrCode } from "#ui/qr-code.tsx";
import { stepTexts } from "#features/auth/form/second-step-texts.ts";

type AppOfferProps = { ticket: string; locale: Locale; onProblem: (error: unknown) => void };

/** The secret of a new authenticator app: to scan, and to type. */
export default function AppOffer({ ticket, locale, onProblem }: AppOfferProps) {
  const [offer, setOffer] = useState<{ secret: string; uri: string }>();
  const [tries, setTries] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const { copied, copy } = useCopy();
  const fail = useEffectEvent((error: unknown) => {
    setHasFailed(true);
    onProblem(error);
  });
  useEffect(() => {
    let isGone = false;
    // Asking again returns the same secret, which the server keeps with the ticket.
    call("POST user/secondFactor/enrol", { ticket }).then(
      (secret) => !isGone && setOffer(secret),
      (error: unknown) => !isGone && fail(error),
    );
    return () => {
      isGone = true;
    };
  }, [ticket, tries]);
  function retry(): void {
    setHasFailed(false);
    setTries(tries + 1);
  }
  if (offer === undefined && hasFailed)
    return (
      <button type="button" className="link" onClick={retry}>
        {stepTexts.retry[locale]}
      </button>
    );
  if (offer === undefined) return <div className="offer" aria-busy="true" />;
  return (
    <div className="offer">
      <QrCode text={offer.uri} name={stepTexts.scan[locale]} />
      <p className="key">
        <span>{stepTexts.secret[locale]}</span>
        <code>{offer.secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
        <button type="button" className="link" onClick={() => void copy(offer.secret)}>
          {(copied ? stepTexts.copied : stepTexts.copy)[locale]}
        </button>
      </p>
    </div>
  );
}
