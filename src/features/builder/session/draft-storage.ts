import type { PageChange } from "#kit/page.ts";

/** Unsaved edits of a page, stored in this browser, with the revision they are based on and their time. */
export type Draft = { pageId: string; rev: number; change: PageChange; at: string };
/** A draft as read from storage, possibly written by an earlier version of the program. */
export type StoredDraft = Omit<Draft, "change"> & { change: unknown };

const databaseName = "meridian-builder";
const storeName = "drafts";

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: "pageId" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB cannot be opened."));
  });
}

let database: Promise<IDBDatabase> | undefined;

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  database ??= open();
  // A failure to open is retried next time, because private windows and full disks are temporary.
  database.catch(() => (database = undefined));
  const transaction = (await database).transaction(storeName, mode, { durability: "strict" });
  const request = work(transaction.objectStore(storeName));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error ?? new Error("IndexedDB refused."));
    transaction.onabort = transaction.onerror;
  });
}

/** Undefined when there is none, or when storage is unavailable. */
export function readLocalDraft(pageId: string): Promise<StoredDraft | undefined> {
  return run<StoredDraft | undefined>("readonly", (store) => store.get(pageId)).catch(() => undefined);
}

/** Whether the draft is safe in this browser now. */
export function writeLocalDraft(draft: Draft): Promise<boolean> {
  return run("readwrite", (store) => store.put(draft)).then(
    () => true,
    () => false,
  );
}

export function dropLocalDraft(pageId: string): Promise<void> {
  return run("readwrite", (store) => store.delete(pageId)).catch(() => undefined);
}
