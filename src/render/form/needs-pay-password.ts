import { useQuery } from "@tanstack/react-query";
import { call } from "#client/call.ts";

export const payPasswordKey = ["pay password"];

/** Whether the person has no pay password, or a locked one; undefined while loading. */
export function useNeedsPayPassword(): boolean | undefined {
  const { data } = useQuery({
    queryKey: payPasswordKey,
    queryFn: ({ signal }) => call("GET api/UserDetail/NeedSetPayPassword", {}, { signal }),
  });
  return data;
}
