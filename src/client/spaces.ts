import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "#kit/error-message.ts";
import { call } from "./call.ts";
import { notify } from "#ui/toast.tsx";

/** The spaces that the person is in or invited to. */
export function useSpaces() {
  return useQuery({
    queryKey: ["spaces"],
    queryFn: ({ signal }) => call("GET user/spaces", {}, { signal }),
    staleTime: 60_000,
  });
}

/** Goes to an address with a full page load, so that no data of the earlier rights stay in memory. */
async function goAfter(request: () => Promise<unknown>, address: string): Promise<void> {
  try {
    await request();
    location.assign(address);
  } catch (error) {
    notify("error", errorMessage(error));
    throw error;
  }
}

/** Switches to another space. */
export const enterSpace = (tenantId: string): Promise<void> =>
  goAfter(() => call("POST user/spaces/enter", { tenantId }), "/paas/index");

/** Views the space as a role from now on, in every tab of this session. */
export const startRoleView = (id: string): Promise<void> =>
  goAfter(() => call("POST paas/role/view", { id }), "/paas/index");

/** Goes on with one's own rights. */
export const endRoleView = (): Promise<void> => goAfter(() => call("POST paas/role/endView", {}), "/paas/role/list");
