import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from "react";
import { formatText, type Locale } from "#kit/text.ts";
import { maxLengthAttribute } from "#kit/text-length.ts";
import type { CodeSender } from "#client/use-code.ts";
import { labels } from "./sign-in-texts.ts";

type LineProps = Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange" | "prefix"> & {
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

/** A labelled input with its problem. `maxLength` is in characters. */
export function Line({
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
}: LineProps) {
  const id = useId();
  const note = problem ?? hint;
  const limit = maxLength === undefined ? {} : { maxLength: maxLengthAttribute(maxLength) };
  return (
    <div className="line">
      <label htmlFor={id}>{label}</label>
      <div className="frame" data-invalid={problem !== undefined || undefined}>
        {prefix !== undefined && <span className="prefix">{prefix}</span>}
        <input
          {...input}
          {...limit}
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

type PasswordProps = Pick<LineProps, "label" | "value" | "problem" | "hint" | "inputRef" | "onChange"> & {
  isNew: boolean;
  locale: Locale;
};

export function PasswordLine({ isNew, locale, ...line }: PasswordProps) {
  const [isShown, setIsShown] = useState(false);
  const name = isShown ? labels.hide[locale] : labels.show[locale];
  return (
    <Line
      {...line}
      type={isShown ? "text" : "password"}
      name="password"
      autoComplete={isNew ? "new-password" : "current-password"}
      autoCapitalize="off"
      spellCheck={false}
      maxLength={64}
      action={
        <button type="button" className="eye" aria-label={name} title={name} onClick={() => setIsShown(!isShown)}>
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

type CodeProps = Pick<LineProps, "value" | "problem" | "inputRef" | "onChange"> & {
  label?: string;
  locale: Locale;
  /** Absent when the code comes from elsewhere, an authenticator app for instance. */
  sender?: Pick<CodeSender, "seconds" | "isSending" | "wasSent">;
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
  const name = isSending ? labels.sending : seconds > 0 ? formatText(labels.seconds, { n: seconds }) : labels.sendCode;
  return (
    <button type="button" className="send" disabled={isSending || seconds > 0} onClick={onSend}>
      {name[locale]}
    </button>
  );
}

/** A six-digit code, and the button that sends one. */
export function CodeLine({ label, locale, sender, onSend, onChange, ...line }: CodeProps) {
  return (
    <Line
      {...line}
      label={label ?? labels.code[locale]}
      hint={sender?.wasSent === true ? labels.codeSent[locale] : undefined}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      // The limit counts digits: apps show their codes with a blank in the middle.
      onChange={(value) => onChange(value.normalize("NFKC").replace(/\D/g, "").slice(0, 6))}
      {...(sender === undefined ? {} : { action: <SendButton locale={locale} sender={sender} onSend={onSend} /> })}
    />
  );
}

/** Addresses of the documents to accept (B-027). */
const documents = { agreement: "/html?method=contract&id=2", privacy: "/html?method=contract&id=3" };

/** The checkbox that accepts both documents. They open in a new tab, so that the form keeps its values. */
export function ConsentLine({
  locale,
  value,
  problem,
  inputRef,
  onChange,
}: Pick<LineProps, "value" | "problem" | "inputRef" | "onChange"> & { locale: Locale }) {
  const id = useId();
  const space = locale === "zh" ? "" : " ";
  const link = (name: "agreement" | "privacy") => (
    <a href={documents[name]} target="_blank" rel="noopener">
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
          {space}
          {link("agreement")}
          {space}
          {labels.and[locale]}
          {space}
          {link("privacy")}
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

/** A Chinese mobile number; the country's prefix is shown, not typed. */
export function MobileLine({
  locale,
  ...line
}: Pick<LineProps, "value" | "problem" | "inputRef" | "onChange"> & { locale: Locale }) {
  return (
    <Line
      {...line}
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
