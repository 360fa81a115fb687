import type { ReactNode } from "react";

/** Replaces a completed form: a check mark and a confirmation. */
export function Success({ titleId, text, children }: { titleId?: string; text: string; children?: ReactNode }) {
  return (
    <div className="sign-in done" role="status">
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <circle cx="24" cy="24" r="22" />
        <path d="m15 24.5 6.5 6.5L33.5 18" />
      </svg>
      <p id={titleId}>{text}</p>
      {children}
    </div>
  );
}
