import { useState } from "react";

/** ms for which a button says that it has copied. */
const feedbackMs = 2000;

/** Copies text. `copied`: it was, a moment ago. Pages that come over plain http may not: then `copy` gives false. */
export function useCopy(): { copied: boolean; copy: (text: string) => Promise<boolean> } {
  const [copied, setCopied] = useState(false);
  async function copy(text: string): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return false;
    }
    setCopied(true);
    setTimeout(() => setCopied(false), feedbackMs);
    return true;
  }
  return { copied, copy };
}
