import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import member from "#entities/member.ts";
import paasWork from "#entities/paasWork.ts";
import { countRows } from "#records/query/list.server.ts";
import { viewOf } from "#records/registry/view.server.ts";

/** The entities whose records are counted by state. */
const countedEntities = [paasWork, member] as const;

type StateCount = { key: string; name: string; color: string; count: number; isCapped: boolean };
type States = { type: string; name: string; parts: StateCount[] };

/** The number of records by state, for each of `countedEntities` whose state the reader can read. */
export async function readStates({
  principal,
  locale,
  services: { database },
}: CallContext<UserPrincipal>): Promise<States[]> {
  const readable = countedEntities.filter((entity) => {
    const view = viewOf(principal, entity);
    return view.may.has("read") && Object.hasOwn(view.readable.fields, "status");
  });
  const states: States[] = [];
  // Sequentially, so that one home screen does not use all database connections.
  for (const entity of readable) {
    const parts: StateCount[] = [];
    for (const { key, name, color = "ochre" } of entity.fields.status.options) {
      const { total, isCapped } = await countRows(database, principal, entity, {
        field: "status",
        op: "eq",
        value: key,
      });
      parts.push({ key, name: name[locale], color, count: total, isCapped });
    }
    states.push({ type: entity.type, name: (entity.listName ?? entity.name)[locale], parts });
  }
  return states;
}
