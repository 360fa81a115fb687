import type { QueryClient } from "@tanstack/react-query";
import { CallProblem } from "#client/call.ts";
import { rememberCaller } from "#client/legacy-headers.ts";
import { type Person, rightsChannel } from "#client/person.ts";

/** What the rights of a person are, and where. */
const rightsOf = ({ tenant, view, isAdministrator, isSuperAdmin, allRoleIds }: Person): string =>
  JSON.stringify([tenant.id, view, isAdministrator, isSuperAdmin, allRoleIds]);

async function readRights(client: QueryClient): Promise<void> {
  const person = () => client.getQueryData<Person>(["person"]);
  const before = person();
  if (before === undefined) return;
  // With headers that name the rights of before, the server would refuse this call too.
  rememberCaller(undefined);
  await client.refetchQueries({ queryKey: ["person"] });
  const after = person();
  if (after === undefined || rightsOf(after) === rightsOf(before)) return;
  client.removeQueries({ type: "inactive" });
  await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "person" });
  // What the person may no longer read leaves the screen.
  const isRefused = (error: unknown) => error instanceof CallProblem && error.status === 403;
  await client.resetQueries({ predicate: ({ state }) => state.data !== undefined && isRefused(state.error) });
}

let reading: Promise<void> | undefined;

/** Reads the person again and, if their rights are different now, all that the tab shows. */
export function rereadRights(client: QueryClient): void {
  reading ??= readRights(client).finally(() => {
    reading = undefined;
  });
}

/** Reads the rights again whenever another tab says that they are different now. */
export function followRights(client: QueryClient): void {
  new BroadcastChannel(rightsChannel).addEventListener("message", () => rereadRights(client));
}
