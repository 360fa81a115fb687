import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CallOutput } from "#kit/call.ts";
import { call } from "#client/call.ts";
import { useLocale } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";

export type Notice = CallOutput<"GET Api/Notice/Mine">["notices"][number];

/** A person's notices, page by page. */
export function useNotices() {
  const locale = useLocale();
  const query = useInfiniteQuery({
    queryKey: ["notices", locale],
    queryFn: ({ pageParam: before, signal }) =>
      call("GET Api/Notice/Mine", before === null ? {} : { before }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
  return { ...query, data: query.data?.pages.flatMap(({ notices }) => notices) };
}

/** Marks the notices with these ids as read; undefined: all. The activity stream updates the unread count. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[] | undefined) => call("POST Api/Notice/Read", ids === undefined ? {} : { ids }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["notices"] }),
    onError: (error) => notify("error", error.message),
  });
}
