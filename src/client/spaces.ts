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

/** Switches to another space with a full page load, so that no data of the old space stay in memory. */
export async function enterSpace(tenantId: string): Promise<void> {
  try {
    await call("POST user/spaces/enter", { tenantId });
    location.assign("/paas/index");
  } catch (error) {
    notify("error", errorMessage(error));
    throw error;
  }
}
