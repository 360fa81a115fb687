import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "#kit/error-message.ts";
import { call } from "./call.ts";
import { announceRights } from "./person.ts";
import { notify } from "#ui/toast.tsx";

/** Queries the spaces that the person is a member of or invited to. */
export function useSpaces() {
  return useQuery({
    queryKey: ["spaces"],
    queryFn: ({ signal }) => call("GET user/spaces", {}, { signal }),
    staleTime: 60_000,
  });
}

/**
 * Makes a request that changes the rights of the session and then loads an address as a new page, so that no data from previous rights stay in memory.
 * Other tabs read their data again. Shows and throws a failure.
 */
async function goAfterRequest(request: () => Promise<unknown>, address: string): Promise<void> {
  try {
    await request();
    announceRights();
    location.assign(address);
  } catch (error) {
    notify("error", errorMessage(error));
    throw error;
  }
}

/** Switches to another space. */
export const enterSpace = (tenantId: string): Promise<void> =>
  goAfterRequest(() => call("POST user/spaces/enter", { tenantId }), "/paas/index");

/** Starts viewing the space as a role, in every tab of this session. */
export const startRoleView = (id: string): Promise<void> =>
  goAfterRequest(() => call("POST paas/role/view", { id }), "/paas/index");

/** Returns to the person's own rights. */
export const endRoleView = (): Promise<void> =>
  goAfterRequest(() => call("POST paas/role/endView", {}), "/admin/role/list");
