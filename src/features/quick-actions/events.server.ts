import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import type { Row } from "#kit/entity.ts";
import { actionEvent, eventTypes, type PageEvent } from "#kit/page-event.ts";
import { pageActions } from "#kit/page-actions.ts";
import { textIn } from "#kit/text.ts";
import quickAction from "#entities/quickAction.ts";
import { readRows } from "#records/query/list.server.ts";
import { allowsEntity } from "#records/registry/guard.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { isAllowed } from "#server/http/calls.server.ts";

type Reader = CallContext<UserPrincipal>;

/** The number of quick actions on the home screen. */
const maxQuickActions = 24;

/**
 * The event of a quick action, without its name. Undefined if the reader may not run its action. An action that the program does not have gets an
 * event without an address.
 */
function eventOf(row: Row<typeof quickAction>, reader: Reader): Omit<PageEvent, "name"> | undefined {
  if (row.opens === "link") return { type: eventTypes.link, url: row.link ?? "" };
  if (row.opens !== "action") return { type: eventTypes.page, url: row.page ?? "" };
  const action = pageActions.find(({ id }) => id === row.action);
  if (action === undefined) return { type: eventTypes.action, url: "" };
  return isAllowed(action.access, reader, {}, { allowsEntity }) ? actionEvent(action) : undefined;
}

/** The quick actions of the space that the reader can use, as events in the order of their positions. */
export async function eventsOf(reader: Reader): Promise<(PageEvent & { id: string })[]> {
  const { principal, locale, services } = reader;
  if (!viewOf(principal, quickAction).may.has("read")) return [];
  const { sort } = quickAction.list;
  const rows = await readRows(services.database, principal, quickAction, { sort, pageSize: maxQuickActions });
  return (rows as Row<typeof quickAction>[]).flatMap((row) => {
    const event = eventOf(row, reader);
    return event === undefined ? [] : [{ id: row.id, name: textIn(row.name, locale), ...event }];
  });
}
