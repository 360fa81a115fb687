import { useState } from "react";

/** ms for which a button says that it has copied. */
const feedbackMs = 2000;

/** Copies a text. Returns false where this is not allowed, such as over plain http. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Copies text. `copied` is true for a moment afterwards. */
export function useCopy(): { copied: boolean; copy: (text: string) => Promise<boolean> } {
  const [copied, setCopied] = useState(false);
  async function copy(text: string): Promise<boolean> {
    if (!(await copyText(text))) return false;
    setCopied(true);
    setTimeout(() => setCopied(false), feedbackMs);
    return true;
  }
  return { copied, copy };
}
