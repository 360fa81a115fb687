import type { ZodType, z } from "zod";
import type { Access, UserPrincipal } from "./access.ts";
import type { Services } from "./call.ts";
import type { EntityRegistry } from "./entity-registry.ts";
import type { Locale, Text } from "./text.ts";

export type StreamContext<I = unknown> = {
  principal: UserPrincipal;
  entities: EntityRegistry;
  locale: Locale;
  services: Services;
  signal: AbortSignal;
  input: I;
};

/** Events for a signed-in person, sent as they happen (server-sent events). Every event is one value of `output`. */
export type StreamDefinition<O extends ZodType = ZodType, I extends ZodType = ZodType> = {
  /** The path as the wire spells it; a leading `Api/` is the base. */
  path: string;
  title: Text;
  /** What the person must have access to; by default every member of the space has access. */
  access?: Access;
  /** "POST": it does something that must not be repeated, with an input that is a body; programs of our own pages read it (client/assistant/answer-stream.ts). */
  method?: "POST";
  /** The most requests of an address within these seconds; for streams that cost something. */
  limit?: { max: number; windowSeconds: number };
  /** The query of its address, or the body; without it a stream has no parameters. */
  input?: I;
  output: O;
  /**
   * The first event confirms that it is open; a problem before it becomes the response. Runs until `signal` is aborted: the reader has disconnected,
   * the session has ended, or the program stops. The browser reconnects automatically, unless its method is POST.
   */
  open(context: StreamContext<z.output<I>>): AsyncIterable<z.input<O>>;
};

/** Declares a stream. One file under `src/features/<feature>/streams/`, named `<name>.server.ts`, default-exported. */
export const defineStream = <O extends ZodType, I extends ZodType>(
  definition: StreamDefinition<O, I>,
): StreamDefinition<O, I> => definition;
