import type { PageChange } from "#kit/page.ts";

/** Unsaved edits of a page, stored in this browser, with the revision they are based on and the time when they were stored. */
export type LocalDraft = { pageId: string; rev: number; change: PageChange; at: string };
/** A local draft as read from storage, possibly written by an earlier version of the program. */
export type StoredLocalDraft = Omit<LocalDraft, "change"> & { change: unknown };

const databaseName = "meridian-builder";
const storeName = "drafts";

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: "pageId" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB cannot be opened."));
  });
}

let database: Promise<IDBDatabase> | undefined;

async function runRequest<T>(
  mode: IDBTransactionMode,
  makeRequest: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  database ??= openDatabase();
  // The next request tries to open the database again, because the cause, e.g. a full disk, may be temporary.
  database.catch(() => (database = undefined));
  const transaction = (await database).transaction(storeName, mode, { durability: "strict" });
  const request = makeRequest(transaction.objectStore(storeName));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error ?? new Error("IndexedDB refused."));
    transaction.onabort = transaction.onerror;
  });
}

/** The local draft of a page; undefined when there is none or storage is unavailable. */
export function readLocalDraft(pageId: string): Promise<StoredLocalDraft | undefined> {
  return runRequest<StoredLocalDraft | undefined>("readonly", (store) => store.get(pageId)).catch(() => undefined);
}

/** Stores a local draft. Returns false if it could not be stored. */
export function writeLocalDraft(draft: LocalDraft): Promise<boolean> {
  return runRequest("readwrite", (store) => store.put(draft)).then(
    () => true,
    () => false,
  );
}

/** Deletes the local draft of a page; ignores failures. */
export function dropLocalDraft(pageId: string): Promise<void> {
  return runRequest("readwrite", (store) => store.delete(pageId)).catch(() => undefined);
}
