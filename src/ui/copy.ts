import { useState } from "react";

/** Duration of the feedback on a copy button, ms. */
const feedbackMs = 2000;

/** Copies a text. Returns false if the browser does not allow it, for example over plain HTTP. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Copies a text. `copied` is true for 2 s afterwards. */
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
