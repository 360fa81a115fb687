import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { useCode } from "#client/use-code.ts";

const texts = {
  send: { zh: "获取验证码", en: "Send code" },
  seconds: { zh: "{n} 秒", en: "{n} {n|second|seconds}" },
};

type CodeButtonProps = {
  disabled?: boolean;
  onSend: () => Promise<{ seconds: number }>;
  onSent?: () => void;
  onProblem: (error: unknown) => void;
};

/** Sends a code, and counts down until the next one can be sent (B-181). */
export function CodeButton({ disabled = false, onSend, onSent, onProblem }: CodeButtonProps) {
  const t = useText();
  const { seconds, isSending, send } = useCode(onSend);
  return (
    <Button
      disabled={disabled || isSending || seconds > 0}
      aria-busy={isSending}
      className="shrink-0 tabular-nums"
      onClick={() => void send().then(onSent, onProblem)}
    >
      {t(seconds > 0 ? formatText(texts.seconds, { n: seconds }) : texts.send)}
    </Button>
  );
}
