import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { useCopy } from "./copy.ts";
import { useText } from "./locale.ts";
import { notify } from "./toast.tsx";

const texts = {
  copied: { zh: "已复制", en: "Copied" },
  uncopied: { zh: "无法自动复制，请手动选择", en: "Could not copy. Select the text manually." },
};

/** A button that copies a text and confirms it in place. */
export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const t = useText();
  const { copied, copy } = useCopy();
  return (
    <Button
      aria-live="polite"
      onClick={() => void copy(text).then((isDone) => !isDone && notify("error", t(texts.uncopied)))}
    >
      {copied ? t(texts.copied) : children}
    </Button>
  );
}
