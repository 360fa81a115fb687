import { Check } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { errorMessage } from "#kit/error-message.ts";
import { isMobile, normalizeMobile } from "#kit/mobile.ts";
import { Input } from "#ui/input.tsx";
import { useText } from "#ui/locale.ts";
import { call } from "#client/call.ts";
import { withProofOfWork } from "#client/proof-of-work.ts";
import { CodeButton } from "./code-button.tsx";

const texts = {
  code: { zh: "短信验证码", en: "SMS code" },
  sent: { zh: "验证码已发送", en: "Code sent" },
  verified: { zh: "已验证", en: "Verified" },
};

/** A string is the stored number, which is verified; an object is a new number with the code that verifies it. */
export type PhoneValue = string | { mobile: string; code: string };

/** The purpose that a code is valid for: saving a field, or setting a new password. */
export type CodePurpose = "field" | "resetPassword";

type PhoneProofProps = {
  id: string;
  value: PhoneValue | null;
  purpose: CodePurpose;
  placeholder: string | undefined;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (value: PhoneValue | null) => void;
  onBlur: () => void;
};

/** A mobile number with the code that verifies it. The stored number needs no code. */
export function PhoneProof({
  id,
  value,
  purpose,
  placeholder,
  invalid,
  disabled,
  describedBy,
  onChange,
  onBlur,
}: PhoneProofProps) {
  const t = useText();
  const codeBox = useRef<HTMLInputElement>(null);
  const [codeState, setCodeState] = useState<{ wasSent: boolean; problem?: string }>({ wasSent: false });
  const verifiedMobile = useRef(typeof value === "string" ? value : undefined);
  useEffect(() => {
    if (typeof value === "string") verifiedMobile.current = value;
  }, [value]);
  const { mobile, code } = typeof value === "object" && value !== null ? value : { mobile: value ?? "", code: "" };
  const isValid = isMobile(mobile);

  function change(text: string): void {
    setCodeState({ wasSent: false });
    if (text.trim() === "") onChange(null);
    else if (normalizeMobile(text) === verifiedMobile.current) onChange(verifiedMobile.current);
    else onChange({ mobile: text, code: "" });
  }
  const send = () =>
    withProofOfWork((proof) =>
      call("POST Api/Sms/SendVerifiyCode", { mobile: normalizeMobile(mobile), purpose, ...proof }),
    );
  const noteId = `${id}-sending`;
  const descriptions = [describedBy, codeState.wasSent || codeState.problem !== undefined ? noteId : undefined];
  return (
    <div className="grid max-w-80 gap-2">
      <div className="relative">
        <Input
          id={id}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          className="tabular-nums"
          maxLength={20}
          value={mobile}
          placeholder={placeholder}
          disabled={disabled}
          aria-invalid={invalid}
          aria-describedby={describedBy}
          onChange={({ target }) => change(target.value)}
          onBlur={() => {
            // While the code is missing, the focus moves on to the code box, which is a part of the same field.
            if (typeof value !== "object" || value === null || value.code !== "" || !isValid) onBlur();
          }}
        />
        {typeof value === "string" && (
          <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center gap-1 text-sm text-success">
            <Check size={16} strokeWidth={1.5} aria-hidden="true" />
            {t(texts.verified)}
          </span>
        )}
      </div>
      {typeof value === "object" && value !== null && (
        <div className="flex gap-2">
          <Input
            ref={codeBox}
            id={`${id}-code`}
            aria-label={t(texts.code)}
            placeholder={t(texts.code)}
            inputMode="numeric"
            autoComplete="one-time-code"
            className="min-w-0 tabular-nums"
            value={code}
            disabled={disabled}
            aria-invalid={invalid}
            aria-describedby={descriptions.filter((description) => description !== undefined).join(" ") || undefined}
            onChange={({ target }) =>
              onChange({ mobile, code: target.value.normalize("NFKC").replace(/\D/g, "").slice(0, 6) })
            }
            onBlur={onBlur}
          />
          <CodeButton
            disabled={disabled || !isValid}
            onSend={send}
            onSent={() => {
              setCodeState({ wasSent: true });
              codeBox.current?.focus();
            }}
            onProblem={(error) => setCodeState({ wasSent: false, problem: errorMessage(error) })}
          />
        </div>
      )}
      <p
        id={noteId}
        role="status"
        className={codeState.problem === undefined ? "text-sm text-ink-3 empty:hidden" : "text-sm text-danger"}
      >
        {codeState.problem ?? (codeState.wasSent ? t(texts.sent) : "")}
      </p>
    </div>
  );
}
