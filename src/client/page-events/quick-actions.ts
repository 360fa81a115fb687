import { queryOptions } from "@tanstack/react-query";
import type { Locale } from "#kit/text.ts";
import { call } from "#client/call.ts";

/** The query for the quick actions of the space that the reader can use, as events. */
export const quickActionsQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ["quick actions", locale],
    queryFn: ({ signal }) => call("GET paas/quickActions", {}, { signal }),
  });
