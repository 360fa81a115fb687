/** The events of the window that open and close the progress dialog (B-210). */
export const progressOpen = "progress-open";
export const progressClose = "progress-close";

/** Opens the progress dialog for a run. */
export const openProgress = (runId: string): void =>
  void window.dispatchEvent(new CustomEvent(progressOpen, { detail: { runId } }));

/** Closes the progress dialog. */
export const closeProgress = (): void => void window.dispatchEvent(new CustomEvent(progressClose));
