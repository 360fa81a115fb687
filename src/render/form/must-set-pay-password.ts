import { useQuery } from "@tanstack/react-query";
import { call } from "#client/call.ts";

export const payPasswordQueryKey = ["pay password"];

/** Whether the person must set a payment password, because there is none or it is locked; undefined while loading. */
export function useMustSetPayPassword(): boolean | undefined {
  const { data } = useQuery({
    queryKey: payPasswordQueryKey,
    queryFn: ({ signal }) => call("GET api/UserDetail/NeedSetPayPassword", {}, { signal }),
  });
  return data;
}
