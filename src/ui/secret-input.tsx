import { Check, Circle, Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Input } from "./input.tsx";
import { useText } from "./locale.ts";

const texts = {
  show: { zh: "显示密码", en: "Show password" },
  hide: { zh: "隐藏密码", en: "Hide password" },
  met: { zh: "已满足", en: "met" },
};

/** A password input with a button that reveals it. */
export function SecretInput(props: Omit<ComponentProps<typeof Input>, "type">) {
  const t = useText();
  const [isShown, setIsShown] = useState(false);
  const name = t(isShown ? texts.hide : texts.show);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input
        {...props}
        type={isShown ? "text" : "password"}
        autoCapitalize="off"
        spellCheck={false}
        className="pr-11"
      />
      <button
        type="button"
        aria-label={name}
        title={name}
        className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-sm text-ink-3 hover:text-ink pointer-coarse:w-11"
        onClick={() => setIsShown(!isShown)}
      >
        <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
      </button>
    </div>
  );
}

type RulesProps = { id: string; rules: readonly { text: string; holds: (value: string) => boolean }[]; value: string };

/** The rules for a value, each marked when the typed value satisfies it. */
export function RuleList({ id, rules, value }: RulesProps) {
  const t = useText();
  return (
    <ul id={id} className="grid gap-1 text-sm">
      {rules.map(({ text, holds }) => {
        const isMet = value !== "" && holds(value);
        const Icon = isMet ? Check : Circle;
        return (
          <li key={text} className={`flex items-center gap-2 ${isMet ? "text-success" : "text-ink-3"}`}>
            <Icon size={14} strokeWidth={isMet ? 2 : 1.5} aria-hidden="true" />
            {text}
            {isMet && <span className="sr-only">({t(texts.met)})</span>}
          </li>
        );
      })}
    </ul>
  );
}
