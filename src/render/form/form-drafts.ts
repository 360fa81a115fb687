/** Unsaved changes of a form, stored in this browser. */
export type FormDraft = {
  changes: Record<string, unknown>;
  /** The version of the row that the changes were made on; null for a new row. */
  version: number | null;
  /** When the draft was stored, ISO 8601. */
  at: string;
};

const prefix = "form_draft ";
/** ms after which a draft expires. */
const maxAge = 30 * 86_400_000;

/**
 * Runs `work` with localStorage; undefined if it is unavailable. localStorage can be written even while a page unloads, because it is synchronous.
 */
function withStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(localStorage);
  } catch {
    // Private windows and full disks: the form works without a draft.
    return undefined;
  }
}

/** The draft of a form; undefined if there is none or it has expired. `key` identifies person, space and row. */
export function readFormDraft(key: string): FormDraft | undefined {
  const draft = withStorage((storage) => JSON.parse(storage.getItem(prefix + key) ?? "null") as FormDraft | null);
  return draft && Date.now() - Date.parse(draft.at) < maxAge ? draft : undefined;
}
export const writeFormDraft = (key: string, draft: FormDraft): void =>
  withStorage((storage) => storage.setItem(prefix + key, JSON.stringify(draft)));
export const deleteFormDraft = (key: string): void => withStorage((storage) => storage.removeItem(prefix + key));

/** Deletes the drafts of all forms at sign-out, for privacy on shared computers. */
export function deleteFormDrafts(): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  });
}
