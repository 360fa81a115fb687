import { Check, LoaderCircle, ShieldCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { minutes } from "#kit/format.ts";
import type { Text } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { call, CallProblem } from "#client/call.ts";
import { solve } from "#client/proof-of-work.ts";

/** The server accepts a proof for five minutes. Shortly before, this check discards it, and the person has to run it again. */
const lifetime = minutes(4.5);

const texts = {
  start: { zh: "点击进行安全验证", en: "Run the security check" },
  solving: { zh: "正在验证…", en: "Checking…" },
  solved: { zh: "验证通过", en: "Check passed" },
  expired: { zh: "验证已过期，请重新验证", en: "The check has expired. Run it again." },
  failed: { zh: "验证未完成，请重试", en: "The check could not be completed. Try again." },
} satisfies Record<string, Text>;

type SecurityCheckProps = {
  id: string;
  value: string | null;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (proof: string | null) => void;
};

type State = { kind: "ready" | "solving" | "expired" } | { kind: "failed"; problem: string | undefined };

/** A proof of work for a form, so that submitting many forms is expensive. Replaces an image captcha. */
export function SecurityCheck({ id, value, invalid, disabled, describedBy, onChange }: SecurityCheckProps) {
  const t = useText();
  const [state, setState] = useState<State>({ kind: "ready" });
  const latestOnChange = useRef(onChange);
  useEffect(() => {
    latestOnChange.current = onChange;
  });
  useEffect(() => {
    if (value === null) return undefined;
    const timer = setTimeout(() => {
      setState({ kind: "expired" });
      latestOnChange.current(null);
    }, lifetime);
    return () => clearTimeout(timer);
  }, [value]);

  async function runCheck(): Promise<void> {
    setState({ kind: "solving" });
    try {
      const proof = await solve(await call("GET basic/challenge", {}));
      setState({ kind: "ready" });
      latestOnChange.current(proof);
    } catch (error) {
      setState({ kind: "failed", problem: error instanceof CallProblem ? error.message : undefined });
    }
  }
  const isSolving = state.kind === "solving";
  const isSolved = value !== null;
  const Icon = isSolved ? Check : isSolving ? LoaderCircle : ShieldCheck;
  const problemText =
    state.kind === "expired" ? t(texts.expired) : state.kind === "failed" ? (state.problem ?? t(texts.failed)) : "";
  return (
    <div className="grid gap-1.5 justify-items-start">
      <Button
        id={id}
        disabled={disabled}
        // Not `disabled`: a disabled button would lose the focus of keyboard users.
        aria-disabled={isSolving || isSolved}
        aria-busy={isSolving}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        className={isSolved ? "text-success" : ""}
        onClick={() => {
          if (!isSolving && !isSolved) void runCheck();
        }}
      >
        <Icon size={16} strokeWidth={1.5} className={isSolving ? "animate-spin motion-reduce:animate-none" : ""} />
        <span role="status">{t(isSolved ? texts.solved : isSolving ? texts.solving : texts.start)}</span>
      </Button>
      {problemText !== "" && (
        <p role="alert" className="text-sm text-danger">
          {problemText}
        </p>
      )}
    </div>
  );
}
