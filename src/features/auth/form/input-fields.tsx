import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from "react";
import { formatText, type Locale } from "#kit/text.ts";
import { maxLengthAttribute } from "#kit/text-length.ts";
import type { CodeSender } from "#client/use-code.ts";
import { labels } from "./sign-in-texts.ts";

type InputFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange" | "prefix"> & {
  label: string;
  value: string;
  problem: string | undefined;
  hint?: string | undefined;
  /** Shown before the input, inside its border. */
  prefix?: string;
  /** Shown after the input. */
  action?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
  onChange: (value: string) => void;
};

/** A labelled input with its hint or problem. `maxLength` is in characters. */
export function InputField({
  label,
  value,
  problem,
  hint,
  prefix,
  action,
  inputRef,
  maxLength,
  onChange,
  ...input
}: InputFieldProps) {
  const id = useId();
  const note = problem ?? hint;
  const lengthLimit = maxLength === undefined ? {} : { maxLength: maxLengthAttribute(maxLength) };
  return (
    <div className="line">
      <label htmlFor={id}>{label}</label>
      <div className="frame" data-invalid={problem !== undefined || undefined}>
        {prefix !== undefined && <span className="prefix">{prefix}</span>}
        <input
          {...input}
          {...lengthLimit}
          ref={inputRef}
          id={id}
          value={value}
          aria-invalid={problem !== undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          onChange={(event) => onChange(event.target.value)}
        />
        {action}
      </div>
      {note !== undefined && (
        <p id={`${id}-note`} className={problem === undefined ? "hint" : "problem"}>
          {note}
        </p>
      )}
    </div>
  );
}

type PasswordFieldProps = Pick<InputFieldProps, "label" | "value" | "problem" | "hint" | "inputRef" | "onChange"> & {
  /** Whether the person chooses a new password. */
  isNew: boolean;
  locale: Locale;
};

export function PasswordField({ isNew, locale, ...input }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const toggleLabel = isShown ? labels.hide[locale] : labels.show[locale];
  return (
    <InputField
      {...input}
      type={isShown ? "text" : "password"}
      name="password"
      autoComplete={isNew ? "new-password" : "current-password"}
      autoCapitalize="off"
      spellCheck={false}
      maxLength={64}
      action={
        <button
          type="button"
          className="eye"
          aria-label={toggleLabel}
          title={toggleLabel}
          onClick={() => setIsShown(!isShown)}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M1.5 10S4.5 4.5 10 4.5 18.5 10 18.5 10 15.5 15.5 10 15.5 1.5 10 1.5 10Z" />
            <circle cx="10" cy="10" r="2.5" />
            {isShown && <path d="M3 17 17 3" />}
          </svg>
        </button>
      }
    />
  );
}

type CodeFieldProps = Pick<InputFieldProps, "value" | "problem" | "inputRef" | "onChange"> & {
  label?: string;
  locale: Locale;
  /** Absent if the server sends no code, as with an authenticator app. */
  sender?: Pick<CodeSender, "seconds" | "isSending" | "hasSent">;
  onSend?: () => void;
};

function SendButton({
  locale,
  sender,
  onSend,
}: {
  locale: Locale;
  sender: Pick<CodeSender, "seconds" | "isSending">;
  onSend: (() => void) | undefined;
}) {
  const { seconds, isSending } = sender;
  const label = isSending ? labels.sending : seconds > 0 ? formatText(labels.seconds, { n: seconds }) : labels.sendCode;
  return (
    <button type="button" className="send" disabled={isSending || seconds > 0} onClick={onSend}>
      {label[locale]}
    </button>
  );
}

/** The input of a six-digit code, with the button that sends the code. */
export function CodeField({ label, locale, sender, onSend, onChange, ...input }: CodeFieldProps) {
  return (
    <InputField
      {...input}
      label={label ?? labels.code[locale]}
      hint={sender?.hasSent === true ? labels.codeSent[locale] : undefined}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      // Keeps the first six digits and removes everything else, because apps show their codes with a space in the middle.
      onChange={(value) => onChange(value.normalize("NFKC").replace(/\D/g, "").slice(0, 6))}
      {...(sender === undefined ? {} : { action: <SendButton locale={locale} sender={sender} onSend={onSend} /> })}
    />
  );
}

/** Addresses of the documents that a person accepts when registering (B-027). */
const documentAddresses = { agreement: "/html?method=contract&id=2", privacy: "/html?method=contract&id=3" };

/** The checkbox that accepts both documents; `value` is "" while it is not checked. The documents open in a new tab, so the form keeps its values. */
export function ConsentField({
  locale,
  value,
  problem,
  inputRef,
  onChange,
}: Pick<InputFieldProps, "value" | "problem" | "inputRef" | "onChange"> & { locale: Locale }) {
  const id = useId();
  const wordSpace = locale === "zh" ? "" : " ";
  const documentLink = (name: "agreement" | "privacy") => (
    <a href={documentAddresses[name]} target="_blank" rel="noopener">
      {labels[name][locale]}
    </a>
  );
  return (
    <div className="line consent">
      <label htmlFor={id}>
        <input
          ref={inputRef}
          id={id}
          type="checkbox"
          name="agreed"
          checked={value !== ""}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-note`}
          onChange={(event) => onChange(event.target.checked ? "yes" : "")}
        />
        <span>
          {labels.agree[locale]}
          {wordSpace}
          {documentLink("agreement")}
          {wordSpace}
          {labels.and[locale]}
          {wordSpace}
          {documentLink("privacy")}
        </span>
      </label>
      {problem !== undefined && (
        <p id={`${id}-note`} className="problem">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The input of a Chinese mobile number; the country code is shown before it. */
export function MobileField({
  locale,
  ...input
}: Pick<InputFieldProps, "value" | "problem" | "inputRef" | "onChange"> & { locale: Locale }) {
  return (
    <InputField
      {...input}
      label={labels.mobile[locale]}
      prefix="+86"
      name="mobile"
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      maxLength={20}
    />
  );
}
