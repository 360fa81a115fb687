import { useQuery } from "@tanstack/react-query";
import type { Locale } from "#kit/text.ts";
import { call } from "#client/call.ts";

const listUrl = (type: string) => `/admin/${type}/list`;

/** The input of a search for the newest unanswered messages. */
const newMessagesInput = {
  paraModel: {
    url: listUrl("contactMessage"),
    pageIndex: 1,
    pageSize: 5,
    fields: { status: "new" },
    sort: { field: "createdAt", direction: "desc" as const },
  },
};

/** Queries the total of an entity's list. */
export function useTotal(type: string) {
  return useQuery({
    queryKey: ["table", type, "total"],
    queryFn: ({ signal }) => call("POST paas/table/count", { paraModel: { url: listUrl(type) } }, { signal }),
  });
}

/** The newest unanswered messages. */
export function useNewMessages(locale: Locale) {
  return useQuery({
    queryKey: ["table", "contactMessage", "new", locale],
    queryFn: ({ signal }) => call("POST paas/table/search", newMessagesInput, { signal }),
    select: ({ result }) => result,
  });
}
