import { isShownIn } from "#kit/client-page.ts";
import type { PageRecord } from "#kit/page.ts";
import type { DocumentStore } from "./document-store.ts";

/** Whether a record is shown in the edited page: it is neither hidden nor limited to other clients than the one in view. */
export function isInView(store: Pick<DocumentStore, "client">, record: PageRecord): boolean {
  const client = store.client();
  return record.isHidden !== true && (client === undefined || isShownIn(record, client));
}
