import type { ZodType, z } from "zod";
import type { UserPrincipal } from "./access.ts";
import type { Services } from "./call.ts";
import type { Locale, Text } from "./text.ts";

export type StreamContext = { who: UserPrincipal; locale: Locale; services: Services; signal: AbortSignal };

/** Events for a signed-in person, sent as they happen (server-sent events). Every event is one value of `output`. */
export type StreamDefinition<O extends ZodType = ZodType> = {
  /** The path as the wire spells it; a leading `Api/` is the base. */
  path: string;
  title: Text;
  output: O;
  /** Runs until `signal` is aborted: the reader has disconnected, the session has ended, or the program stops. The browser reconnects automatically. */
  open(context: StreamContext): AsyncIterable<z.input<O>>;
};

/** Declares a stream. One file under `src/features/<feature>/streams/`, named `<name>.server.ts`, default-exported. */
export const defineStream = <O extends ZodType>(definition: StreamDefinition<O>): StreamDefinition<O> => definition;
