import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import { lightAppsOf } from "#records/describe/menu-entries.server.ts";
import { allows } from "#records/registry/guard.server.ts";

/** The applications of a space on the wire: its published light apps, those whose rows the caller may read. Names are in the caller's language. */
export const readableApps = ({ principal, entities, locale }: CallContext<UserPrincipal>) =>
  lightAppsOf(entities)
    .filter((entity) => allows(principal, entity, "read"))
    .map(({ type, name, listName, stored }) => ({ id: stored!.id, type, name: (listName ?? name)[locale] }));
