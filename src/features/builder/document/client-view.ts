import type { ClientType } from "#kit/client-type.ts";
import type { PageRecord } from "#kit/page.ts";
import { isShownIn } from "#kit/visit.ts";
import type { DocumentStore } from "./document-store.ts";

/**
 * The time in view, in ms since 1970. While all clients are in view, so are all times (undefined): what begins later has to be prepared. A client is
 * shown as it is now.
 */
export const timeInView = (client: ClientType | undefined): number | undefined =>
  client === undefined ? undefined : Date.now();

/** Whether a record is shown in the edited page: it is neither hidden nor limited to another language, client or time than the one in view. */
export function isInView(store: Pick<DocumentStore, "client" | "locale">, record: PageRecord): boolean {
  const [client, locale] = [store.client(), store.locale()];
  return record.isHidden !== true && isShownIn(record, { client, locale, at: timeInView(client) });
}
