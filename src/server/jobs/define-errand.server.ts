import type { Services } from "#kit/call.ts";

/** An object of a space, by its id. */
export type ErrandTarget = { tenantId: string; id: string };

/**
 * Background work on one object, started as soon as a commit announces it: at most one run at a time per object, across all processes. A run may be
 * interrupted at any point; a periodic task (define-upkeep.server.ts) queues unfinished work again with `Jobs.announce`.
 */
export type ErrandDefinition = {
  name: string;
  /** The object named by a tag that a transaction published with `tx.notifyChanged`; undefined for other tags. */
  targetOf: (tag: string) => ErrandTarget | undefined;
  /** Does the work that is due. `signal`: aborted when this process stops. */
  work: (target: ErrandTarget, context: { services: Services; signal: AbortSignal }) => Promise<void>;
};

/** Declares an errand. One file under `src/features/**` in a folder `jobs`, named `<name>.server.ts`, default-exported. */
export const defineErrand = (definition: ErrandDefinition): ErrandDefinition => definition;
