import { useEffect, useEffectEvent, useState } from "react";
import type { Locale } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { useCopy } from "#ui/copy.ts";
import { keyInGroups, QrCode } from "#ui/qr-code.tsx";
import { stepTexts } from "#features/auth/form/second-step-texts.ts";
import "./app-setup.css";

type AppSetupProps = { ticket: string; locale: Locale; onProblem: (error: unknown) => void };

/** The secret of a new authenticator app, to scan or to type. Unlike `AppSecret`, it has plain CSS, because public pages show it too. */
export default function AppSetup({ ticket, locale, onProblem }: AppSetupProps) {
  const [setup, setSetup] = useState<{ secret: string; uri: string }>();
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const { copied, copy } = useCopy();
  const handleFailure = useEffectEvent((error: unknown) => {
    setHasFailed(true);
    onProblem(error);
  });
  useEffect(() => {
    let isUnmounted = false;
    // A retry returns the same secret, because the server stores it with the ticket.
    call("POST user/secondFactor/enrol", { ticket }).then(
      (loadedSetup) => !isUnmounted && setSetup(loadedSetup),
      (error: unknown) => !isUnmounted && handleFailure(error),
    );
    return () => {
      isUnmounted = true;
    };
  }, [ticket, attempt]);
  function retry(): void {
    setHasFailed(false);
    setAttempt(attempt + 1);
  }
  if (setup === undefined && hasFailed)
    return (
      <button type="button" className="link" onClick={retry}>
        {stepTexts.retry[locale]}
      </button>
    );
  if (setup === undefined) return <div className="offer" aria-busy="true" />;
  return (
    <div className="offer">
      <QrCode text={setup.uri} name={stepTexts.scan[locale]} />
      <p className="key">
        <span>{stepTexts.secret[locale]}</span>
        <code>{keyInGroups(setup.secret)}</code>
        <button type="button" className="link" onClick={() => void copy(setup.secret)}>
          {(copied ? stepTexts.copied : stepTexts.copy)[locale]}
        </button>
      </p>
    </div>
  );
}
