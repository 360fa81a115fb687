import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { useCopy } from "./copy.ts";
import { useSay } from "./locale.ts";
import { notify } from "./toast.tsx";

const words = {
  copied: { zh: "已复制", en: "Copied" },
  uncopied: { zh: "无法自动复制，请手动选择", en: "Could not copy. Select the text manually." },
};

/** Copies a text and says so in its own place. */
export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const say = useSay();
  const { copied, copy } = useCopy();
  return (
    <Button
      aria-live="polite"
      onClick={() => void copy(text).then((isDone) => !isDone && notify("error", say(words.uncopied)))}
    >
      {copied ? say(words.copied) : children}
    </Button>
  );
}
