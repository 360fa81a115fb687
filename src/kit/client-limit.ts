import type { ClientType } from "./client-type.ts";
import type { Text } from "./text.ts";

/** What a component cannot do in a client. `none`: it does not work there, so a page for this client is not published with it. */
export type ClientLimit = { client: ClientType; level: "limited" | "none"; reason: Text };

/** What the settings of a component mean for clients; nothing for a component that works everywhere. */
export type WithClientLimits<V> = { clientLimits?: (value: V) => readonly ClientLimit[] };
