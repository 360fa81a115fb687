/** What was typed into a form and is not saved yet, as this browser keeps it until then. */
export type FormDraft = {
  changes: Record<string, unknown>;
  /** The version of the row that the changes were made on; null for a new row. */
  version: number | null;
  /** When it was written, ISO 8601. */
  at: string;
};

const prefix = "form_draft ";
/** Days after which nobody comes back to a form. */
const maxAge = 30 * 86_400_000;

/** The local store, where this browser has one: it writes at once, also while a page is left. */
function run<T>(work: (store: Storage) => T): T | undefined {
  try {
    return work(localStorage);
  } catch {
    // Private windows and full disks: the form works without a draft.
    return undefined;
  }
}

/** The draft of a form; one that is older than a month counts as none. `key`: whose form it is, in which space, and of which row. */
export function readFormDraft(key: string): FormDraft | undefined {
  const draft = run((store) => JSON.parse(store.getItem(prefix + key) ?? "null") as FormDraft | null);
  return draft && Date.now() - Date.parse(draft.at) < maxAge ? draft : undefined;
}
export const writeFormDraft = (key: string, draft: FormDraft): void =>
  run((store) => store.setItem(prefix + key, JSON.stringify(draft)));
export const dropFormDraft = (key: string): void => run((store) => store.removeItem(prefix + key));

/** Deletes the drafts of all forms: somebody signs out, and the next person at this machine finds nothing. */
export function forgetFormDrafts(): void {
  run((store) => {
    for (const key of Object.keys(store)) if (key.startsWith(prefix)) store.removeItem(key);
  });
}
