/** Unsaved changes of a form, stored in this browser. */
export type FormDraft = {
  changes: Record<string, unknown>;
  /** The version of the row that the changes were made on; null for a new row. */
  version: number | null;
  /** When it was stored, ISO 8601. */
  at: string;
};

const prefix = "form_draft ";
/** ms after which a draft expires. */
const maxAge = 30 * 86_400_000;

/** Runs `work` with localStorage, if it is available. It writes synchronously, also while a page is unloaded. */
function run<T>(work: (store: Storage) => T): T | undefined {
  try {
    return work(localStorage);
  } catch {
    // Private windows and full disks: the form works without a draft.
    return undefined;
  }
}

/** The draft of a form; undefined when it has expired. `key` identifies person, space and row. */
export function readFormDraft(key: string): FormDraft | undefined {
  const draft = run((store) => JSON.parse(store.getItem(prefix + key) ?? "null") as FormDraft | null);
  return draft && Date.now() - Date.parse(draft.at) < maxAge ? draft : undefined;
}
export const writeFormDraft = (key: string, draft: FormDraft): void =>
  run((store) => store.setItem(prefix + key, JSON.stringify(draft)));
export const dropFormDraft = (key: string): void => run((store) => store.removeItem(prefix + key));

/** Deletes the drafts of all forms at sign-out, for privacy on shared computers. */
export function forgetFormDrafts(): void {
  run((store) => {
    for (const key of Object.keys(store)) if (key.startsWith(prefix)) store.removeItem(key);
  });
}
